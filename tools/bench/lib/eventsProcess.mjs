// `POST /e` as the services have it, beside a route that checks the same request and does nothing. Prints
// its port. Env: DATABASE_FILE or DATABASE_URL.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server' // as the services have it
import { createAccess, createClientAddress } from '@latchkey/service-kit'
import {
  addEventCounts,
  createAnalytics,
  createEventStore,
  createEventTable,
} from '@latchkey/service-kit/analytics'
import { DEFAULT_HTTP_LIMITS, createHttpApp, route } from '@latchkey/service-kit/http'
import { migrate } from '@latchkey/service-kit/store'
import { openPostgres } from '@latchkey/service-kit/store/postgres'
import { openSqlite } from '@latchkey/service-kit/store/sqlite'
import * as v from 'valibot' // as the services have it

const { DATABASE_URL: url, DATABASE_FILE: file = ':memory:', ANALYTICS_TOKEN: token } = process.env
const { db, engine } = url ? openPostgres(url) : openSqlite(file, true)
await migrate(db, {
  '001': { up: (to) => createEventTable(to, engine) },
  '002': { up: (to) => addEventCounts(to, engine) },
})
const analytics = createAnalytics(
  {
    ...{ events: createEventStore({ db, engine }), token },
    ...{ log: () => undefined, onEvent: () => undefined },
  },
  Error,
)
const { query, body } = analytics.take
const empty = route({
  method: 'post',
  path: '/empty',
  summary: 'Does nothing.',
  ...{ query, body, status: 202 },
  answer: v.object({ status: v.literal('SUCCESS') }),
  handle: () => ({ status: 'SUCCESS' }),
})
const app = createHttpApp({
  routes: [analytics.take, analytics.funnel, empty],
  access: createAccess({ projects: [], origins: [] }),
  limits: { ...DEFAULT_HTTP_LIMITS, addressRequests: 1e8 },
  clientAddress: createClientAddress([], Error),
  log: () => undefined,
  onAnswer: () => undefined,
  info: { title: 'Events', version: '1', description: 'For a comparison.' },
})
const server = createServer(getRequestListener(app.fetch))
// The bench takes turns: a connection that rests for a while is not closed.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
