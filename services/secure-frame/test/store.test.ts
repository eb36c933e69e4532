import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkpoint, openStore } from '../src/store/openStore.js'
import { startTestFrame } from './harness.js'
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

it('A share that was dropped is in no file after the log was emptied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  const store = await openStore(`file:${join(folder, 'frame.db')}`)
  try {
    const sealed = (n: number): string => `k1.${String(n).padStart(4, '0')}.${'share'.repeat(20)}`
    const isIn = async (text: string): Promise<boolean> => {
      const names = await readdir(folder)
      const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
      return files.some((bytes) => bytes.includes(text))
    }
    // Enough rows that whole pages become free too.
    for (let split = 0; split < 200; split += 1)
      await store.db
        .insertInto('share')
        .values({ wallet: 'w', split, idx: 2, sealed: sealed(split), key_id: 'k1' })
        .execute()
    await checkpoint(store)
    expect(await isIn(sealed(7))).toBe(true)
    await store.db.deleteFrom('share').where('split', '<', 199).execute()
    await checkpoint(store)
    for (let split = 0; split < 199; split += 1) expect(await isIn(sealed(split))).toBe(false)
    expect(await isIn(sealed(199))).toBe(true)
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
})

it('A database that cannot be opened is named as such', async () => {
  for (const url of ['file:/nowhere/at/all/frame.db', 'postgres://latchkey@127.0.0.1:1/none'])
    await expect(openStore(url)).rejects.toMatchObject({ code: 'secure-frame.store_unreachable' })
})

it('A second instance does not start beside the first on one file, and does after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  const databaseUrl = `file:${join(folder, 'frame.db')}`
  const frame = await startTestFrame({ databaseUrl })
  const second = startTestFrame({ databaseUrl })
  await expect(second).rejects.toMatchObject({ code: 'secure-frame.second_instance' })
  // Commands run beside it.
  const reader = await openStore(databaseUrl, { isReader: true })
  expect(await reader.db.selectFrom('account').selectAll().execute()).toEqual([])
  await reader.close()
  await frame.close()
  await (await startTestFrame({ databaseUrl })).close()
  await rm(folder, { recursive: true })
})
