import { describePlugin } from '@latchkey/plugin-testkit'
import { analytics } from '../src/index.js'

describePlugin('analytics', () => analytics({ url: 'https://analytics.test' }), {})
