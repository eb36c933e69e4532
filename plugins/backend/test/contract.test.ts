import { describePlugin } from '@latchkey/plugin-testkit'
import { backend } from '../src/index.js'

describePlugin('backend', () => backend({ url: 'https://api.shop.test' }), {})
