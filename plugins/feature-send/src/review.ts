import { createToken, type Amount, type Description, type PreviewedRequest, type RequestPreviewer } from '@latchkey/plugin-api'
import type { Review } from './api.js'
import { toDollars, worthOf } from './amount.js'
import type { Ground } from './ground.js'
import type { Order } from './order.js'

/** Asked before screens for any request. */
const ORDER = 10

/** A request of ours that the visitor looks at, or will. */
export interface Held {
  order: Order
  signal: AbortSignal
  fee?: Amount
  /** Called when the visitor agrees. */
  agree?(): void
}

const totalOf = ({ token, value }: Order, fee: Amount | undefined): Amount | undefined => (token.address === undefined && fee ? { ...fee, value: value + fee.value } : undefined)

/** Whoever it is asked of. The account of the form is spelled as its network spells it. */
const accountOf = ({ account: asked }: PreviewedRequest, { account }: Order): Order['account'] => (asked && (asked.key !== account.key || asked.connectionId !== account.connectionId) ? asked : account)

/** What the visitor is about to agree to. What is said of the content is made of the request by its adapter; the rest is what was typed. */
export function toReview({ order, fee }: Held, request: PreviewedRequest, description: Description | undefined): Review {
  const { network, token, value, receiver, receiverName } = order
  const worth = worthOf(value, token)
  const total = totalOf(order, fee)
  return {
    account: accountOf(request, order), network, token, receiver: receiver.address, isFirst: receiver.isFirst, method: request.method, params: request.params,
    amount: { value, decimals: token.quantity.decimals, symbol: token.symbol },
    ...(worth !== undefined && { worth: toDollars(worth) }), ...(receiverName !== undefined && { receiverName }), ...(fee && { fee }), ...(total && { total }), ...(description && { description }),
  }
}

/** Takes the requests of this form alone, known by the signal that they carry through any adapter, and holds them until the visitor agreed. */
export function addPreviewer({ ctx, slice }: Ground, held: () => Held | undefined): void {
  const own = (request: PreviewedRequest): Held | undefined => {
    const now = held()
    return now && request.caller === now.signal ? now : undefined
  }
  const previewer: RequestPreviewer = {
    id: 'send', order: ORDER,
    takes: (request) => !!own(request),
    review: (request, description, signal) => new Promise((resolve, reject) => {
      const mine = own(request)
      if (!mine || signal.aborted) return reject(signal.reason)
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
      mine.agree = () => {
        close()
        resolve()
      }
      slice.set({ review: toReview(mine, request, description) })
    }),
  }
  ctx.points.add(createToken<RequestPreviewer>('previews'), previewer)
}

/** A fee that came while the visitor looks. */
export function addFee({ slice }: Ground, held: Held, fee: Amount): void {
  held.fee = fee
  slice.set(({ review }) => {
    if (!review || !held.agree) return {}
    const total = totalOf(held.order, fee)
    return { review: { ...review, fee, ...(total && { total }) } }
  })
}
