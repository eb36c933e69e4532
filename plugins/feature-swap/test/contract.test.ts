import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { evm } from '@latchkey/evm'
import { swap } from '../src/index.js'
import { defineChain } from 'viem'

const chain = defineChain({
  id: 1,
  name: 'Chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.test/'] } },
})

describePlugin('swap', () => swap(), {
  draw: (kernel, view) => drawView(kernel, view),
  beside: () => [evm({ networks: [chain] })],
})
