import { type Duplex } from 'node:stream'
import { type RawData, type WebSocket } from 'ws'
import { costOfBytes, costOfFrame } from '../bounds/costs.js'
import { type Limits } from '../bounds/limits.js'
import { type Pool } from '../bounds/pool.js'
import { type RateLimit } from '../bounds/rateLimit.js'
import { type Turns } from '../bounds/turns.js'

/** The incoming frames of one connection, read no faster than they are handled. */
export interface Inbox {
  /** Whether the relay does not read at present. */
  isPaused(): boolean
  /** Gives its share of the pool back. Call it when the connection has ended. */
  release(): void
}

export interface InboxContext {
  /** Bytes that were read and not handled yet, of all clients. */
  received: Pool
  /** Lets clients take turns, so that one that sends much holds up nobody. */
  turns: Turns
  rate: RateLimit
  limits: Pick<Limits, 'frameBytes'>
  /** Handles a frame. Its bytes count as received until the promise settles. */
  handleFrame(data: RawData, isBinary: boolean, bytes: number): Promise<void>
  /** Called when the client has sent more than the pool allows. It ends the connection. */
  onTooMuch(): void
}

/** A chunk of this size waits for the client's turn. Smaller ones cost too little to wait for. */
const LARGE_CHUNK_BYTES = 4096
/**
 * Frames of a connection that may be at work at once. The others wait as plain bytes: promises and
 * closures for all frames of 400 flooding clients made pauses of the garbage collector that an
 * honest client noticed.
 */
const MAX_FRAMES_AT_WORK = 16
/** Memory of a waiting frame beside its bytes. */
const FRAME_OVERHEAD_BYTES = 512
/** The most that Node reads from a socket at once. */
const CHUNK_BYTES = 64 << 10
/** A paused socket is looked at again after so long, in case its connection has ended. */
const MAX_PAUSE_STEP_MS = 1000

/** A frame that was read and is not at work yet. */
interface Frame {
  data: RawData
  isBinary: boolean
  bytes: number
}

/**
 * Reads the frames of a connection: counts their bytes, pauses the socket while the client is ahead of
 * its turn or its rate, and works on 16 frames at once.
 * @param stream the bytes below `socket`: they count before they are a whole frame
 */
// eslint-disable-next-line max-lines-per-function -- the counts of one inbox, which all its steps change
export function createInbox(
  socket: WebSocket,
  stream: Duplex,
  clientId: string,
  context: InboxContext,
): Inbox {
  const { received, turns, rate, limits } = context
  /** Bytes that are not a whole frame yet. */
  let partBytes = 0
  /** Bytes of the frames that wait or are at work. */
  let frameBytes = 0
  let [atWork, isPaused, isOver] = [0, false, false]
  const waiting: Frame[] = []
  /** Adds to the bytes of parts and of frames, or subtracts, and tells the pool. */
  const count = (addedParts: number, addedFrames = 0): void => {
    const before = partBytes + frameBytes
    // A message in several frames has more headers than are subtracted when it is whole. The limit
    // keeps what is left of them from adding up for ever.
    partBytes = Math.max(0, Math.min(partBytes + addedParts, limits.frameBytes + 2 * CHUNK_BYTES))
    frameBytes += addedFrames
    received.addAmount(clientId, partBytes + frameBytes - before)
  }
  /** Stops reading until the client's turn has come, its rate allows more, and no frame waits. */
  const pause = async (bytes: number): Promise<void> => {
    if (isPaused || isOver) return
    isPaused = true
    socket.pause()
    await turns.waitForTurn(clientId, costOfBytes(bytes))
    for (
      let ms = rate.waitMs(clientId);
      !isOver && (ms > 0 || waiting.length > 0);
      ms = rate.waitMs(clientId)
    ) {
      await new Promise((done) => setTimeout(done, Math.min(Math.max(1, ms), MAX_PAUSE_STEP_MS)))
    }
    isPaused = false
    socket.resume()
  }
  const workOn = async ({ data, isBinary, bytes }: Frame): Promise<void> => {
    await turns.waitForTurn(clientId, costOfFrame(bytes))
    if (!isOver) await context.handleFrame(data, isBinary, bytes)
    if (!isOver) count(0, -bytes - FRAME_OVERHEAD_BYTES)
    atWork -= 1
    startWork()
  }
  const startWork = (): void => {
    while (!isOver && atWork < MAX_FRAMES_AT_WORK && waiting.length > 0) {
      atWork += 1
      void workOn(waiting.shift()!)
    }
  }
  stream.on('data', (piece: Buffer) => {
    if (isOver) return
    if (received.refusalFor(clientId, partBytes + frameBytes, piece.length))
      return context.onTooMuch()
    count(piece.length)
    if (piece.length >= LARGE_CHUNK_BYTES || waiting.length > 0 || rate.waitMs(clientId) > 0)
      void pause(piece.length)
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isOver) return
    const bytes = (data as Buffer).length
    count(-bytes - headerBytesOf(bytes), bytes + FRAME_OVERHEAD_BYTES)
    waiting.push({ data, isBinary, bytes })
    startWork()
  })
  for (const event of ['ping', 'pong'])
    socket.on(event, ({ length }: Buffer) => {
      if (!isOver) count(-length - headerBytesOf(length))
    })
  return {
    isPaused: () => isPaused,
    release() {
      count(-partBytes, -frameBytes)
      isOver = true
      waiting.length = 0
    },
  }
}

/**
 * Bytes before the payload of a client's frame (RFC 6455, 5.2): two, the extended length, the mask.
 */
const headerBytesOf = (bytes: number): number => (bytes < 126 ? 6 : bytes < 65_536 ? 8 : 14)
