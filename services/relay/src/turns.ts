import { createHeap } from './heap.js'

/** Whose work is next: clients in turn, however much each of them asks for. */
export interface Turns {
  /** Resolves when it is this client's turn to make the relay work so much. */
  take(clientId: string, cost: number): Promise<void>
}

/** Work between two looks at the sockets, about 10 ms: one unit is a small request, about 30 us. */
const UNITS_AT_ONCE = 256
/** Clients with nothing to do that are remembered for the sake of those that have. */
const RESTING = 1000

interface Work {
  cost: number
  end: number
  go(): void
}
/** `last`: when the client's newest work would end, had everybody the same share of the relay. */
interface Line {
  waiting: Work[]
  last: number
  at: number
}

/**
 * Fair queueing by client id: work is done in the order in which it would end if all clients that want something shared the relay
 * evenly. A client with 400 connections has one share, and a small request does not wait behind the large ones of others.
 */
export function createTurns(): Turns {
  const lines = new Map<string, Line>()
  const busy = createHeap<Line>((one, other) => endOf(one) < endOf(other))
  let clock = 0
  let isScheduled = false

  const run = (): void => {
    isScheduled = false
    for (let left = UNITS_AT_ONCE, line = busy.first(); left > 0 && line; line = busy.first()) {
      const work = line.waiting.shift()
      if (!work) break
      clock += work.cost / busy.size()
      left -= work.cost
      if (line.waiting.length > 0) busy.moved(line)
      else busy.remove(line)
      work.go()
    }
    if (busy.size() > 0) return schedule()
    lines.clear()
    clock = 0
  }
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(run)
    if (lines.size > 2 * busy.size() + RESTING)
      for (const [clientId, line] of lines)
        if (line.waiting.length === 0 && line.last <= clock) lines.delete(clientId)
  }
  return {
    take: (clientId, cost) =>
      new Promise((go) => {
        const line = lines.get(clientId) ?? { waiting: [], last: 0, at: 0 }
        lines.set(clientId, line)
        line.last = Math.max(clock, line.last) + cost
        line.waiting.push({ cost, end: line.last, go })
        if (line.waiting.length === 1) busy.add(line)
        schedule()
      }),
  }
}

const endOf = ({ waiting: [next] }: Line): number => next?.end ?? Infinity
