import type { SubmissionStatus } from '@latchkey/plugin-api'
import type { SentTransaction } from '../api.js'
import type { SendServices } from '../services/sendServices.js'
import { linkSignals, pause } from '../services/timing.js'
import { sentKey, type SentList } from './sentList.js'

/** Time between two attempts to learn the status of a transaction: the first, doubled up to the last. */
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 60 * 60 * 1000

export type FinalStatus = Exclude<SubmissionStatus, { status: 'pending' }>

/** Runs this in one tab of the site at a time; another tab takes over when that one is closed. */
async function runInOneTab(
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
  let hasRun = !locks
  await locks
    ?.request(name, { signal }, () => {
      hasRun = true
      return run()
    })
    .catch((error: unknown) => {
      if (hasRun || signal.aborted) throw error
    })
  // A page in a closed frame has no locks, and no other tabs either.
  if (!locks || !hasRun) await run()
}

export interface TransactionFollower {
  /** Watches a pending transaction until its end is known. */
  follow(transaction: SentTransaction): void
  /** Asks at once about transactions whose next attempt is still to come. */
  retryNow(): void
}

/** Follows transactions until their ends are known, each in one tab. */
export function createTransactionFollower(
  { ctx, loadAdapter }: SendServices,
  list: SentList,
  onEnd: (key: string, end: FinalStatus) => void,
): TransactionFollower {
  const following = new Map<string, { ending: AbortController; wake(): void }>()
  // One listener, however many transactions are followed: each of them has a signal of its own.
  ctx.signal.addEventListener(
    'abort',
    () => {
      for (const { ending } of following.values()) ending.abort()
    },
    { once: true },
  )
  /** @returns `true`: there is nothing left to watch. `false`: the adapter stopped watching. */
  const watchOnce = async (key: string, signal: AbortSignal): Promise<boolean> => {
    // Another tab may have stored the end just now, or the site may have dropped this network.
    const found = list.readStored().find((each) => sentKey(each) === key)
    const network = found && ctx.networks.find(found.network)?.value
    if (!network || found.status !== 'pending') return true
    const { send } = await loadAdapter(network.namespace)
    for await (const status of send?.watch(
      { id: found.id, kind: found.kind },
      { network, signal },
    ) ?? []) {
      if (signal.aborted) return true
      if (status.status === 'pending') continue
      onEnd(key, status)
      return true
    }
    return false
  }
  const watchUntilEnd = async (key: string, signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const isDone = await watchOnce(key, signal).catch((error: unknown) => {
        ctx.log.warn(error)
        return false
      })
      if (isDone) return
      const waiting = linkSignals(signal)
      following.get(key)!.wake = () => waiting.abort()
      await pause(Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS), waiting.signal)
      waiting.end()
    }
  }
  return {
    follow(transaction) {
      const key = sentKey(transaction)
      const isNew = transaction.status === 'pending' && !following.has(key)
      if (!isNew || ctx.signal.aborted) return
      const ending = new AbortController()
      const { signal } = ending
      following.set(key, { ending, wake: () => undefined })
      void runInOneTab(`latchkey-send ${key}`, signal, () => watchUntilEnd(key, signal))
        .catch((error: unknown) => signal.aborted || ctx.log.warn(error))
        .finally(() => following.delete(key))
    },
    retryNow() {
      for (const { wake } of following.values()) wake()
    },
  }
}
