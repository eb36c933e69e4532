import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll } from 'vitest'
import { describeKills } from './kills.js'

let server: Postgres | undefined
afterAll(() => server?.stop())

describeKills('PostgreSQL', async () => {
  server = await startPostgres()
  return { url: await server.create() }
})
