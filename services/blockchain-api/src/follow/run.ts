import { setImmediate, setTimeout } from 'node:timers/promises'
import { type FollowerStore } from '../store/follower.js'
import { type FollowOptions, Follower } from './follower.js'
import { type FollowHealth } from './health.js'

/** After an error that is not a node's, of the database for example. */
const ERROR_WAIT_MS = 5_000
const REPORT_MS = 1_000

export interface Report {
  health: readonly FollowHealth[]
  /** The database or the follower itself failed; the words are for the log of the server. */
  error?: string
}

/** Follows several chains until the signal is aborted, each at its own pace. */
export async function runFollowers(
  store: FollowerStore,
  chains: readonly FollowOptions[],
  signal: AbortSignal,
  report: (report: Report) => void,
): Promise<void> {
  const followers = chains.map((chain) => new Follower(store, chain, signal))
  const tell = (error?: string) =>
    report({ health: followers.map((one) => one.health()), ...(error && { error }) })
  const timer = setInterval(tell, REPORT_MS)
  await Promise.all(
    followers.map(async (one) => {
      while (!signal.aborted) {
        const wait = await one.step().catch((error: unknown) => {
          tell(error instanceof Error ? error.message : String(error))
          return ERROR_WAIT_MS
        })
        // Timers and the signal to stop take turns with every step, also where nothing is waited for.
        await (wait > 0
          ? setTimeout(wait, undefined, { signal }).catch(() => undefined)
          : setImmediate())
      }
      await one.close()
    }),
  )
  clearInterval(timer)
}
