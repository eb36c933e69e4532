import { describePlugin } from '@latchkey/plugin-testkit'
import { send } from '../src/index.js'
import { FakeChain } from './bench.js'

describePlugin('send', () => send(), { beside: () => [new FakeChain('eip155').plugin()] })
