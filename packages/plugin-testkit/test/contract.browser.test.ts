import { describeAdapter, describeConnector, describePlugin } from '../src/index.js'
import { addresses, sample } from './specimens/sample.js'
import { SampleWallet } from './specimens/sampleWallet.js'

// The suites run on a real page as they do on a made-up one.
describePlugin('sample', sample, {})
describeAdapter('sample', sample, addresses)
describeConnector('sample', sample, { connectorId: 'sample.wallet', wallet: new SampleWallet() })
