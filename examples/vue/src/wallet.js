import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { mainnet } from 'viem/chains'

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet] })],
})
