import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll } from 'vitest'
import { openPostgres } from '../src/store/postgres.js'
import { describeEventStore } from './eventStore.suite.js'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

describeEventStore('PostgreSQL', async () => {
  const url = await server.create()
  return { open: () => openPostgres(url), end: async () => undefined }
})
