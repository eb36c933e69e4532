import type { SubmissionStatus } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import { pause, type Ground } from './ground.js'
import { createSentList, keyOf } from './sentList.js'

/** Pending for longer than this, ms, it is not looked for any more. */
const OLDEST = 14 * 24 * 60 * 60 * 1000
/** How often a node that cannot be asked is tried again, and after how long, ms. */
const TRIES = 3
const RETRY = 30_000

const VARIANT = { success: 'success', failed: 'error', replaced: 'info', dropped: 'error' } as const
const TEXT = { success: 'send.toastSuccess', failed: 'send.toastFailed', replaced: 'send.toastReplaced', dropped: 'send.toastDropped' } as const
type Ended = Exclude<SubmissionStatus, { status: 'pending' }>

/** Runs it here alone of all tabs of this site; in the others when this one is closed. */
const alone = async (name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
  await (locks ? locks.request(name, { signal }, run) : run())
}

export interface Sent {
  add(transaction: SentTransaction): SentTransaction
  dismiss(id: string): void
  /** Follows again what is pending and not followed any more. */
  resume(): void
}

type List = ReturnType<typeof createSentList>

/** Follows transactions to their ends, each in one tab. */
function createFollowing({ ctx, adapter }: Ground, list: List, onEnd: (key: string, ended: Ended) => void): (transaction: SentTransaction) => void {
  const following = new Set<string>()
  const watch = async (key: string): Promise<void> => {
    // As the storage has it: another tab may have seen its end just now. Or the site has not this network any more.
    const found = list.stored().find((each) => keyOf(each) === key)
    const network = found && ctx.networks.find(found.network)?.value
    if (!network || found.status !== 'pending') return
    const { send } = await adapter(network.namespace)
    for await (const status of send?.watch({ id: found.id, kind: found.kind }, { network, signal: ctx.signal }) ?? []) {
      if (ctx.signal.aborted) return
      if (status.status !== 'pending') return onEnd(key, status)
    }
  }
  const patiently = async (key: string): Promise<void> => {
    for (let tries = 0; tries < TRIES && !ctx.signal.aborted; tries++) {
      try {
        return await watch(key)
      } catch (error) {
        ctx.log.warn(error)
        await pause(RETRY, ctx.signal)
      }
    }
  }
  return (transaction) => {
    const key = keyOf(transaction)
    if (transaction.status !== 'pending' || following.has(key)) return
    following.add(key)
    void alone(`latchkey-send ${key}`, ctx.signal, () => patiently(key)).catch((error: unknown) => ctx.signal.aborted || ctx.log.warn(error)).finally(() => following.delete(key))
  }
}

/** What was sent from here: kept over reloads, followed to its end, which is said once. */
export function createSent(ground: Ground, onEnd: (transaction: SentTransaction) => void): Sent {
  const { ctx } = ground
  const list = createSentList(ground)
  const follow = createFollowing(ground, list, (key, ended) => {
    const transaction = 'by' in ended ? ended.by : 'transaction' in ended ? ended.transaction : undefined
    list.put(list.get().map((each) => (keyOf(each) === key ? { ...each, status: ended.status, ...(transaction !== undefined && { transaction }) } : each)))
    const told = list.find(key)
    if (!told) return
    const { amount, symbol } = told
    ctx.toasts.show({ variant: VARIANT[ended.status], message: ctx.messages.text(TEXT[ended.status], { amount, symbol }) })
    ctx.events.emit('send:settled', { transaction: told })
    onEnd(told)
  })
  /** What any tab wrote. What ended is shown until it is dismissed here. */
  const merge = (): void => {
    const theirs = list.stored()
    const keys = new Set(theirs.map(keyOf))
    list.show([...theirs, ...list.get().filter((mine) => mine.status !== 'pending' && !keys.has(keyOf(mine)))])
    list.get().forEach(follow)
  }
  list.put(list.stored().filter(({ status, at }) => status === 'pending' && Date.now() - at < OLDEST))
  ctx.storage.subscribe('sent', merge)
  list.get().forEach(follow)
  return {
    add(transaction) {
      list.put([transaction, ...list.get()])
      const kept = list.find(keyOf(transaction)) ?? transaction
      follow(kept)
      return kept
    },
    dismiss: (id) => list.put(list.get().filter((each) => each.id !== id)),
    resume: () => list.get().forEach(follow),
  }
}
