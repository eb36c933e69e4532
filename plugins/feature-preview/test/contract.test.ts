import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { preview } from '../src/index.js'

describePlugin('preview', () => preview({ hostRequests: true }), {
  draw: (kernel, view) => drawView(kernel, view),
})
