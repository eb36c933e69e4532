import { type Duplex } from 'node:stream'
import { type RawData, type WebSocket } from 'ws'
import { costOfBytes, costOfFrame } from './costs.js'
import { type Limits } from './limits.js'
import { type Pool } from './pool.js'
import { type RateLimit } from './rateLimit.js'
import { type Turns } from './turns.js'

/** What comes in from one client: read no faster than it is dealt with. */
export interface Inbox {
  /** Whether the relay has stopped reading for a while. */
  isPaused(): boolean
  /** The connection ended. */
  release(): void
}

export interface InboxContext {
  received: Pool
  turns: Turns
  rate: RateLimit
  limits: Pick<Limits, 'frameBytes'>
  /** Deals with a frame; what it waits for keeps its bytes counted. */
  handle(data: RawData, isBinary: boolean, bytes: number): Promise<void>
  /** A bound was met: it ends the connection. */
  onTooMuch(): void
}

/** A piece as large as this is read in turn; smaller ones cost too little to wait for. */
const LARGE_PIECE = 4096
/** Frames of a connection that may be at work at once. */
const AT_WORK = 64
/** What a frame that waits takes beside its bytes. */
const PER_FRAME = 512
const PIECE = 64 << 10
const MOST_WAIT_MS = 1000

export function createInbox(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  context: InboxContext,
): Inbox {
  const { received, turns, rate, limits } = context
  let [parts, frames, atWork, isPaused, isOver] = [0, 0, 0, false, false]
  const count = (partBytes: number, frameBytes = 0): void => {
    const before = parts + frames
    // Headers of fragments are not known here: they must not add up for ever.
    parts = Math.max(0, Math.min(parts + partBytes, limits.frameBytes + 2 * PIECE))
    frames += frameBytes
    received.add(clientId, parts + frames - before)
  }
  const pause = async (bytes: number): Promise<void> => {
    if (isPaused || isOver) return
    isPaused = true
    socket.pause()
    await turns.take(clientId, costOfBytes(bytes))
    for (
      let ms = rate.wait(clientId);
      !isOver && (ms > 0 || atWork > AT_WORK);
      ms = rate.wait(clientId)
    ) {
      await new Promise((done) => setTimeout(done, Math.min(Math.max(1, ms), MOST_WAIT_MS)))
    }
    isPaused = false
    socket.resume()
  }
  const deal = async (data: RawData, isBinary: boolean, bytes: number): Promise<void> => {
    if (isOver) return
    count(-bytes - headerOf(bytes), bytes + PER_FRAME)
    atWork += 1
    await turns.take(clientId, costOfFrame(bytes))
    if (!isOver) await context.handle(data, isBinary, bytes)
    atWork -= 1
    if (!isOver) count(0, -bytes - PER_FRAME)
  }
  stream.on('data', (piece: Buffer) => {
    if (isOver) return
    if (received.refusal(clientId, parts + frames, piece.length)) return context.onTooMuch()
    count(piece.length)
    if (piece.length >= LARGE_PIECE || atWork > AT_WORK || rate.wait(clientId) > 0)
      void pause(piece.length)
  })
  socket.on(
    'message',
    (data: RawData, isBinary: boolean) => void deal(data, isBinary, (data as Buffer).length),
  )
  for (const event of ['ping', 'pong'])
    socket.on(event, ({ length }: Buffer) => {
      if (!isOver) count(-length - headerOf(length))
    })
  return {
    isPaused: () => isPaused,
    release() {
      count(-parts, -frames)
      isOver = true
    },
  }
}

/** Bytes before the payload of a client's frame (RFC 6455, 5.2): two, the longer length, the mask. */
const headerOf = (bytes: number): number => (bytes < 126 ? 6 : bytes < 65_536 ? 8 : 14)
