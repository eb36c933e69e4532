import { evm } from '@latchkey/evm'
import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet } from 'viem/chains'
import { browserStore, serverStore, siwx } from '../src/index.js'

const beside = () => [evm({ networks: [mainnet] })]
const page = () => new Eip155Wallet().install()

describePlugin('siwx', () => siwx({ store: browserStore() }), {
  draw: (kernel, view) => drawView(kernel, view),
  beside,
  page,
})
describePlugin(
  'siwx with a server',
  () => siwx({ store: serverStore({ url: 'https://shop.test/api/siwx' }), required: true }),
  {
    draw: (kernel, view) => drawView(kernel, view),
    beside,
    page,
    fetch: async () =>
      Response.json({ nonce: 'n1234567', nonceToken: 't', expirationTime: '2999-01-01T00:00:00Z' }),
  },
)
describePlugin('siwx without options', () => siwx(), {
  draw: (kernel, view) => drawView(kernel, view),
  beside,
})
