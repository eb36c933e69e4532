import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isStoreError } from '../../src/store/errors.js'
import { openStore } from '../../src/store/openStore.js'
import { describeStore } from './suite.js'

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'))
  return {
    open: (options) => openStore({ file: join(folder, 'api.db'), ...options }),
    end: () => rm(folder, { recursive: true }),
  }
})

it('A database that cannot be opened is named as such', async () => {
  const open = openStore({ file: '/nowhere/at/all/api.db' })
  await expect(open).rejects.toSatisfy((error) => isStoreError(error, 'store.unreachable'))
})
