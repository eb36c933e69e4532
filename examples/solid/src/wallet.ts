import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { from } from 'solid-js'
import { mainnet } from 'viem/chains'

/** Your own node: the public ones that viem names see the addresses of visitors. */
const rpcUrls = { default: { http: ['https://node.example'] } }

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [{ ...mainnet, rpcUrls }] })],
})

/** The connected account as a signal. Call it in a component. */
export function useAccount() {
  const { accounts } = kernel.ports
  return from(
    (set: (address: string | undefined) => void) =>
      accounts.subscribe(() => set(accounts.active()?.address)),
    accounts.active()?.address,
  )
}
