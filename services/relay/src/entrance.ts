import { type Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws' // MIT; the WebSocket server of Node, no dependencies, bounds on frames and unsent bytes
import { type AdmissionRules, admit } from './admission.js'
import { createConnection } from './connection.js'
import { type Connection, type ConnectionContext } from './context.js'
import { isRelayError } from './errors.js'

export interface EntranceOptions {
  context: ConnectionContext
  rules: AdmissionRules
  isClosing(): boolean
}

/** What a client is closed with when it is not let in; the public relay's own code. */
const REFUSED = 3000
const GOODBYE_MS = 2000
const FULL = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Lets clients in. @returns the connections that are open, kept up to date */
export function openEntrance(server: Server, { context, rules, isClosing }: EntranceOptions): ReadonlySet<Connection> {
  const { limits, metrics, log } = context
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: limits.frameBytes })
  let opened = 0

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
  const refuse = (socket: WebSocket, error: unknown): void => {
    // After the handshake, not before it: pages can read nothing but a close reason.
    const reason = isRelayError(error) ? error.message : 'Internal error'
    metrics.count('connections_refused_total', { reason: 'unauthorized' })
    log('info', 'connection.refused', { reason })
    socket.close(isRelayError(error) ? REFUSED : 1011, reason)
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
  }

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (isClosing() || connections.size >= limits.connections) {
      metrics.count('connections_refused_total', { reason: 'full' })
      return void stream.end(FULL, () => stream.destroy())
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => {}) // 'close' follows
      try {
        welcome(socket, admit(request, rules))
      } catch (error) {
        refuse(socket, error)
      }
    })
  })
  return connections
}

const REASONS: Readonly<Record<number, string>> = {
  1000: 'client', 1001: 'leaving', 1003: 'binary', 1005: 'client', 1006: 'lost', 1007: 'not_utf8', 1008: 'rate', 1009: 'too_big',
}
const closeReason = (code: number): string => REASONS[code] ?? 'other'
