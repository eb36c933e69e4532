import {
  createToken,
  LatchkeyError,
  type Amount,
  type Description,
  type PreviewedRequest,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import type { Review, SendState, SendToken, SentTransaction } from './api.js'
import { balanceOf, toDollars, toNumeric, worthOf } from './amount.js'
import type { Ground } from './ground.js'
import type { Order } from './order.js'

/** Asked before screens for any request. */
const ORDER = 10

/** A request of ours that the visitor looks at, or will. */
export interface Held {
  order: Order
  signal: AbortSignal
  /** What the visitor agreed to: from then on the wallet decides. */
  asked?: SentTransaction
  fee?: Amount
  /** Whether the wallet itself sends what it was asked for last. */
  isSending?: boolean
  /** Called when the visitor agrees. */
  agree?(): void
}

/** The fee, and what follows from it. */
function costOf(
  { token, value }: Order,
  fee: Amount | undefined,
  tokens: readonly SendToken[],
): Pick<Review, 'fee' | 'total' | 'missing'> {
  if (!fee) return {}
  const native = tokens.find(({ address }) => address === undefined)
  const isNative = token.address === undefined
  const whole = fee.value + (isNative ? value : 0n)
  const missing = native ? whole - balanceOf(native) : 0n
  return {
    fee,
    ...(isNative && { total: { ...fee, value: whole } }),
    ...(missing > 0n && { missing: { ...fee, value: missing } }),
  }
}

/** Whoever it is asked of. The account of the form is spelled as its network spells it. */
const accountOf = ({ account: asked }: PreviewedRequest, { account }: Order): Order['account'] =>
  asked && (asked.key !== account.key || asked.connectionId !== account.connectionId)
    ? asked
    : account

/** Whether it is a payment of the same to the same that the wallet may still make. */
const isSame = (
  { status, network, receiver, amount, symbol }: SentTransaction,
  { network: { id }, receiver: { address }, value, token }: Order,
): boolean =>
  status === 'unanswered' &&
  network === id &&
  receiver === address &&
  symbol === token.symbol &&
  amount === toNumeric(value, token.quantity.decimals)

/** What the visitor is about to agree to. What is said of the content is made of the request by its adapter; the rest is what was typed. */
export function toReview(
  { order, fee, asked }: Held,
  request: PreviewedRequest,
  description: Description | undefined,
  { sent, tokenBalances }: Pick<SendState, 'sent' | 'tokenBalances'>,
): Review {
  const { network, token, value, receiver, receiverName } = order
  const worth = worthOf(value, token)
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
    // An adapter may ask twice for one payment.
    ...(sent.some((each) => each.id !== asked?.id && isSame(each, order)) && { isRepeat: true }),
  }
}

/** Takes the requests of this form alone, known by the signal that they carry through any adapter, and holds them until the visitor agreed. Whoever waits no longer is asked nothing more. */
export function addPreviewer(
  { ctx, slice }: Ground,
  held: () => Held | undefined,
  isLeft: (signal: AbortSignal) => boolean,
): void {
  const own = (request: PreviewedRequest): Held | undefined => {
    const now = held()
    return now && request.caller === now.signal ? now : undefined
  }
  const previewer: RequestPreviewer = {
    id: 'send',
    order: ORDER,
    takes: (request) => !!own(request) || (!!request.caller && isLeft(request.caller)),
    review: (request, description, signal) =>
      new Promise((resolve, reject) => {
        const mine = own(request)
        if (signal.aborted) return reject(signal.reason)
        if (!mine)
          return reject(
            new LatchkeyError(
              'wallet.user_rejected',
              'The visitor waits for this no longer: nothing more is asked.',
            ),
          )
        const close = (): void => {
          signal.removeEventListener('abort', giveUp)
          delete mine.agree
          slice.set({ review: undefined })
        }
        const giveUp = (): void => {
          close()
          reject(signal.reason)
        }
        signal.addEventListener('abort', giveUp)
        mine.isSending = request.class === 'send'
        mine.agree = () => {
          close()
          resolve()
        }
        slice.set((state) => ({ review: toReview(mine, request, description, state) }))
      }),
  }
  ctx.points.add(createToken<RequestPreviewer>('previews'), previewer)
}

/** A fee that came while the visitor looks. */
export function addFee({ slice }: Ground, held: Held, fee: Amount): void {
  held.fee = fee
  slice.set(({ review, tokenBalances }) => {
    if (!review || !held.agree) return {}
    const { missing: _, ...rest } = review
    return { review: { ...rest, ...costOf(held.order, fee, tokenBalances) } }
  })
}
