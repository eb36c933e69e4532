import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'
import { onScopeDispose, shallowRef } from 'vue'

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet] })],
})

/** The active account as a Vue ref. */
export function useAccount({ ports: { accounts } }) {
  const account = shallowRef(accounts.active())
  onScopeDispose(
    accounts.subscribe(() => {
      account.value = accounts.active()
    }),
  )
  return account
}
