import { createMemoryMailbox } from '../src/index.js'
import { describeMailbox } from './mailboxSuite.js'

describeMailbox('memory', async (bounds) => createMemoryMailbox(bounds))
