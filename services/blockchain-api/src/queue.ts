import { refusal } from '@latchkey/service-kit/http'

export interface Queue {
  /**
   * Runs the task when it is its turn. One that is told to stop while it waits leaves the queue; one
   * that runs and does not listen is not waited for, and its place goes to the next.
   * @throws Refusal 503 with `Retry-After` where the queue is full; the reason of the signal
   */
  run<Answer>(task: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>
}

const RETRY_AFTER_SECONDS = '5'

/**
 * Bounds what is done at the same time.
 * @param running tasks at once
 * @param waiting tasks that may wait for them
 */
export function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const line: (() => void)[] = []
  let busy = 0
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((go, fail) => {
      const leave = (): void => {
        line.splice(line.indexOf(enter), 1)
        fail(signal?.reason)
      }
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        go()
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.push(enter)
    })
  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      if (busy < running) busy += 1
      else if (line.length < waiting) await turn(signal)
      else
        throw refusal(503, 'busy', 'Too much is being fetched now. Ask again later.', {
          'Retry-After': RETRY_AFTER_SECONDS,
        })
      try {
        return await (signal ? untilAborted(task, signal) : task())
      } finally {
        // The place goes to the next one directly, so that a newcomer cannot take it in between.
        const next = line.shift()
        if (next) next()
        else busy -= 1
      }
    },
  }
}

const untilAborted = async <Answer>(
  task: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> => {
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([task(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
