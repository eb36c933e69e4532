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
  isRunning(): boolean
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

/** Has the wallet send what the form holds: one at a time. */
export function createSubmitting(ground: Ground, fees: Fees, onSent: (sent: SentTransaction, order: Order) => SentTransaction): Submitting {
  const { ctx, slice, adapter } = ground
  let current: Current | undefined

  const submit = async (order: Order, signal: AbortSignal): Promise<Submission> => {
    const chain = await adapter(order.account.namespace)
    if (!chain.send) throw new LatchkeyError('send.unsupported_chain', 'Unsupported chain', { context: { namespace: order.account.namespace } })
    return chain.send.submit(toTransfer(order, signal))
  }
  const findFee = (held: Held): void => {
    const { fee } = slice.get()
    if (fee.status === 'known') held.fee = fee.amount
    else fees.of(toTransfer(held.order, held.signal), held.order, held.signal).then((found) => found && addFee(ground, held, found), (error: unknown) => ctx.log.debug(error))
  }
  const start = (order: Order): { mine: Current; end(): void } => {
    const { signal, abort, end } = linked(ctx.signal)
    const mine: Current = { order, signal, isAgreed: false, stop: abort }
    current = mine
    slice.set({ loading: true, error: undefined })
    return { mine, end }
  }
  const run = async (order: Order): Promise<SentTransaction> => {
    const { mine, end } = start(order)
    const stopWatching = pushReview(ctx, () => mine.isAgreed || mine.stop(declined()))
    const transaction = ctx.router.transaction({ onSuccess: () => toAccount(ctx) })
    try {
      findFee(mine)
      const sent = onSent(toSent(order, await unlessAborted(submit(order, mine.signal), mine.signal)), order)
      stopWatching()
      transaction.settle('success')
      return sent
    } catch (caught) {
      stopWatching()
      // What stopped it says more than what an adapter made of it.
      const error: unknown = mine.signal.aborted && isLatchkeyError(mine.signal.reason) ? mine.signal.reason : caught
      slice.set({ loading: false, review: undefined, ...(!mine.signal.aborted && !isLatchkeyError(error, 'wallet.account_changed') && { error }) })
      transaction.settle(isCancel(error) ? 'cancel' : 'error')
      throw error
    } finally {
      current = undefined
      end()
    }
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
    decline() {
      if (current && !current.isAgreed) current.stop(declined())
    },
    leave() {
      if (current && !current.isAgreed) current.stop(new LatchkeyError('wallet.account_changed', 'The account or the network changed before the visitor had agreed: nothing was sent.'))
    },
    isRunning: () => !!current,
  }
}
