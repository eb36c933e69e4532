import { type IncomingMessage, type Server } from 'node:http'
import { type Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws' // MIT; the WebSocket server of Node, no dependencies, bounds on frames and unsent bytes
import { type Admit } from './admission.js'
import { createConnection } from './connection.js'
import { type ConnectionContext } from './context.js'
import { HANDSHAKE_COST } from './costs.js'
import { watchDoorway } from './doorway.js'
import { isRelayError } from './errors.js'

export interface EntranceOptions {
  context: ConnectionContext
  admit: Admit
  isClosing(): boolean
}

/** What a client is closed with when it is not let in; the public relay's own code. */
const REFUSED = 3000
const GOODBYE_MS = 2000
const FULL = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
/** Whoever is not let in yet has one share of the relay's work together: in the queue no client id is spelled like this. */
const NEWCOMERS = ''

/** Lets clients in. @returns how many connections wait at the door */
export function openEntrance(
  server: Server,
  { context, admit, isClosing }: EntranceOptions,
): { waiting(): number } {
  const { limits, metrics, log, clients, turns } = context
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    allowSynchronousEvents: false,
  })
  const refused = (reason: string): void => metrics.count('connections_refused_total', { reason })
  const doorway = watchDoorway(server, limits, () => refused('handshakes'))
  let opened = 0

  const welcome = (socket: WebSocket, stream: Duplex, clientId: string): void => {
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
    refused(reason)
    log('info', 'connection.refused', { reason: message })
    sendAway(socket, code, message)
  }
  const meet = (socket: WebSocket, stream: Duplex, request: IncomingMessage): void => {
    socket.on('error', () => {}) // 'close' follows
    try {
      const clientId = admit(request)
      if (clients.count(clientId) >= limits.clientConnections)
        return refuse(socket, 1008, 'Too many connections', 'client')
      welcome(socket, stream, clientId)
    } catch (error) {
      refuse(
        socket,
        isRelayError(error) ? REFUSED : 1011,
        isRelayError(error) ? error.message : 'Internal error',
        'unauthorized',
      )
    } finally {
      doorway.leave(stream)
    }
  }
  const receive = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    await turns.take(NEWCOMERS, HANDSHAKE_COST)
    if (stream.destroyed) return
    if (isClosing() || clients.all().size >= limits.connections) {
      refused('full')
      return void stream.end(FULL, () => stream.destroy())
    }
    sockets.handleUpgrade(request, stream, head, (socket) => meet(socket, stream, request))
  }
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    void receive(request, stream, head)
  })
  return { waiting: doorway.count }
}

/** After the handshake, not before it: pages can read nothing but a close reason. */
const sendAway = (socket: WebSocket, code: number, message: string): void => {
  socket.close(code, message)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

const REASONS: Readonly<Record<number, string>> = {
  1000: 'client',
  1001: 'leaving',
  1003: 'binary',
  1005: 'client',
  1006: 'lost',
  1007: 'not_utf8',
  1008: 'bound',
  1009: 'too_big',
}
const closeReason = (code: number): string => REASONS[code] ?? 'other'
