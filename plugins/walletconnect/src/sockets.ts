import { LatchkeyError } from '@latchkey/plugin-api'

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
  if (!found)
    throw new LatchkeyError(
      'walletconnect.websocket_missing',
      'There is no WebSocket here (Node 20 has none): hand one in, walletconnect({ webSocket }), or run Node 22 or newer.',
    )
  return found
}
