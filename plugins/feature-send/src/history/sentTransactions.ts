import type { SentTransaction } from '../api.js'
import type { SendServices } from '../services/sendServices.js'
import { shownParts } from '../form/nfts.js'
import { pause } from '../services/timing.js'
import { createTransactionFollower, type FinalStatus } from './followTransactions.js'
import { createSentList, sentKey, type SentList } from './sentList.js'

/** A transaction that has been pending for longer is no longer followed. */
const MAX_PENDING_MS = 14 * 24 * 60 * 60 * 1000
/** Time after which tabs that wrote at the same moment have received each other's changes. */
const STORAGE_SETTLE_MS = 1_000

const TOAST_VARIANTS = {
  success: 'success',
  failed: 'error',
  replaced: 'info',
  dropped: 'error',
} as const
const TOAST_TEXTS = {
  success: 'send.toastSuccess',
  failed: 'send.toastFailed',
  replaced: 'send.toastReplaced',
  dropped: 'send.toastDropped',
} as const

/** Whether its end is not known yet. */
const isOpen = ({ status }: SentTransaction): boolean =>
  status === 'pending' || status === 'unanswered'

const withEnd = (transaction: SentTransaction, end: FinalStatus): SentTransaction => {
  const hash = 'by' in end ? end.by : 'transaction' in end ? end.transaction : undefined
  return { ...transaction, status: end.status, ...(hash !== undefined && { transaction: hash }) }
}

export interface SentTransactions {
  /** @param previous - the request that the wallet has now answered: this takes its place */
  add(transaction: SentTransaction, previous?: SentTransaction): SentTransaction
  dismiss(id: string): void
  /** Asks again at once about pending transactions. */
  resume(): void
}

/**
 * The list that all tabs of the site write. Tabs that write at the same moment undo each other's
 * changes, so changes of this tab are checked once more when the others have settled.
 */
function createSharedList(
  { ctx }: SendServices,
  list: SentList,
  onMerged: (ended: readonly SentTransaction[]) => void,
) {
  /** Ids that this tab has removed. */
  const removed = new Set<string>()
  const isRemoved = ({ id }: SentTransaction): boolean => removed.has(id)
  /** Takes over the changes of all tabs. Ended transactions are shown until they are dismissed here. */
  const merge = (): void => {
    const stored = list.readStored().filter((each) => !isRemoved(each))
    const keys = new Set(stored.map(sentKey))
    const ended = stored.filter(
      (each) => !isOpen(each) && list.find(sentKey(each))?.status === 'pending',
    )
    const shownHereAlone = list.get().filter((each) => !isOpen(each) && !keys.has(sentKey(each)))
    list.show([...stored, ...shownHereAlone])
    onMerged(ended)
  }
  const recheck = async (added?: SentTransaction): Promise<void> => {
    await pause(STORAGE_SETTLE_MS, ctx.signal)
    if (ctx.signal.aborted) return
    merge()
    const lost = added && !isRemoved(added) && !list.find(sentKey(added)) ? [added] : []
    if (!lost.length && !list.readStored().some(isRemoved)) return
    list.store([...lost, ...list.get()])
    onMerged([])
  }
  return {
    merge,
    add(transaction: SentTransaction, previous?: SentTransaction): SentTransaction {
      if (previous) removed.add(previous.id)
      removed.delete(transaction.id)
      const key = sentKey(transaction)
      merge()
      const others = list.get().filter((each) => each.id !== previous?.id && sentKey(each) !== key)
      list.store([transaction, ...others])
      void recheck(transaction)
      return list.find(key) ?? transaction
    },
    remove(id: string): void {
      removed.add(id)
      merge()
      list.store(list.get().filter((each) => each.id !== id))
      void recheck()
    },
  }
}

/**
 * The transactions that were sent from this site: kept over reloads, and followed to their ends.
 * Each end is announced once, in one tab.
 */
export function createSentTransactions(
  services: SendServices,
  onEnd: (transaction: SentTransaction) => void,
): SentTransactions {
  const { ctx } = services
  const list = createSentList(services)
  const shared = createSharedList(services, list, (ended) => {
    list.get().forEach(follow)
    ended.forEach(onEnd)
  })
  const announceEnd = (key: string, end: FinalStatus): void => {
    shared.merge()
    list.store(list.get().map((each) => (sentKey(each) === key ? withEnd(each, end) : each)))
    const ended = list.find(key)
    if (!ended) return
    ctx.toasts.show({
      variant: TOAST_VARIANTS[end.status],
      message: ctx.messages.text(TOAST_TEXTS[end.status], shownParts(ended)),
    })
    ctx.events.emit('send:settled', { transaction: ended })
    onEnd(ended)
  }
  const { follow, retryNow } = createTransactionFollower(services, list, announceEnd)
  const isRecent = ({ at }: SentTransaction): boolean => Date.now() - at < MAX_PENDING_MS
  list.store(list.readStored().filter((each) => isOpen(each) && isRecent(each)))
  ctx.storage.subscribe('sent', shared.merge)
  list.get().forEach(follow)
  return {
    add(transaction, previous) {
      const added = shared.add(transaction, previous)
      follow(added)
      return added
    },
    dismiss: shared.remove,
    resume() {
      retryNow()
      list.get().forEach(follow)
    },
  }
}
