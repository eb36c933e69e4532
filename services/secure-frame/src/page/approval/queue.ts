import { MAX_QUEUED_REQUESTS } from '@latchkey/embedded-wallet/protocol'
import { FrameError, rejected } from '../link/errors.js'

/** Requests that wait for the person, one card at a time. */
export interface Queue {
  /** Runs when those before are done. @throws FrameError beyond 20, or when the signal ends first */
  add<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function createQueue(): Queue {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    async add(run, signal) {
      if (waiting >= MAX_QUEUED_REQUESTS)
        throw new FrameError('Too many requests are waiting.', {
          code: -32_005,
          reason: 'too_many_waiting',
        })
      waiting += 1
      const turn = last.then(async () => {
        if (signal.aborted) throw rejected()
        return run()
      })
      last = turn.catch(() => undefined)
      return turn.finally(() => (waiting -= 1))
    },
  }
}
