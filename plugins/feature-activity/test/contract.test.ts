import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { activity } from '../src/index.js'
import { chain } from './page.js'

describePlugin('activity', () => activity(), {
  draw: (kernel, view) => drawView(kernel, view),
  beside: () => [chain()],
})
