import { createHeap } from './heap.js'

/** Decides whose work is next: clients take turns, however much each of them asks for. */
export interface Turns {
  /** Resolves when it is this client's turn to use that many units. */
  waitForTurn(clientId: string, cost: number): Promise<void>
}

/**
 * Units of work between two reads of the sockets, about 10 ms: one unit is a small request, about
 * 30 us.
 */
const MAX_UNITS_PER_ROUND = 256
/** Idle clients that may be remembered beside the busy ones before they are forgotten. */
const MAX_IDLE_QUEUES = 1000

interface QueuedWork {
  cost: number
  end: number
  start(): void
}
/**
 * `last`: when the client's newest work would end if every client had the same share of the relay.
 */
interface ClientQueue {
  waiting: QueuedWork[]
  last: number
  at: number
}

/**
 * Fair queueing by client id: work is done in the order in which it would end if all busy clients
 * shared the relay evenly. A client with 400 connections has one share, and a small request does
 * not wait behind the large ones of others.
 */
export function createTurns(): Turns {
  const lines = new Map<string, ClientQueue>()
  const busy = createHeap<ClientQueue>((one, other) => nextEndOf(one) < nextEndOf(other))
  let clock = 0
  let isScheduled = false

  const run = (): void => {
    isScheduled = false
    for (
      let left = MAX_UNITS_PER_ROUND, line = busy.first();
      left > 0 && line;
      line = busy.first()
    ) {
      const work = line.waiting.shift()
      if (!work) break
      clock += work.cost / busy.size()
      left -= work.cost
      if (line.waiting.length > 0) busy.moved(line)
      else busy.remove(line)
      work.start()
    }
    if (busy.size() > 0) return schedule()
    lines.clear()
    clock = 0
  }
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(run)
    if (lines.size > 2 * busy.size() + MAX_IDLE_QUEUES)
      for (const [clientId, line] of lines)
        if (line.waiting.length === 0 && line.last <= clock) lines.delete(clientId)
  }
  return {
    waitForTurn: (clientId, cost) =>
      new Promise((go) => {
        const line = lines.get(clientId) ?? { waiting: [], last: 0, at: 0 }
        lines.set(clientId, line)
        line.last = Math.max(clock, line.last) + cost
        line.waiting.push({ cost, end: line.last, start: go })
        if (line.waiting.length === 1) busy.add(line)
        schedule()
      }),
  }
}

const nextEndOf = ({ waiting: [next] }: ClientQueue): number => next?.end ?? Infinity
