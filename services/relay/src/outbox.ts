import { type Duplex } from 'node:stream'
import { type WebSocket } from 'ws'
import { type Pool } from './pool.js'

/** What goes out to one client. */
export interface Outbox {
  /**
   * A client that lets too much wait is cut off.
   * @param then called once the frame has left the process, or cannot any more
   */
  send(frame: string, then?: () => void): void
  isOpen(): boolean
  /** Bytes that wait, and what keeping them takes. */
  waiting(): number
  /** The connection ended. */
  release(): void
  /** Resolves when little waits; false when the connection is gone. */
  drained(): Promise<boolean>
}

const LITTLE = 256 << 10
const LOOK_MS = 20
/** What a frame that waits takes beside its bytes. */
const PER_FRAME = 512

/** @param onSlow called instead of sending where a bound is met; it ends the connection */
export function createOutbox(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  pool: Pool,
  onSlow: (bytes: number) => void,
): Outbox {
  let waiting = 0
  let isReleased = false
  let isCollecting = false
  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const take = (bytes: number): void => {
    if (isReleased) return
    waiting += bytes
    pool.add(clientId, bytes)
  }
  /** What is said in one go, such as a page of pushes, leaves in one piece: each piece costs a call of the system. */
  const collect = (): void => {
    if (isCollecting) return
    isCollecting = true
    stream.cork()
    process.nextTick(() => {
      isCollecting = false
      stream.uncork()
    })
  }
  return {
    send(frame, then) {
      if (!isOpen()) return then?.()
      const bytes = frame.length + PER_FRAME
      if (pool.refusal(clientId, waiting, bytes)) {
        onSlow(waiting)
        return then?.()
      }
      take(bytes)
      collect()
      socket.send(frame, () => {
        take(-bytes)
        then?.()
      })
    },
    isOpen,
    release() {
      take(-waiting)
      isReleased = true
    },
    waiting: () => waiting,
    async drained() {
      while (isOpen() && waiting > LITTLE) await new Promise((done) => setTimeout(done, LOOK_MS))
      return isOpen()
    },
  }
}
