import { createServer } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { type Listening, listen, serverTimeouts } from '@latchkey/service-kit'
import { createAdmission } from './socket/admission.js'
import { createClients } from './socket/clients.js'
import { LIVENESS_INTERVAL_MS } from './socket/connection.js'
import { type Connection, type ConnectionContext } from './socket/context.js'
import { acceptUpgrades } from './socket/upgrades.js'
import { createHub } from './delivery/hub.js'
import { USABLE_SHARE, heapBytesFor } from './bounds/footprint.js'
import { DEFAULT_LIMITS } from './bounds/limits.js'
import { createMethods } from './rpc/methods.js'
import { createRelayMetrics } from './http/metrics.js'
import { type RelayOptions } from './options.js'
import { createOverdueStore } from './delivery/overdue.js'
import { createRelayPages } from './http/pages.js'
import { createPools } from './bounds/pools.js'
import { createRateLimit } from './bounds/rateLimit.js'
import { createMailbox } from './store/createMailbox.js'
import { createTurns } from './bounds/turns.js'

export interface Relay {
  /** `ws://127.0.0.1:…`: the relay URL for clients. */
  url: string
  port: number
  /**
   * Closes all connections with a reason, so that clients come back by themselves, and frees the
   * port. A second call does nothing.
   */
  close(): Promise<void>
  /** Ends all connections without a reason, as a crash would. */
  kill(): Promise<void>
}

/** How long clients may take to close their connection. */
const CLOSE_TIMEOUT_MS = 2000

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
    serverTimeouts(limits.handshakeTimeout),
    createRelayPages({ ...context, handshakeCount: () => entrance.handshakeCount(), isClosing }),
  )
  server.maxConnections = limits.connections + limits.handshakes
  const admit = createAdmission({
    audiences: [],
    projectIds: [],
    allowedOrigins: [],
    ...options,
    ...limits,
  })
  const entrance = acceptUpgrades(server, { context, admit, isClosing })
  const stopLivenessTimer = startLivenessTimer(context)

  const stop = async (graceful: boolean): Promise<void> => {
    stopLivenessTimer()
    const isClosed = new Promise((done) => server.close(done))
    if (graceful) await closeAllConnections(context)
    for (const { socket } of clients.all()) socket.terminate()
    server.closeAllConnections()
    await isClosed
    hub.close()
    if (!options.mailbox) await mailbox.close()
    log('info', 'relay.stopped')
  }
  let listening: Listening
  try {
    listening = await listen(server, port, host)
  } catch (error) {
    stopLivenessTimer()
    if (!options.mailbox) await mailbox.close()
    throw error
  }
  warnOfHeap(options, context)
  log('info', 'relay.started', {
    host,
    port: listening.port,
    redis: options.redisUrl !== undefined,
  })
  return {
    url: `ws://${listening.authority}`,
    port: listening.port,
    close: () => (closing ??= stop(true)),
    kill: () => (closing ??= stop(false)),
  }
}

const createContext = async (options: RelayOptions): Promise<ConnectionContext> => {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { log = () => {}, onRequest } = options
  const mailbox = options.mailbox ?? (await createMailbox(options.redisUrl, limits, log))
  const [metrics, clients, turns, rate] = [
    createRelayMetrics(),
    createClients<Connection>(),
    createTurns(),
    createRateLimit(limits),
  ]
  const pools = createPools(limits, clients.endClient, metrics)
  const onError = (): void => log('error', 'mailbox.failed')
  const hub = createHub({ mailbox, turns, rate, onError, limits, topics: pools.topics })
  const methods = createMethods({
    hub,
    mailbox,
    limits,
    rate,
    turns,
    countPublished: () => metrics.count('published_total'),
  })
  return {
    hub,
    mailbox,
    methods,
    rate,
    turns,
    pools,
    overdue: createOverdueStore(),
    clients,
    limits,
    metrics,
    log,
    onError,
    ...(onRequest && { onRequest }),
  }
}

/** A relay whose bounds do not fit into its heap would crash when they are met. */
const warnOfHeap = ({ redisUrl }: RelayOptions, { limits, log }: ConnectionContext): void => {
  const [needed, heap] = [
    heapBytesFor(limits, redisUrl === undefined) / USABLE_SHARE,
    getHeapStatistics().heap_size_limit,
  ]
  if (needed > heap)
    log('warn', 'relay.heap_too_small', {
      neededMb: Math.ceil(needed / 1e6),
      heapMb: Math.floor(heap / 1e6),
    })
}

const startLivenessTimer = ({ clients, rate }: ConnectionContext): (() => void) => {
  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of clients.all()) connection.checkLiveness(now)
    rate.forgetIdleClients()
  }, LIVENESS_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const closeAllConnections = async ({ clients }: ConnectionContext): Promise<void> => {
  const until = Date.now() + CLOSE_TIMEOUT_MS
  for (const connection of clients.all()) connection.endConnection(1001, 'The relay restarts')
  while (clients.all().size > 0 && Date.now() < until)
    await new Promise((done) => setTimeout(done, 20))
}
