import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../src/store/openStore.js'
import { describeStore } from './store.suite.js'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

describeStore('PostgreSQL', async () => {
  const databaseUrl = await server.create()
  return { databaseUrl, open: () => openStore(databaseUrl), end: async () => undefined }
})
