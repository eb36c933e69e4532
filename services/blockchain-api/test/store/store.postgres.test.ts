import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/store/openStore.js'
import { type PostgresServer, startPostgres } from '../postgresServer.js'
import { describeStore } from './suite.js'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

describeStore('PostgreSQL', async () => {
  const url = await server.create()
  return { open: (options) => openStore({ url, ...options }), end: async () => undefined }
})
