import { type Log } from '@latchkey/service-kit'
import { Worker } from 'node:worker_threads'
import { type StoreOptions } from '../store/openStore.js'
import { type FollowOptions } from './follower.js'
import { type FollowHealth, newHealth } from './health.js'
import { type Report } from './run.js'

export interface FollowingOptions {
  /** A file or a PostgreSQL; `:memory:` cannot be shared with the thread that follows. */
  store: Pick<StoreOptions, 'file' | 'url'>
  chains: readonly FollowOptions[]
}

export interface Following {
  /** The last that was heard of each chain. */
  health(): readonly FollowHealth[]
  /** Waits for windows that are being written, 5 s at most; answers of nodes are not waited for. */
  close(): Promise<void>
}

const RESTART_MS = 1_000
/** A thread that does not end by itself, for a database that does not answer, is ended. */
const END_MS = 5_000
/** Answers of nodes live for one window: a small nursery keeps the thread small. */
const YOUNG_MB = 8

/** Follows chains in a thread of its own, which is started again where it fails. */
export function startFollowing(options: FollowingOptions, log: Log = () => undefined): Following {
  let health: readonly FollowHealth[] = options.chains.map(({ chain }) => newHealth(chain))
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let closing = false

  /** Each change of a state is logged once. */
  const hear = (report: Report): void => {
    if (report.error) log('error', 'follower_failed', { error: report.error })
    for (const now of report.health) {
      const before = health.find(({ chain }) => chain === now.chain)
      if (before?.state !== now.state)
        log(now.state === 'following' ? 'info' : 'warn', 'follower_state', {
          chain: now.chain,
          state: now.state,
          ...(now.top !== undefined && { top: now.top }),
        })
    }
    health = report.health
  }
  const start = (): void => {
    worker = new Worker(new URL('./followWorker.js', import.meta.url), {
      workerData: { store: options.store, chains: options.chains } satisfies FollowingOptions,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    worker.on('message', hear)
    worker.on('error', (error) => log('error', 'follower_failed', { error: String(error) }))
    worker.on('exit', () => {
      if (!closing) restart = setTimeout(start, RESTART_MS)
    })
  }
  start()
  return {
    health: () => health,
    async close() {
      closing = true
      clearTimeout(restart)
      const last = worker
      if (!last || last.threadId === -1) return
      const gone = new Promise((done) => last.once('exit', done))
      last.postMessage('stop')
      const late = setTimeout(() => void last.terminate(), END_MS)
      await gone
      clearTimeout(late)
    },
  }
}
