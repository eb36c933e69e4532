import { isLatchkeyError, LatchkeyError, type Submission } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import { toNumeric } from './amount.js'
import type { Fees } from './fees.js'
import { linked, unlessAborted, type Ground } from './ground.js'
import { demandOrder, toTransfer, type Order } from './order.js'
import { addFee, addPreviewer, type Held } from './review.js'

interface Current extends Held {
  /** Whether the visitor agreed: from then on the wallet decides. */
  isAgreed: boolean
  stop(reason: LatchkeyError): void
}

export interface Submitting {
  send(): Promise<SentTransaction>
  confirm(): void
  decline(): void
  /** The account or the network is another one. */
  leave(): void
}

const declined = (): LatchkeyError => new LatchkeyError('wallet.user_rejected', 'The visitor declined before the wallet was asked: nothing was sent.')
const CANCELS = ['wallet.user_rejected', 'wallet.account_changed', 'kernel.aborted', 'kernel.disposed'] as const
const isCancel = (error: unknown): boolean => CANCELS.some((code) => isLatchkeyError(error, code))

/** Follows the view in which the visitor agrees: leaving it, or closing the modal, is a no. @returns what ends that */
function pushReview({ router, modal }: Ground['ctx'], onLeft: () => void): () => void {
  if (!modal.get().open) return () => undefined
  router.push('send.review')
  const key = router.get().at(-1)?.key
  return router.subscribe((stack) => {
    if (!stack.some((entry) => entry.key === key)) onLeft()
  })
}

/** Back to the account, for those who are still looking at what they sent. */
function toAccount({ router, modal }: Ground['ctx']): void {
  if (modal.get().open && router.get().at(-1)?.view.startsWith('send.')) router.reset('Account')
}

const toSent = ({ account, network, token, value, receiver }: Order, submission: Submission): SentTransaction =>
  ({ id: submission.id, kind: submission.kind, network: network.id, account: account.address, receiver: receiver.address, amount: toNumeric(value, token.quantity.decimals), symbol: token.symbol, at: Date.now(), status: 'pending' })

async function submit({ adapter }: Ground, order: Order, signal: AbortSignal): Promise<Submission> {
  const chain = await adapter(order.account.namespace)
  if (!chain.send) throw new LatchkeyError('send.unsupported_chain', 'Unsupported chain', { context: { namespace: order.account.namespace } })
  return chain.send.submit(toTransfer(order, signal))
}

/** What stopped it says more than what an adapter made of it. */
const reasonOf = ({ signal: { aborted, reason } }: Held, caught: unknown): unknown =>
  (!aborted ? caught : isLatchkeyError(reason) ? reason : new LatchkeyError('kernel.aborted', 'Sending was given up, as the kernel has ended.', { cause: reason }))

/** The fee that the form knows, until that of now is there: fees change while people type. */
function findFee(ground: Ground, fees: Fees, held: Held): void {
  const { fee } = ground.slice.get()
  const find = (): Promise<unknown> => fees.of(toTransfer(held.order, held.signal), held.order, held.signal).then((found) => found && addFee(ground, held, found))
  if (fee.status === 'known') held.fee = fee.amount
  void find().catch((error: unknown) => ground.ctx.log.debug(error))
}

/** Has the wallet send what the form holds: one at a time. */
export function createSubmitting(ground: Ground, fees: Fees, onSent: (sent: SentTransaction, order: Order) => SentTransaction): Submitting {
  const { ctx, slice } = ground
  let current: Current | undefined

  const start = (order: Order): { mine: Current; end(): void } => {
    const { signal, abort, end } = linked(ctx.signal)
    const mine: Current = { order, signal, isAgreed: false, stop: abort }
    current = mine
    slice.set({ loading: true, error: undefined })
    return { mine, end }
  }
  const run = async (order: Order): Promise<SentTransaction> => {
    const { mine, end } = start(order)
    const stopWatching = pushReview(ctx, () => stop(declined()))
    const transaction = ctx.router.transaction({ onSuccess: () => toAccount(ctx) })
    try {
      findFee(ground, fees, mine)
      const sent = onSent(toSent(order, await unlessAborted(submit(ground, order, mine.signal), mine.signal)), order)
      stopWatching()
      transaction.settle('success')
      return sent
    } catch (caught) {
      stopWatching()
      const error = reasonOf(mine, caught)
      const isOwn = mine.signal.aborted || isLatchkeyError(error, 'wallet.account_changed')
      slice.set({ loading: false, review: undefined, ...(!isOwn && { error }) })
      transaction.settle(isCancel(error) ? 'cancel' : 'error')
      throw error
    } finally {
      current = undefined
      end()
    }
  }
  const stop = (reason: LatchkeyError): void => {
    // An adapter may ask twice: what is looked at now was not agreed to yet.
    if (current && (!current.isAgreed || current.agree)) current.stop(reason)
  }
  addPreviewer(ground, () => current)
  return {
    async send() {
      if (current) throw new LatchkeyError('wallet.request_pending', 'Something is being sent already: wait until the visitor has answered.')
      return run(demandOrder(ground))
    },
    confirm() {
      if (!current?.agree) return
      current.isAgreed = true
      current.agree()
    },
    decline: () => stop(declined()),
    leave: () => stop(new LatchkeyError('wallet.account_changed', 'The account or the network changed before the visitor had agreed: nothing was sent.')),
  }
}
