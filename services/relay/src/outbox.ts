import { type WebSocket } from 'ws'

/** What goes out to one client. */
export interface Outbox {
  /** A client that lets too much wait is cut off. */
  send(frame: string): void
  isOpen(): boolean
  /** Resolves when little waits; false when the connection is gone. */
  drained(): Promise<boolean>
}

const LITTLE = 256 << 10
const LOOK_MS = 20

export function createOutbox(socket: WebSocket, maxBytes: number, onSlow: (bytes: number) => void): Outbox {
  const isOpen = (): boolean => socket.readyState === socket.OPEN
  return {
    send(frame) {
      if (!isOpen()) return
      socket.send(frame)
      if (socket.bufferedAmount <= maxBytes) return
      onSlow(socket.bufferedAmount)
      socket.terminate()
    },
    isOpen,
    async drained() {
      while (isOpen() && socket.bufferedAmount > LITTLE) await new Promise((done) => setTimeout(done, LOOK_MS))
      return isOpen()
    },
  }
}
