import { type Server, type ServerOptions, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { createAdmission } from './admission.js'
import { createClients } from './clients.js'
import { type Connection, type ConnectionContext } from './context.js'
import { openEntrance } from './entrance.js'
import { createHub } from './hub.js'
import { USABLE_SHARE, heapOf } from './footprint.js'
import { DEFAULT_LIMITS, type Limits } from './limits.js'
import { createMethods } from './methods.js'
import { createMetrics } from './metrics.js'
import { type RelayOptions } from './options.js'
import { createOverdue } from './overdue.js'
import { createPages } from './pages.js'
import { createPools } from './pools.js'
import { createRateLimit } from './rateLimit.js'
import { createMailbox } from './store/create.js'
import { createTurns } from './turns.js'

export interface Relay {
  /** `ws://127.0.0.1:…`: the relay URL for clients. */
  url: string
  port: number
  /** Tells the clients, which then come back by themselves, and frees the port. Called twice, it does nothing. */
  close(): Promise<void>
  /** Ends all connections without a word, as a crash would. */
  kill(): Promise<void>
}

const BEAT_MS = 1000
/** How long clients may take to say goodbye. */
const GOODBYE_MS = 2000

/**
 * Starts a relay.
 * @throws RelayError `relay.redis_unreachable`; Node's error where the port is taken
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const { host = '127.0.0.1', port = 0 } = options
  const context = await createContext(options)
  const { hub, mailbox, limits, log, clients } = context
  let closing: Promise<void> | undefined
  const isClosing = (): boolean => closing !== undefined

  const server = createServer(
    timeouts(limits),
    createPages({ ...context, waiting: () => entrance.waiting(), isClosing }),
  )
  server.maxConnections = limits.connections + limits.handshakes
  const admit = createAdmission({
    audiences: [],
    projectIds: [],
    allowedOrigins: [],
    ...options,
    ...limits,
  })
  const entrance = openEntrance(server, { context, admit, isClosing })
  const stopBeating = startBeating(context)

  const stop = async (graceful: boolean): Promise<void> => {
    stopBeating()
    const isClosed = new Promise((done) => server.close(done))
    if (graceful) await sayGoodbye(context)
    for (const { socket } of clients.all()) socket.terminate()
    server.closeAllConnections()
    await isClosed
    hub.close()
    if (!options.mailbox) await mailbox.close()
    log('info', 'relay.stopped')
  }
  try {
    await listen(server, port, host)
  } catch (error) {
    stopBeating()
    if (!options.mailbox) await mailbox.close()
    throw error
  }
  const address = server.address() as AddressInfo
  warnOfHeap(options, context)
  log('info', 'relay.started', { host, port: address.port, redis: options.redisUrl !== undefined })
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () => (closing ??= stop(true)),
    kill: () => (closing ??= stop(false)),
  }
}

const createContext = async (options: RelayOptions): Promise<ConnectionContext> => {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { log = () => {}, onRequest } = options
  const mailbox = options.mailbox ?? (await createMailbox(options.redisUrl, limits, log))
  const [metrics, clients, turns, rate] = [
    createMetrics(),
    createClients<Connection>(),
    createTurns(),
    createRateLimit(limits),
  ]
  const pools = createPools(limits, clients.end, metrics)
  const onError = (): void => log('error', 'mailbox.failed')
  const hub = createHub({ mailbox, turns, rate, onError, limits, topics: pools.topics })
  const methods = createMethods({
    hub,
    mailbox,
    limits,
    rate,
    turns,
    published: () => metrics.count('published_total'),
  })
  return {
    hub,
    mailbox,
    methods,
    rate,
    turns,
    pools,
    overdue: createOverdue(),
    clients,
    limits,
    metrics,
    log,
    onError,
    ...(onRequest && { onRequest }),
  }
}

/** Bounds that do not fit into the heap end a relay that meets them. */
const warnOfHeap = ({ redisUrl }: RelayOptions, { limits, log }: ConnectionContext): void => {
  const [needed, heap] = [
    heapOf(limits, redisUrl === undefined) / USABLE_SHARE,
    getHeapStatistics().heap_size_limit,
  ]
  if (needed > heap)
    log('warn', 'relay.heap_too_small', {
      neededMb: Math.ceil(needed / 1e6),
      heapMb: Math.floor(heap / 1e6),
    })
}

/** A request that is not whole after that long is answered by 408, and its connection ends. */
const timeouts = ({ handshakeTimeout }: Limits): ServerOptions => ({
  headersTimeout: handshakeTimeout * 1000,
  requestTimeout: handshakeTimeout * 1000,
  connectionsCheckingInterval: BEAT_MS,
})

const startBeating = ({ clients, rate }: ConnectionContext): (() => void) => {
  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of clients.all()) connection.beat(now)
    rate.sweep()
  }, BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      done()
    })
  })

const sayGoodbye = async ({ clients }: ConnectionContext): Promise<void> => {
  const until = Date.now() + GOODBYE_MS
  for (const connection of clients.all()) connection.end(1001, 'The relay restarts')
  while (clients.all().size > 0 && Date.now() < until)
    await new Promise((done) => setTimeout(done, 20))
}
