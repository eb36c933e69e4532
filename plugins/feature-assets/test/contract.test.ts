import { describePlugin } from '@latchkey/plugin-testkit'
import { drawView } from '@latchkey/ui-react/testing'
import { assets } from '../src/index.js'

describePlugin('assets', () => assets(), { draw: (kernel, view) => drawView(kernel, view) })
