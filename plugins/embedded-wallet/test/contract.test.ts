import { evm } from '@latchkey/evm'
import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { mainnet } from 'viem/chains'
import { embeddedWallet } from '../src/index.js'

describePlugin('embedded', () => embeddedWallet({ url: 'https://secure.test' }), {
  beside: () => [evm({ networks: [mainnet] })],
  draw: (kernel, view) => drawView(kernel, view),
})
