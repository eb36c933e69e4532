import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { evm } from '@latchkey/evm'
import { startRelay } from '@latchkey/relay'
import { mainnet } from 'viem/chains'
import { afterAll } from 'vitest'
import { walletconnect } from '../src/index.js'

process.env['DISABLE_GLOBAL_CORE'] = 'true'
const relay = await startRelay()
afterAll(() => relay.close())

describePlugin('walletconnect', () => walletconnect({ relayUrl: relay.url }), {
  // Its views take parameters, all of which may be left out.
  draw: (kernel, view) => drawView(kernel, view, {}),
  beside: () => [evm({ networks: [mainnet] })],
  // The client looks for the page's own description.
  page() {
    Object.assign(document, { getElementsByTagName: () => [], querySelector: () => null })
    return () => undefined
  },
})
