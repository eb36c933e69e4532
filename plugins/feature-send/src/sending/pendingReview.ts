import {
  createToken,
  LatchkeyError,
  type Amount,
  type Description,
  type PreviewedRequest,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import type { Review, SendState, SendToken, SentTransaction } from '../api.js'
import { toDollars } from '../form/amount.js'
import { balanceOf, worthOf } from '../form/worth.js'
import type { SendServices } from '../services/sendServices.js'
import type { Order } from './demandOrder.js'

/** Comes before previewers that show any request (`@latchkey/feature-preview` has 900). */
const PREVIEWER_ORDER = 10

/** A payment that the visitor reviews, or will as soon as its request is built. */
export interface PendingReview {
  order: Order
  /** The request to the wallet carries it: by this signal the previewer knows its own requests. */
  signal: AbortSignal
  /** Set when the visitor has agreed: from then on the wallet decides. */
  asked?: SentTransaction
  fee?: Amount
  isToContract?: boolean
  /** Whether the last request to the wallet sends by itself, rather than signs. */
  isSending?: boolean
  /** Lets the request go on to the wallet. Set while the visitor looks at the review. */
  agree?(): void
}

/** The fee, and the amounts that follow from it. */
function costOf(
  { token, value }: Order,
  fee: Amount | undefined,
  tokens: readonly SendToken[],
): Pick<Review, 'fee' | 'total' | 'missing'> {
  if (!fee) return {}
  const native = tokens.find(({ address }) => address === undefined)
  const isNative = token.address === undefined
  const total = fee.value + (isNative ? value : 0n)
  const missing = native ? total - balanceOf(native) : 0n
  return {
    fee,
    ...(isNative && { total: { ...fee, value: total } }),
    ...(missing > 0n && { missing: { ...fee, value: missing } }),
  }
}

/**
 * The account that the request is really for. Where it is the order's own, that one is shown: its
 * address is spelled as the network spells it.
 */
const accountOf = ({ account: asked }: PreviewedRequest, { account }: Order): Order['account'] =>
  asked && (asked.key !== account.key || asked.connectionId !== account.connectionId)
    ? asked
    : account

/** Whether the wallet may still make this very payment, of the same amount to the same receiver. */
const isRepeated = (
  { status, network, receiver, amount, symbol }: SentTransaction,
  { network: { id }, receiver: { address }, value, token }: Order,
): boolean =>
  status === 'unanswered' &&
  network === id &&
  receiver === address &&
  symbol === token.symbol &&
  amount === writeAmount(value, token.quantity.decimals)

/**
 * The review that the visitor reads. The description is the adapter's, made of the request itself;
 * the rest is what the visitor typed.
 */
export function toReview(
  { order, fee, asked, isToContract }: PendingReview,
  request: PreviewedRequest,
  description: Description | undefined,
  { sent, tokenBalances }: Pick<SendState, 'sent' | 'tokenBalances'>,
): Review {
  const { network, token, value, receiver, receiverName } = order
  const worth = worthOf(value, token)
  // An adapter may ask twice for one payment: the payment itself is not its own repetition.
  const isRepeat = sent.some((each) => each.id !== asked?.id && isRepeated(each, order))
  return {
    account: accountOf(request, order),
    network,
    token,
    receiver: receiver.address,
    isFirst: receiver.isFirst && receiver.contact === undefined,
    method: request.method,
    params: request.params,
    amount: { value, decimals: token.quantity.decimals, symbol: token.symbol },
    ...(worth !== undefined && { worth: toDollars(worth) }),
    ...(receiverName !== undefined && { receiverName }),
    ...costOf(order, fee, tokenBalances),
    ...(description && { description }),
    ...(isRepeat && { isRepeat: true }),
    ...(isToContract && { isToContract: true }),
  }
}

/** Shows the review, and resolves when the visitor agrees. Rejects with the signal's reason. */
const showReview = (
  { slice }: SendServices,
  pending: PendingReview,
  request: PreviewedRequest,
  description: Description | undefined,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const close = (): void => {
      signal.removeEventListener('abort', giveUp)
      delete pending.agree
      slice.set({ review: undefined })
    }
    const giveUp = (): void => {
      close()
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp)
    pending.isSending = request.class === 'send'
    pending.agree = () => {
      close()
      resolve()
    }
    slice.set((state) => ({ review: toReview(pending, request, description, state) }))
  })

/**
 * Takes only the requests of this form, known by the signal that they carry through any adapter, and
 * holds each until the visitor agrees. A payment that was abandoned is refused further requests.
 */
export function addPreviewer(
  services: SendServices,
  getPending: () => PendingReview | undefined,
  isAbandoned: (signal: AbortSignal) => boolean,
): void {
  const ownPending = ({ caller }: PreviewedRequest): PendingReview | undefined => {
    const pending = getPending()
    return pending && caller === pending.signal ? pending : undefined
  }
  services.ctx.points.add(createToken<RequestPreviewer>('previews'), {
    id: 'send',
    order: PREVIEWER_ORDER,
    takes: (request) => !!ownPending(request) || (!!request.caller && isAbandoned(request.caller)),
    async review(request, description, signal) {
      const pending = ownPending(request)
      signal.throwIfAborted()
      if (!pending)
        throw new LatchkeyError(
          'wallet.user_rejected',
          'The visitor has stopped waiting for this payment: the wallet is asked nothing more.',
        )
      await showReview(services, pending, request, description, signal)
    },
  })
}

/** Adds a fee that became known while the visitor reads the review, and what is known with it. */
export function addFee(
  { slice }: SendServices,
  pending: PendingReview,
  { amount: fee, isToContract }: { amount: Amount; isToContract: boolean },
): void {
  pending.fee = fee
  pending.isToContract = isToContract
  slice.set(({ review, tokenBalances }) => {
    if (!review || !pending.agree) return {}
    const { missing: _, ...rest } = review
    const cost = costOf(pending.order, fee, tokenBalances)
    return { review: { ...rest, ...cost, ...(isToContract && { isToContract }) } }
  })
}
