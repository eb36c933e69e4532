// A route that checks an event's request and does nothing, in a process of its own. Prints its port.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server' // as the services have it
import { createAccess, createClientAddress } from '@latchkey/service-kit'
import { DEFAULT_HTTP_LIMITS, createHttpApp, route } from '@latchkey/service-kit/http'
import * as v from 'valibot' // as the services have it

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const empty = route({
  method: 'post',
  path: '/empty',
  summary: 'Does nothing.',
  query: v.object({ projectId: text, st: text, sv: text }),
  body: v.object({
    eventId: text,
    url: v.pipe(v.string(), v.maxLength(2048)),
    domain: v.pipe(v.string(), v.maxLength(253)),
    timestamp: v.number(),
    props: v.record(v.string(), v.unknown()),
  }),
  status: 202,
  answer: v.object({ status: v.literal('SUCCESS') }),
  handle: () => ({ status: 'SUCCESS' }),
})
const app = createHttpApp({
  routes: [empty],
  access: createAccess({ projects: [], origins: [] }),
  limits: { ...DEFAULT_HTTP_LIMITS, addressRequests: 1e8 },
  clientAddress: createClientAddress([], Error),
  log: () => undefined,
  onAnswer: () => undefined,
  info: { title: 'Empty', version: '1', description: 'For a comparison.' },
})
const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
