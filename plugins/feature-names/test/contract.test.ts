import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { names } from '../src/index.js'

describePlugin('names', () => names({ zone: 'shop.eth' }), {
  draw: (kernel, view) => drawView(kernel, view),
})
