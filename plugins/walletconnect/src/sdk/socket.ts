import type { SocketClass } from '../sockets.js'
import type { RelayProvider } from './internals.js'

/** Opens sockets in a way that they can be given up before they are open. */
export function takeOver({ connection }: RelayProvider, Sockets: SocketClass): void {
  connection.register = (url = connection.url) =>
    new Promise((resolve, reject) => {
      // The library only uses the members of `Socket`.
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

/** Closes a socket without waiting for its close event, which a dead socket never emits. */
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
