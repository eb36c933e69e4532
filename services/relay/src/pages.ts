import { type RequestListener } from 'node:http'
import { type ConnectionContext } from './context.js'
import { type Gauges } from './metrics.js'

export interface PagesContext extends Pick<
  ConnectionContext,
  'hub' | 'mailbox' | 'metrics' | 'clients' | 'pools'
> {
  /** Connections that have not said yet who they are. */
  waiting(): number
  isClosing(): boolean
}

/** What the relay says over plain HTTP: `/health` for balancers, `/metrics` for Prometheus. */
export function createPages(context: PagesContext): RequestListener {
  const pages: ReadonlyMap<string, () => Promise<Page>> = new Map([
    ['/health', async () => health(context)],
    [
      '/metrics',
      async () => ({
        status: 200,
        type: 'text/plain; version=0.0.4',
        body: context.metrics.text(await gauges(context)),
      }),
    ],
  ])
  return (request, response) => {
    const page = request.method === 'GET' ? pages.get(request.url?.split('?')[0] ?? '') : undefined
    const respond = ({ status, type, body }: Page): void => {
      response
        .writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .end(body)
    }
    if (!page) return respond({ status: 404, type: 'text/plain', body: 'Not found\n' })
    page().then(respond, () => respond({ status: 503, type: 'text/plain', body: 'Not now\n' }))
  }
}

interface Page {
  status: number
  type: string
  body: string
}

const health = ({ mailbox, clients, isClosing }: PagesContext): Page => {
  const state = isClosing() ? 'closing' : mailbox.isReady() ? 'ok' : 'no mailbox'
  return {
    status: state === 'ok' ? 200 : 503,
    type: 'application/json',
    body: `${JSON.stringify({ status: state, connections: clients.all().size })}\n`,
  }
}

const gauges = async ({ hub, mailbox, clients, pools, waiting }: PagesContext): Promise<Gauges> => {
  const { messages, bytes, evicted, expired } = await mailbox.size()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    connections: [clients.all().size, 'Connections open.'],
    handshakes: [waiting(), 'Connections that have not said yet who they are.'],
    subscriptions: [hub.subscriptions(), 'Topics listened to, each connection counted.'],
    in_flight: [pools.inFlight.total(), 'Messages pushed and not acknowledged.'],
    unsent_bytes: [pools.unsent.total(), 'What clients have not read yet.'],
    received_bytes: [
      pools.received.total(),
      'What was read and not dealt with yet, parts of frames counted.',
    ],
    mailbox_messages: [messages, 'Messages that wait.'],
    mailbox_bytes: [bytes, 'What they take.'],
    mailbox_evicted: [evicted, 'Messages that gave way to a bound, since the start.'],
    mailbox_expired: [expired, 'Messages whose time was over, since the start.'],
    resident_memory_bytes: [rss, 'Memory of the process.'],
    heap_used_bytes: [heapUsed, 'Memory of its objects.'],
  }
}
