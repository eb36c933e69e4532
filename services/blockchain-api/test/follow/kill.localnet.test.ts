import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeKills } from './kills.js'

let folder: string | undefined
afterAll(() => folder && rm(folder, { recursive: true }))

describeKills('SQLite', async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kill-'))
  return { file: join(folder, 'api.db') }
})
