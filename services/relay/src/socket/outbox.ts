import { type Duplex } from 'node:stream'
import { type WebSocket } from 'ws'
import { type Pool } from '../bounds/pool.js'

/** The outgoing frames of one client. */
export interface Outbox {
  /**
   * Sends a frame. A client that lets too many bytes wait is disconnected.
   * @param then called once the frame has left the process, or cannot leave any more
   */
  sendFrame(frame: string, then?: () => void): void
  isOpen(): boolean
  /** Bytes that wait, and the memory of keeping them. */
  waitingBytes(): number
  /** Gives everything back when the connection ended. */
  release(): void
  /** Resolves when few bytes wait. `false` when the connection is closed. */
  whenDrained(): Promise<boolean>
}

const DRAINED_BYTES = 256 << 10
const DRAIN_POLL_MS = 20
/** Memory of a waiting frame beside its bytes. */
const FRAME_OVERHEAD_BYTES = 512

/** @param onSlow called instead of sending where a bound is met. It ends the connection. */
export function createOutbox(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  pool: Pool,
  onSlow: (bytes: number) => void,
): Outbox {
  let waiting = 0
  let isReleased = false
  let isCorked = false
  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const addWaiting = (bytes: number): void => {
    if (isReleased) return
    waiting += bytes
    pool.addAmount(clientId, bytes)
  }
  /**
   * Frames that are sent in one go, such as a page of pushes, leave in one piece: each piece costs
   * a system call.
   */
  const corkUntilNextTick = (): void => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
  return {
    sendFrame(frame, then) {
      if (!isOpen()) return then?.()
      const bytes = frame.length + FRAME_OVERHEAD_BYTES
      if (pool.refusalFor(clientId, waiting, bytes)) {
        onSlow(waiting)
        return then?.()
      }
      addWaiting(bytes)
      corkUntilNextTick()
      socket.send(frame, () => {
        addWaiting(-bytes)
        then?.()
      })
    },
    isOpen,
    release() {
      addWaiting(-waiting)
      isReleased = true
    },
    waitingBytes: () => waiting,
    async whenDrained() {
      while (isOpen() && waiting > DRAINED_BYTES)
        await new Promise((done) => setTimeout(done, DRAIN_POLL_MS))
      return isOpen()
    },
  }
}
