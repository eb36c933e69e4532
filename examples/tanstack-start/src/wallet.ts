import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'

/** Your own node: the public ones that viem names see the addresses of visitors. */
const rpcUrls = { default: { http: ['https://node.example'] } }

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [{ ...mainnet, rpcUrls }] })],
})
