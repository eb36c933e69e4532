import { describePlugin } from '@latchkey/plugin-testkit'
import { evm } from '@latchkey/evm'
import { startRelay } from '@latchkey/relay'
import { mainnet } from 'viem/chains'
import { afterAll } from 'vitest'
import { walletconnect } from '../src/index.js'

process.env['DISABLE_GLOBAL_CORE'] = 'true'
const relay = await startRelay()
afterAll(() => relay.close())

describePlugin('walletconnect', () => walletconnect({ relayUrl: relay.url }), {
  beside: () => [evm({ networks: [mainnet] })],
  // The client looks for the page's own description.
  page() {
    Object.assign(document, { getElementsByTagName: () => [], querySelector: () => null })
    return () => undefined
  },
})
