import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { send } from '../src/index.js'
import { FakeChain } from './bench.js'

describePlugin('send', () => send(), {
  draw: (kernel, view) => drawView(kernel, view),
  beside: () => [new FakeChain('eip155').plugin()],
})
