import { isLatchkeyError, LatchkeyError, type Submission } from '@latchkey/plugin-api'
import type { SentTransaction } from './api.js'
import { toNumeric } from './amount.js'
import type { Fees } from './fees.js'
import { linked, unlessAborted, type Ground } from './ground.js'
import { demandOrder, toTransfer, type Order } from './order.js'
import { addFee, addPreviewer, type Held } from './review.js'
import { isText } from './sentList.js'

interface Current extends Held {
  stop(reason: LatchkeyError): void
  /** Puts the screens away. */
  close(outcome: 'success' | 'error' | 'cancel'): void
}

export interface Submitting {
  send(): Promise<SentTransaction>
  confirm(): void
  decline(): void
  stopWaiting(): void
  /** The account or the network is another one. */
  leave(): void
}

/** Who hears what becomes of it. */
export interface Hearing {
  /** The visitor agreed, and the wallet is asked. */
  onAsked(asked: SentTransaction): void
  /** @param isLeft nobody waited for it any more @param asked what it was until now */
  onSent(
    sent: SentTransaction,
    order: Order,
    isLeft: boolean,
    asked?: SentTransaction,
  ): SentTransaction
  /** Nobody waits any more. The wallet may still send it. */
  onLeft(asked: SentTransaction): void
  /** Certainly not sent. */
  onUnsent(asked: SentTransaction, isLeft: boolean, error: unknown): void
}

const declined = (): LatchkeyError =>
  new LatchkeyError(
    'wallet.user_rejected',
    'The visitor declined before the wallet was asked: nothing was sent.',
  )
const CANCELS = [
  'wallet.user_rejected',
  'wallet.account_changed',
  'kernel.aborted',
  'kernel.disposed',
] as const
/** What ends a request, and not what the wallet makes of it. */
const UNCLEAR = [
  'wallet.account_changed',
  'wallet.disconnected',
  'kernel.aborted',
  'kernel.disposed',
  'kernel.timed_out',
] as const
const isOf = (codes: readonly Parameters<typeof isLatchkeyError>[1][], error: unknown): boolean =>
  codes.some((code) => isLatchkeyError(error, code))

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

const toSent = (
  { account, network, token, value, receiver }: Order,
  { id, kind }: Submission,
  status: SentTransaction['status'] = 'pending',
): SentTransaction => ({
  id,
  kind,
  network: network.id,
  account: account.address,
  receiver: receiver.address,
  amount: toNumeric(value, token.quantity.decimals),
  symbol: token.symbol,
  at: Date.now(),
  status,
})

async function submit({ adapter }: Ground, order: Order, signal: AbortSignal): Promise<Submission> {
  const chain = await adapter(order.account.namespace)
  if (!chain.send)
    throw new LatchkeyError('send.unsupported_chain', 'Unsupported chain', {
      context: { namespace: order.account.namespace },
    })
  const submission = await chain.send.submit(toTransfer(order, signal))
  if (!isText(submission.id))
    throw new LatchkeyError(
      'wallet.bad_answer',
      'The wallet answered without naming what it sent: look there.',
      { context: {} },
    )
  return submission
}

/** What stopped it says more than what an adapter made of it. */
const reasonOf = ({ signal: { aborted, reason } }: Held, caught: unknown): unknown =>
  !aborted
    ? caught
    : isLatchkeyError(reason)
      ? reason
      : new LatchkeyError('kernel.aborted', 'Sending was given up, as the kernel has ended.', {
          cause: reason,
        })

/** The fee that the form knows, until that of now is there: fees change while people type. */
function findFee(ground: Ground, fees: Fees, held: Held): void {
  const { fee } = ground.slice.get()
  const find = (): Promise<unknown> =>
    fees
      .of(toTransfer(held.order, held.signal), held.order, held.signal)
      .then((found) => found && addFee(ground, held, found))
  if (fee.status === 'known') held.fee = fee.amount
  void find().catch((error: unknown) => ground.ctx.log.debug(error))
}

/** What the visitor is asked, and where: one thing at a time. */
function createTurn({ ctx, slice }: Ground, { onLeft, onUnsent }: Hearing) {
  let current: Current | undefined
  /** Those that nobody waits for. */
  const left = new WeakSet<AbortSignal>()
  /** The form is free again. @returns whether it was still this one's */
  const free = (
    mine: Current,
    outcome: Parameters<Current['close']>[0],
    error?: unknown,
  ): boolean => {
    if (current !== mine) return false
    current = undefined
    slice.set({ loading: false, review: undefined, ...(error !== undefined && { error }) })
    mine.close(outcome)
    return true
  }
  /** The wallet has it, and the visitor waits no longer. */
  const abandon = (mine: Current, asked: SentTransaction): void => {
    left.add(mine.signal)
    if (free(mine, 'cancel')) onLeft(asked)
  }
  return {
    free,
    abandon,
    now: () => current,
    isLeft: (signal: AbortSignal): boolean => left.has(signal),
    begin(order: Order, onGone: () => void): { mine: Current; end(): void } {
      const { signal, abort, end } = linked(ctx.signal)
      slice.set({ loading: true, error: undefined })
      const mine: Current = { order, signal, stop: abort, close: () => undefined }
      current = mine
      const stopWatching = pushReview(ctx, onGone)
      const transaction = ctx.router.transaction({ onSuccess: () => toAccount(ctx) })
      mine.close = (outcome) => {
        stopWatching()
        transaction.settle(outcome)
      }
      return { mine, end }
    },
    fail(mine: Current, error: unknown): void {
      const {
        asked,
        signal: { aborted },
      } = mine
      // A kernel that has ended says nothing more: what the storage holds stands.
      if (asked && !ctx.signal.aborted) {
        if (
          !aborted &&
          (isOf(UNCLEAR, error) || (mine.isSending && isLatchkeyError(error, 'wallet.bad_answer')))
        )
          return abandon(mine, asked)
        onUnsent(asked, current !== mine, error)
      }
      free(
        mine,
        isOf(CANCELS, error) ? 'cancel' : 'error',
        aborted || isLatchkeyError(error, 'wallet.account_changed') ? undefined : error,
      )
    },
  }
}

/** Has the wallet send what the form holds: one at a time, beside those that nobody waits for any more. */
export function createSubmitting(ground: Ground, fees: Fees, hearing: Hearing): Submitting {
  const turn = createTurn(ground, hearing)
  const run = async (order: Order): Promise<SentTransaction> => {
    const { mine, end } = turn.begin(order, () => stop(declined()))
    try {
      findFee(ground, fees, mine)
      const submission = await unlessAborted(submit(ground, order, mine.signal), mine.signal)
      const sent = hearing.onSent(toSent(order, submission), order, turn.now() !== mine, mine.asked)
      turn.free(mine, 'success')
      return sent
    } catch (caught) {
      const error = reasonOf(mine, caught)
      turn.fail(mine, error)
      throw error
    } finally {
      end()
    }
  }
  /** What the wallet does not have yet is stopped. `isOver`: nobody waits for the rest. */
  const stop = (reason: LatchkeyError, isOver = false): void => {
    const mine = turn.now()
    if (!mine) return
    // An adapter may ask twice: what is looked at now was not agreed to yet.
    if (!mine.asked || mine.agree) mine.stop(reason)
    else if (isOver) turn.abandon(mine, mine.asked)
  }
  addPreviewer(ground, turn.now, turn.isLeft)
  return {
    async send() {
      if (turn.now())
        throw new LatchkeyError(
          'wallet.request_pending',
          'Something is being sent already: wait until the visitor has answered.',
        )
      return run(demandOrder(ground))
    },
    confirm() {
      const mine = turn.now()
      if (!mine?.agree) return
      if (!mine.asked)
        hearing.onAsked(
          (mine.asked = toSent(
            mine.order,
            { id: `asked-${Math.random().toString(36).slice(2)}`, kind: 'request' },
            'unanswered',
          )),
        )
      mine.agree()
    },
    decline: () => stop(declined()),
    stopWaiting: () => stop(declined(), true),
    leave: () =>
      stop(
        new LatchkeyError(
          'wallet.account_changed',
          'The account or the network changed before the visitor had agreed: nothing was sent.',
        ),
        true,
      ),
  }
}
