import { LatchkeyError } from '@latchkey/plugin-api'
import type { RelayProvider } from './internals.js'

type Listener = ((event: never) => void) | null
/** What this package uses of a socket. The browser's own has it, and so has that of the package `ws`. */
export interface Socket {
  onopen: Listener
  onmessage: Listener
  onerror: Listener
  onclose: Listener
  send(data: string): void
  close(): void
}
/** Opens a socket, as the browser's `WebSocket` does. */
export type SocketClass = new (url: string) => Socket

/**
 * What opens sockets here.
 * @param given - in place of the page's own `WebSocket`
 * @throws `walletconnect.websocket_missing` where there is neither
 */
export function demandSockets(given: SocketClass | undefined): SocketClass {
  const found = given ?? (globalThis as { WebSocket?: SocketClass }).WebSocket
  if (!found) throw new LatchkeyError('walletconnect.websocket_missing', 'There is no WebSocket here (Node 20 has none): hand one in, walletconnect({ webSocket }), or run Node 22 or newer.')
  return found
}

/** Opens sockets where they can be given up before they are open. */
export function takeOver({ connection }: RelayProvider, Sockets: SocketClass): void {
  connection.register = (url = connection.url) => new Promise((resolve, reject) => {
    // The library uses no more of it than this.
    const socket = new Sockets(url) as WebSocket
    const fail = (): void => reject(new Error('The socket to the relay could not be opened.'))
    connection.early = socket
    socket.onerror = fail
    socket.onclose = fail
    socket.onopen = () => {
      connection.early = undefined
      connection.onOpen(socket)
      resolve(socket)
    }
  })
}

/** Ends a socket without waiting for its end: a dead one never says that it closed. */
export function drop(provider: RelayProvider): void {
  const { connection } = provider
  const { socket, early } = connection
  if (early) {
    early.onopen = early.onclose = null
    early.onerror = () => undefined
    return early.close()
  }
  if (!socket) return connection.events.once('open', () => connection.socket?.close())
  socket.onmessage = socket.onclose = null
  socket.onerror = () => undefined
  if (socket.terminate) socket.terminate()
  else socket.close()
  connection.onClose({ code: 4000, reason: 'silent' })
}
