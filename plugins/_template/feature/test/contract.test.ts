import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { sampleFeature } from '../src/index.js'

// Without `draw` a text that is missing, or a component that throws, is noticed by nobody. A view
// with parameters is given them here: drawView(kernel, view, { ... }).
describePlugin('sample-feature', () => sampleFeature(), {
  draw: (kernel, view) => drawView(kernel, view),
})
