import { isLatchkeyError, LatchkeyError, type Submission } from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import type { SentTransaction } from '../api.js'
import type { Fees } from '../form/fees.js'
import { itemOf } from '../form/nfts.js'
import { isStorableText } from '../history/sentList.js'
import type { SendServices } from '../services/sendServices.js'
import { unlessAborted } from '../services/timing.js'
import { createActivePayment } from './activePayment.js'
import { demandOrder, toTransfer, type Order } from './demandOrder.js'
import { addFee, addPreviewer, type PendingReview } from './pendingReview.js'
import type { SubmissionListener } from './submissionListener.js'

/** The part of the form that has the wallet send. */
export interface PaymentSubmitter {
  send(): Promise<SentTransaction>
  confirm(): void
  decline(): void
  stopWaiting(): void
  /** The account or the network in use has changed. */
  leaveAccount(): void
}

const declined = (): LatchkeyError =>
  new LatchkeyError(
    'wallet.user_rejected',
    'The visitor declined before the wallet was asked: nothing was sent.',
  )
const accountChanged = (): LatchkeyError =>
  new LatchkeyError(
    'wallet.account_changed',
    'The account or the network changed before the visitor had agreed: nothing was sent.',
  )

const itemPart = (token: Order['token'], value: bigint): Pick<SentTransaction, 'item'> => {
  const item = itemOf(token, value)
  return item === undefined ? {} : { item }
}

const toSentTransaction = (
  { account, network, token, value, receiver }: Order,
  { id, kind }: Submission,
  status: SentTransaction['status'] = 'pending',
): SentTransaction => ({
  id,
  kind,
  network: network.id,
  account: account.address,
  receiver: receiver.address,
  amount: writeAmount(value, token.quantity.decimals),
  symbol: token.symbol,
  ...itemPart(token, value),
  at: Date.now(),
  status,
})

/** The entry of a payment that the wallet has been asked for and has not answered yet. */
const toUnanswered = (order: Order): SentTransaction =>
  toSentTransaction(
    order,
    { id: `asked-${Math.random().toString(36).slice(2)}`, kind: 'request' },
    'unanswered',
  )

async function submit(
  { loadAdapter }: SendServices,
  order: Order,
  signal: AbortSignal,
): Promise<Submission> {
  const adapter = await loadAdapter(order.account.namespace)
  if (!adapter.send || (order.token.nft && !adapter.send.carries?.includes('nft')))
    throw new LatchkeyError('send.unsupported_chain', 'Unsupported chain', {
      context: { namespace: order.account.namespace },
    })
  const submission = await adapter.send.submit(toTransfer(order, signal))
  if (!isStorableText(submission.id))
    throw new LatchkeyError(
      'wallet.bad_answer',
      'The wallet answered without the id of the transaction: look for it in the wallet.',
      { context: {} },
    )
  return submission
}

/** The reason of the signal, where it was aborted: it says more than an adapter's error about it. */
const reasonOf = ({ signal: { aborted, reason } }: PendingReview, caught: unknown): unknown =>
  !aborted
    ? caught
    : isLatchkeyError(reason)
      ? reason
      : new LatchkeyError('kernel.aborted', 'Sending was given up, as the kernel has ended.', {
          cause: reason,
        })

/** Shows the fee that the form has, and then that of now: fees change while people type. */
function updateFee(services: SendServices, fees: Fees, pending: PendingReview): void {
  const { order, signal } = pending
  const { fee } = services.slice.get()
  if (fee.status === 'known') {
    pending.fee = fee.amount
    pending.isToContract = fee.isToContract === true
  }
  void fees
    .estimate(toTransfer(order, signal), order, signal)
    .then((found) => found && addFee(services, pending, found))
    .catch((error: unknown) => services.ctx.log.debug(error))
}

/**
 * Has the wallet send the payment that the form holds. The form waits for one payment at a time;
 * abandoned ones may go on beside it.
 */
export function createPaymentSubmitter(
  services: SendServices,
  fees: Fees,
  listener: SubmissionListener,
): PaymentSubmitter {
  const active = createActivePayment(services, listener)
  const run = async (order: Order): Promise<SentTransaction> => {
    const { submission, end } = active.begin(order, () => stop(declined()))
    const { signal } = submission
    try {
      updateFee(services, fees, submission)
      const answer = await unlessAborted(submit(services, order, signal), signal)
      const isAbandoned = active.get() !== submission
      const sent = listener.onSent(
        toSentTransaction(order, answer),
        order,
        isAbandoned,
        submission.asked,
      )
      active.finish(submission, 'success')
      return sent
    } catch (caught) {
      const error = reasonOf(submission, caught)
      active.fail(submission, error)
      throw error
    } finally {
      end()
    }
  }
  /**
   * Stops the payment where the wallet has not been asked yet. Where it has been, the payment can only
   * be abandoned, and is if `mayAbandon`.
   */
  const stop = (reason: LatchkeyError, mayAbandon = false): void => {
    const submission = active.get()
    if (!submission) return
    // An adapter may ask twice: a second review has not been agreed to yet.
    if (!submission.asked || submission.agree) submission.stop(reason)
    else if (mayAbandon) active.abandon(submission, submission.asked)
  }
  addPreviewer(services, active.get, active.isAbandoned)
  return {
    async send() {
      if (active.get())
        throw new LatchkeyError(
          'wallet.request_pending',
          'A payment is being sent already: wait until the visitor has answered.',
        )
      return run(demandOrder(services))
    },
    confirm() {
      const submission = active.get()
      if (!submission?.agree) return
      if (!submission.asked) {
        submission.asked = toUnanswered(submission.order)
        listener.onAsked(submission.asked)
      }
      submission.agree()
    },
    decline: () => stop(declined()),
    stopWaiting: () => stop(declined(), true),
    leaveAccount: () => stop(accountChanged(), true),
  }
}
