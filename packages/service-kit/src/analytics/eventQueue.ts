import { type Log } from '../log.js'
import { type EventStore, type StoredEvent } from './event.js'

/** Events that wait for the next write. */
export interface EventQueue {
  /** @returns false where too much waits: the event is dropped */
  add(event: StoredEvent): boolean
  /** How many wait. */
  length(): number
  /** Writes the events that wait, and takes no more. Those that cannot be written then are lost, and logged. */
  close(): Promise<void>
}

/** A visitor's next page reads nothing of an event, so a write may wait for others. */
const WRITE_EVERY_MS = 100
const AGAIN_MS = 1_000
/** SQLite writes on the thread that answers requests: so many take a few milliseconds. */
const MOST_IN_WRITE = 500
/** Of all that wait. */
const MOST_WAITING_CHARACTERS = 4 << 20
/** About what an event takes beside its texts. */
const EACH = 256

const sizeOf = ({ id, project, sdkType, sdkVersion, body }: StoredEvent): number =>
  EACH + id.length + project.length + sdkType.length + sdkVersion.length + body.length

/** Writes events in batches. While the database is away they wait, as far as there is room. */
export function createEventQueue({
  events,
  log,
}: {
  events: Pick<EventStore, 'add'>
  log: Log
}): EventQueue {
  let waiting: StoredEvent[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isFailing = false
  let isClosed = false
  const write = async (): Promise<void> => {
    const batch = waiting.slice(0, MOST_IN_WRITE)
    await events.add(batch)
    waiting = waiting.slice(batch.length)
    for (const event of batch) size -= sizeOf(event)
    if (isFailing) log('info', 'events.back')
    isFailing = false
  }
  const fail = (): void => {
    if (!isFailing) log('error', 'events.failed')
    isFailing = true
  }
  const run = (): void => {
    timer = undefined
    writing = write()
      .catch(fail)
      .finally(() => {
        writing = undefined
        if (isFailing) schedule(AGAIN_MS)
        else if (waiting.length > 0) schedule(waiting.length < MOST_IN_WRITE ? WRITE_EVERY_MS : 0)
      })
  }
  const schedule = (ms: number): void => {
    if (!isClosed && !timer && !writing) timer = setTimeout(run, ms).unref()
  }
  return {
    add(event) {
      const own = sizeOf(event)
      if (isClosed || size + own > MOST_WAITING_CHARACTERS) return false
      size += own
      waiting.push(event)
      schedule(WRITE_EVERY_MS)
      return true
    },
    length: () => waiting.length,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await writing
      try {
        while (waiting.length > 0) await write()
      } catch {
        log('error', 'events.lost', { events: waiting.length })
      }
    },
  }
}
