import type { SubmissionStatus } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import { linked, pause, type Ground } from './ground.js'
import { createSentList, keyOf } from './sentList.js'

/** Pending for longer than this, ms, it is not looked for any more. */
const OLDEST = 14 * 24 * 60 * 60 * 1000
/** After how long it is looked for again where nobody could tell, ms: at first, and at last. */
const RETRY = 30_000
const SELDOM = 60 * 60 * 1000
/** After how long tabs that wrote at the same moment have heard of each other, ms. */
const SETTLED = 1_000

const VARIANT = { success: 'success', failed: 'error', replaced: 'info', dropped: 'error' } as const
const TEXT = {
  success: 'send.toastSuccess',
  failed: 'send.toastFailed',
  replaced: 'send.toastReplaced',
  dropped: 'send.toastDropped',
} as const
type Ended = Exclude<SubmissionStatus, { status: 'pending' }>

/** Whether it is not known yet how it ends. */
const isOpen = ({ status }: SentTransaction): boolean =>
  status === 'pending' || status === 'unanswered'

/** Runs it here alone of all tabs of this site; in the others when this one is closed. */
const alone = async (
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> => {
  const locks =
    typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
  let isTurn = !locks
  await locks
    ?.request(name, { signal }, () => {
      isTurn = true
      return run()
    })
    .catch((error: unknown) => {
      if (isTurn || signal.aborted) throw error
    })
  // A page in a closed frame has no locks, nor other tabs.
  if (!locks || !isTurn) await run()
}

export interface Sent {
  /** @param instead what it was before: a request that the wallet has now answered */
  add(transaction: SentTransaction, instead?: SentTransaction): SentTransaction
  dismiss(id: string): void
  /** Looks again at once at what is pending. */
  resume(): void
}

type List = ReturnType<typeof createSentList>

/** Follows transactions to their ends, each in one tab. */
function createFollowing(
  { ctx, adapter }: Ground,
  list: List,
  onEnd: (key: string, ended: Ended) => void,
): { follow(transaction: SentTransaction): void; wake(): void } {
  const following = new Set<string>()
  let resting = linked(ctx.signal)
  /** @returns whether there is nothing more to watch; adapters stop after a while */
  const watch = async (key: string): Promise<boolean> => {
    // As the storage has it: another tab may have seen its end just now. Or the site has not this network any more.
    const found = list.stored().find((each) => keyOf(each) === key)
    const network = found && ctx.networks.find(found.network)?.value
    if (!network || found.status !== 'pending') return true
    const { send } = await adapter(network.namespace)
    for await (const status of send?.watch(
      { id: found.id, kind: found.kind },
      { network, signal: ctx.signal },
    ) ?? []) {
      if (ctx.signal.aborted) return true
      if (status.status === 'pending') continue
      onEnd(key, status)
      return true
    }
    return false
  }
  const patiently = async (key: string): Promise<void> => {
    for (let round = 0; !ctx.signal.aborted; round++) {
      const isOver = await watch(key).catch((error: unknown) => {
        ctx.log.warn(error)
        return false
      })
      if (isOver) return
      await pause(Math.min(RETRY * 2 ** round, SELDOM), resting.signal)
    }
  }
  return {
    follow(transaction) {
      const key = keyOf(transaction)
      if (transaction.status !== 'pending' || following.has(key)) return
      following.add(key)
      void alone(`latchkey-send ${key}`, ctx.signal, () => patiently(key))
        .catch((error: unknown) => ctx.signal.aborted || ctx.log.warn(error))
        .finally(() => following.delete(key))
    },
    wake() {
      const { abort } = resting
      resting = linked(ctx.signal)
      abort()
    },
  }
}

/** The list as all tabs write it. They undo each other where they write at the same moment, so that what was added or taken out here is looked for again. */
function createShared(
  { ctx }: Ground,
  list: List,
  onFound: (ended: readonly SentTransaction[]) => void,
) {
  /** Taken out here. */
  const gone = new Set<string>()
  const isGone = ({ id }: SentTransaction): boolean => gone.has(id)
  /** What any tab wrote. What ended is shown until it is dismissed here. */
  const merge = (): void => {
    const theirs = list.stored().filter((each) => !isGone(each))
    const keys = new Set(theirs.map(keyOf))
    const ended = theirs.filter(
      (each) => !isOpen(each) && list.find(keyOf(each))?.status === 'pending',
    )
    list.show([...theirs, ...list.get().filter((mine) => !isOpen(mine) && !keys.has(keyOf(mine)))])
    onFound(ended)
  }
  const recheck = async (added?: SentTransaction): Promise<void> => {
    await pause(SETTLED, ctx.signal)
    if (ctx.signal.aborted) return
    merge()
    const lost = added && !isGone(added) && !list.find(keyOf(added)) ? [added] : []
    if (!lost.length && !list.stored().some(isGone)) return
    list.put([...lost, ...list.get()])
    onFound([])
  }
  return {
    merge,
    add(transaction: SentTransaction, instead?: SentTransaction): SentTransaction {
      if (instead) gone.add(instead.id)
      gone.delete(transaction.id)
      const key = keyOf(transaction)
      merge()
      list.put([
        transaction,
        ...list.get().filter((each) => each.id !== instead?.id && keyOf(each) !== key),
      ])
      void recheck(transaction)
      return list.find(key) ?? transaction
    },
    drop(id: string): void {
      gone.add(id)
      merge()
      list.put(list.get().filter((each) => each.id !== id))
      void recheck()
    },
  }
}

/** What was sent from here: kept over reloads, followed to its end, which is said once. */
export function createSent(ground: Ground, onEnd: (transaction: SentTransaction) => void): Sent {
  const { ctx } = ground
  const list = createSentList(ground)
  const shared = createShared(ground, list, (ended) => {
    list.get().forEach(follow)
    ended.forEach(onEnd)
  })
  const { follow, wake } = createFollowing(ground, list, (key, ended) => {
    shared.merge()
    const transaction =
      'by' in ended ? ended.by : 'transaction' in ended ? ended.transaction : undefined
    list.put(
      list
        .get()
        .map((each) =>
          keyOf(each) === key
            ? { ...each, status: ended.status, ...(transaction !== undefined && { transaction }) }
            : each,
        ),
    )
    const told = list.find(key)
    if (!told) return
    const { amount, symbol } = told
    ctx.toasts.show({
      variant: VARIANT[ended.status],
      message: ctx.messages.text(TEXT[ended.status], { amount, symbol }),
    })
    ctx.events.emit('send:settled', { transaction: told })
    onEnd(told)
  })
  list.put(list.stored().filter((each) => isOpen(each) && Date.now() - each.at < OLDEST))
  ctx.storage.subscribe('sent', shared.merge)
  list.get().forEach(follow)
  return {
    add(transaction, instead) {
      const kept = shared.add(transaction, instead)
      follow(kept)
      return kept
    },
    dismiss: shared.drop,
    resume() {
      wake()
      list.get().forEach(follow)
    },
  }
}
