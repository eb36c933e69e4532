import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../src/store/sqlite.js'
import { describeEventStore } from './eventStore.suite.js'

describeEventStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-events-'))
  return {
    open: () => openSqlite(join(folder, 'events.db'), true),
    end: () => rm(folder, { recursive: true }),
  }
})
