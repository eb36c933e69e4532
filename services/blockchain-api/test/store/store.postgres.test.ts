import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/store/openStore.js'
import { describeStore } from './suite.js'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

describeStore('PostgreSQL', async () => {
  const url = await server.create()
  return { open: (options) => openStore({ url, ...options }), end: async () => undefined }
})
