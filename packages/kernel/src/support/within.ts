import { LatchkeyError } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'

/** Longest time for which one step may hold up the others, ms. */
export const LIMIT = 10_000

/** Waits for what never rejects, but no longer than the limit, after which that is reported. A disposed kernel waits no more. */
export const within = (
  { bin, report }: Inner,
  work: Promise<unknown>,
  what: string,
): Promise<void> =>
  new Promise((resolve) => {
    const end = bin.add(() => {
      clearTimeout(timer)
      resolve()
    })
    const timer = setTimeout(() => {
      report(
        new LatchkeyError(
          'kernel.timed_out',
          `${what} takes over ${LIMIT / 1000} s: the kernel goes on without it.`,
          { context: { what, ms: LIMIT } },
        ),
        what,
      )
      end()
    }, LIMIT)
    void work.then(end)
  })
