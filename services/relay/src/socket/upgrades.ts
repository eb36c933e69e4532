import { type IncomingMessage, type Server } from 'node:http'
import { type Duplex } from 'node:stream'
// MIT; the WebSocket server of Node, no dependencies, bounds on frames and unsent bytes
import { type WebSocket, WebSocketServer } from 'ws'
import { type Admit } from './admission.js'
import { createConnection } from './connection.js'
import { type ConnectionContext } from './context.js'
import { HANDSHAKE_COST } from '../bounds/costs.js'
import { watchPendingHandshakes } from './pendingHandshakes.js'
import { isRelayError } from '../errors.js'

export interface UpgradeOptions {
  context: ConnectionContext
  admit: Admit
  isClosing(): boolean
}

/** The close code for a client that is not let in. The public relay uses the same. */
const CLOSE_UNAUTHORISED = 3000
const CLOSE_TIMEOUT_MS = 2000
const FULL_RESPONSE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
/**
 * All clients that are not let in yet share one place in the queue. No client id is spelled like
 * this.
 */
const UNAUTHORISED_CLIENT = ''

/**
 * Accepts the WebSocket upgrades of clients with a valid token.
 * @returns how many connections have not sent a valid token yet
 */
// eslint-disable-next-line max-lines-per-function -- the steps of one upgrade, in their order
export function acceptUpgrades(
  server: Server,
  { context, admit, isClosing }: UpgradeOptions,
): { handshakeCount(): number } {
  const { limits, metrics, log, clients, turns } = context
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    allowSynchronousEvents: false,
  })
  const countRefusal = (reason: string): void =>
    metrics.count('connections_refused_total', { reason })
  const handshakes = watchPendingHandshakes(server, limits, () => countRefusal('handshakes'))
  let opened = 0

  const openConnection = (socket: WebSocket, stream: Duplex, clientId: string): void => {
    const number = (opened += 1)
    const connection = createConnection(socket, stream, clientId, number, context)
    clients.add(connection)
    metrics.count('connections_opened_total')
    log('info', 'connection.opened', { connection: number })
    socket.on('close', (code) => {
      clients.remove(connection)
      metrics.count('connections_closed_total', { reason: closeReason(code) })
      log('info', 'connection.closed', { connection: number, code })
    })
  }
  const refuse = (socket: WebSocket, code: number, message: string, reason: string): void => {
    countRefusal(reason)
    log('info', 'connection.refused', { reason: message })
    closeWithReason(socket, code, message)
  }
  const authorise = (socket: WebSocket, stream: Duplex, request: IncomingMessage): void => {
    socket.on('error', () => {}) // 'close' follows
    try {
      const clientId = admit(request)
      if (clients.countOf(clientId) >= limits.clientConnections)
        return refuse(socket, 1008, 'Too many connections', 'client')
      openConnection(socket, stream, clientId)
    } catch (error) {
      refuse(
        socket,
        isRelayError(error) ? CLOSE_UNAUTHORISED : 1011,
        isRelayError(error) ? error.message : 'Internal error',
        'unauthorized',
      )
    } finally {
      handshakes.remove(stream)
    }
  }
  const acceptUpgrade = async (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
  ): Promise<void> => {
    await turns.waitForTurn(UNAUTHORISED_CLIENT, HANDSHAKE_COST)
    if (stream.destroyed) return
    if (isClosing() || clients.all().size >= limits.connections) {
      countRefusal('full')
      return void stream.end(FULL_RESPONSE, () => stream.destroy())
    }
    sockets.handleUpgrade(request, stream, head, (socket) => authorise(socket, stream, request))
  }
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    void acceptUpgrade(request, stream, head)
  })
  return { handshakeCount: handshakes.count }
}

/**
 * Closes a socket with a reason. A client is refused so after the handshake instead of before it,
 * because a page cannot read the HTTP answer, and can read the reason.
 */
const closeWithReason = (socket: WebSocket, code: number, message: string): void => {
  socket.close(code, message)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}

/** Names of close codes (RFC 6455) in the metrics. */
const CLOSE_REASONS: Readonly<Record<number, string>> = {
  1000: 'client',
  1001: 'leaving',
  1003: 'binary',
  1005: 'client',
  1006: 'lost',
  1007: 'not_utf8',
  1008: 'bound',
  1009: 'too_big',
}
const closeReason = (code: number): string => CLOSE_REASONS[code] ?? 'other'
