import { LatchkeyError } from '@latchkey/plugin-api'

type Listener = ((event: never) => void) | null
/**
 * The members of a socket that this package uses. The browser's `WebSocket` has them, and so has the
 * class of the package `ws`.
 */
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
 * Finds the class that opens sockets.
 * @param given - used in place of the runtime's own `WebSocket`
 * @throws `walletconnect.websocket_missing` where neither exists
 */
export function demandSockets(given: SocketClass | undefined): SocketClass {
  const found = given ?? (globalThis as { WebSocket?: SocketClass }).WebSocket
  if (!found)
    throw new LatchkeyError(
      'walletconnect.websocket_missing',
      'This runtime has no WebSocket (Node 20, for example): hand one in, ' +
        'walletconnect({ webSocket }), or run Node 22 or newer.',
    )
  return found
}
