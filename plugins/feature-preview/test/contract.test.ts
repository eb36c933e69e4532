import { describePlugin } from '@latchkey/plugin-testkit'
import { preview } from '../src/index.js'

describePlugin('preview', () => preview({ hostRequests: true }), {})
