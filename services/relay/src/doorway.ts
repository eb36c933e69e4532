import { type Server } from 'node:http'
import { type Duplex } from 'node:stream'
import { type Limits } from './limits.js'

/** Connections that have not said yet who they are. */
export interface Doorway {
  /** It has said who it is, or was sent away. */
  leave(stream: Duplex): void
  count(): number
}

/** Beyond a number, the one that waits longest is dropped: half-sent requests keep nobody out. */
export function watchDoorway(
  server: Server,
  { handshakes }: Pick<Limits, 'handshakes'>,
  onDropped: () => void,
): Doorway {
  const waiting = new Set<Duplex>()
  server.on('connection', (stream) => {
    waiting.add(stream)
    stream.once('close', () => waiting.delete(stream))
    if (waiting.size <= handshakes) return
    const [longest] = waiting
    longest?.destroy()
    if (longest) waiting.delete(longest)
    onDropped()
  })
  return { leave: (stream) => void waiting.delete(stream), count: () => waiting.size }
}
