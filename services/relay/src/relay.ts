import { type Server, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { admit } from './admission.js'
import { type Connection, type ConnectionContext, createConnection } from './connection.js'
import { isRelayError } from './errors.js'
import { createHub } from './hub.js'
import { createPages } from './pages.js'
import { DEFAULT_LIMITS } from './limits.js'
import { createMethods } from './methods.js'
import { createMetrics } from './metrics.js'
import { type RelayOptions } from './options.js'
import { createRateLimit } from './rateLimit.js'
import { createMemoryMailbox } from './store/memory.js'

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
/** What a client is closed with when it is not let in; the public relay's own code. */
const REFUSED = 3000

/**
 * Starts a relay.
 * @throws RelayError `relay.invalid_option`; Node's error when the port is taken
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { host = '127.0.0.1', port = 0, log = () => {} } = options
  const rules = { audiences: [], projectIds: [], allowedOrigins: [], ...options, clockSkew: limits.clockSkew }
  const mailbox = options.mailbox ?? createMemoryMailbox(limits)
  const metrics = createMetrics()
  const hub = createHub(mailbox, limits, () => log('error', 'mailbox.failed'))
  const methods = createMethods({ hub, mailbox, limits, published: () => metrics.count('published_total') })
  const rate = createRateLimit(limits)
  const context: ConnectionContext = { hub, mailbox, methods, rate, limits, metrics, log, onRequest: options.onRequest }
  const connections = new Set<Connection>()
  let opened = 0
  let closing: Promise<void> | undefined

  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: limits.frameBytes })
  const welcome = (socket: WebSocket, clientId: string): void => {
    const number = opened += 1
    const connection = createConnection(socket, clientId, number, context)
    connections.add(connection)
    metrics.count('connections_opened_total')
    log('info', 'connection.opened', { connection: number })
    socket.on('close', (code) => {
      connections.delete(connection)
      metrics.count('connections_closed_total', { reason: closeReason(code) })
      log('info', 'connection.closed', { connection: number, code })
    })
  }
  const server = createServer(createPages({ hub, mailbox, metrics, connections: () => connections.size, isClosing: () => closing !== undefined }))
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (closing || connections.size >= limits.connections) {
      metrics.count('connections_refused_total', { reason: 'full' })
      return stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => {}) // 'close' follows
      try {
        welcome(socket, admit(request, rules))
      } catch (error) {
        // Closed after the handshake, not refused before it: pages can read a close reason only.
        const reason = isRelayError(error) ? error.message : 'Internal error'
        metrics.count('connections_refused_total', { reason: 'unauthorized' })
        log('info', 'connection.refused', { reason })
        socket.close(isRelayError(error) ? REFUSED : 1011, reason)
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
      }
    })
  })
  const beat = setInterval(() => {
    const now = Date.now()
    for (const connection of connections) connection.beat(now)
    cutSlowest(connections, limits.totalBufferedBytes)
    rate.sweep()
  }, BEAT_MS)
  beat.unref()

  const stop = async (graceful: boolean): Promise<void> => {
    clearInterval(beat)
    const isClosed = new Promise((done) => server.close(done))
    if (graceful) for (const connection of connections) connection.end(1001, 'The relay restarts')
    if (graceful) await emptied(connections, GOODBYE_MS)
    for (const { socket } of connections) socket.terminate()
    server.closeAllConnections()
    await isClosed
    hub.close()
    if (!options.mailbox) await mailbox.close()
  }
  await listen(server, port, host)
  const address = server.address() as AddressInfo
  log('info', 'relay.started', { host, port: address.port })
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    close: () => closing ??= stop(true),
    kill: () => closing ??= stop(false),
  }
}

const listen = (server: Server, port: number, host: string): Promise<void> => new Promise((done, fail) => {
  server.once('error', fail)
  server.listen(port, host, () => {
    server.off('error', fail)
    done()
  })
})

const closeReason = (code: number): string => ({ 1000: 'client', 1001: 'leaving', 1003: 'binary', 1005: 'client', 1006: 'lost', 1007: 'not_utf8', 1008: 'rate', 1009: 'too_big' })[code] ?? 'other'

const emptied = async (connections: ReadonlySet<unknown>, withinMs: number): Promise<void> => {
  const until = Date.now() + withinMs
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
