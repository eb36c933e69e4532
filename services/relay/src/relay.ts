import { type Server, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Connection, type ConnectionContext } from './context.js'
import { openEntrance } from './entrance.js'
import { createHub } from './hub.js'
import { DEFAULT_LIMITS } from './limits.js'
import { createMethods } from './methods.js'
import { createMetrics } from './metrics.js'
import { type RelayOptions } from './options.js'
import { createPages } from './pages.js'
import { createRateLimit } from './rateLimit.js'
import { createMailbox } from './store/create.js'

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
  const { hub, mailbox, metrics, limits, log } = context
  let closing: Promise<void> | undefined
  const isClosing = (): boolean => closing !== undefined

  const server = createServer(createPages({ hub, mailbox, metrics, connections: () => connections.size, isClosing }))
  const rules = { audiences: [], projectIds: [], allowedOrigins: [], ...options, clockSkew: limits.clockSkew }
  const connections = openEntrance(server, { context, rules, isClosing })
  const stopBeating = startBeating(connections, context)

  const stop = async (graceful: boolean): Promise<void> => {
    stopBeating()
    const isClosed = new Promise((done) => server.close(done))
    if (graceful) await sayGoodbye(connections)
    for (const { socket } of connections) socket.terminate()
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
  log('info', 'relay.started', { host, port: address.port, redis: options.redisUrl !== undefined })
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () => closing ??= stop(true),
    kill: () => closing ??= stop(false),
  }
}

const createContext = async (options: RelayOptions): Promise<ConnectionContext> => {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { log = () => {}, onRequest } = options
  const mailbox = options.mailbox ?? await createMailbox(options.redisUrl, limits, log)
  const metrics = createMetrics()
  const hub = createHub(mailbox, limits, () => log('error', 'mailbox.failed'))
  const methods = createMethods({ hub, mailbox, limits, published: () => metrics.count('published_total') })
  return { hub, mailbox, methods, rate: createRateLimit(limits), limits, metrics, log, ...(onRequest && { onRequest }) }
}

const startBeating = (connections: ReadonlySet<Connection>, { limits, rate }: ConnectionContext): () => void => {
  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of connections) connection.beat(now)
    cutSlowest(connections, limits.totalBufferedBytes)
    rate.sweep()
  }, BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const listen = (server: Server, port: number, host: string): Promise<void> => new Promise((done, fail) => {
  server.once('error', fail)
  server.listen(port, host, () => {
    server.off('error', fail)
    done()
  })
})

const sayGoodbye = async (connections: ReadonlySet<Connection>): Promise<void> => {
  const until = Date.now() + GOODBYE_MS
  for (const connection of connections) connection.end(1001, 'The relay restarts')
  while (connections.size > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20))
}

/** All that waits to be sent must fit into memory: whoever makes most wait goes first. */
const cutSlowest = (connections: Iterable<Connection>, bytes: number): void => {
  const waiting = [...connections].map(({ socket }) => ({ socket, bytes: socket.bufferedAmount })).filter((one) => one.bytes > 0)
  let total = waiting.reduce((sum, one) => sum + one.bytes, 0)
  for (const one of waiting.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= bytes) return
    total -= one.bytes
    one.socket.terminate()
  }
}
