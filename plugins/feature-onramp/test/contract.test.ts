import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { onramp } from '../src/index.js'
import { FakeChain } from './bench.js'

describePlugin('onramp', () => onramp({ meldPublicKey: 'key' }), {
  draw: (kernel, view) => drawView(kernel, view),
  beside: () => [new FakeChain('eip155').plugin()],
})
