import { type Server } from 'node:http'
import { type Duplex } from 'node:stream'
import { type Limits } from '../bounds/limits.js'

/** Connections that have not sent a valid token yet. */
export interface PendingHandshakes {
  /** Call it once the connection is let in or refused. */
  remove(stream: Duplex): void
  count(): number
}

/**
 * Beyond a number, the connection that waits longest is dropped, so that half-sent requests do not
 * keep others out.
 */
export function watchPendingHandshakes(
  server: Server,
  { handshakes }: Pick<Limits, 'handshakes'>,
  onDropped: () => void,
): PendingHandshakes {
  const waiting = new Set<Duplex>()
  server.on('connection', (stream) => {
    waiting.add(stream)
    stream.once('close', () => waiting.delete(stream))
    if (waiting.size <= handshakes) return
    const [oldest] = waiting
    oldest?.destroy()
    if (oldest) waiting.delete(oldest)
    onDropped()
  })
  return { remove: (stream) => void waiting.delete(stream), count: () => waiting.size }
}
