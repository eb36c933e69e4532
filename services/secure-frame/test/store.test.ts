import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../src/store/openStore.js'
import { describeStore } from './store.suite.js'

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  return {
    databaseUrl,
    open: () => openStore(databaseUrl),
    end: () => rm(folder, { recursive: true }),
  }
})

it('A database that cannot be opened is named as such', async () => {
  for (const url of ['file:/nowhere/at/all/frame.db', 'postgres://latchkey@127.0.0.1:1/none'])
    await expect(openStore(url)).rejects.toMatchObject({ code: 'secure-frame.store_unreachable' })
})
