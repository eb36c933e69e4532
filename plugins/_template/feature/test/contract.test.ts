import { describePlugin } from '@latchkey/plugin-testkit'
import { sampleFeature } from '../src/index.js'

describePlugin('sample-feature', () => sampleFeature(), {})
