import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import type { OnrampOrder as Told } from '@latchkey/backend'
import type { OnrampOrder, OnrampOrderStatus } from '../api.js'

const STEPS: Readonly<Record<OnrampOrderStatus, number>> = {
  opening: 0,
  created: 1,
  paid: 2,
  sent: 3,
  abandoned: 4,
  failed: 4,
  done: 5,
  refunded: 5,
  refused: 6,
}
/** Whether nothing more is to be expected of an order. */
export const isOver = ({ status, id, arrived }: OnrampOrder): boolean =>
  ['abandoned', 'done', 'failed', 'refunded', 'refused'].includes(status) ||
  // Without the server's id the balance alone tells.
  (id === undefined && arrived !== undefined)

/** Whether an answer may follow on what is known: an order does not go back, nor is its end undone. */
export const isLater = (known: OnrampOrderStatus, told: OnrampOrderStatus): boolean =>
  STEPS[told] > STEPS[known] && !(known === 'abandoned' && told === 'done')

const isSame = (a: string, b: string): boolean =>
  a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())

/**
 * Checks that an answer is about this order.
 * @throws `onramp.order_refused`
 */
export function checkOrder(order: OnrampOrder, told: Told): Told {
  const reason =
    told.id !== order.id
      ? 'id'
      : told.provider !== order.provider.name
        ? 'provider'
        : told.chainId !== order.network
          ? 'network'
          : isSame(told.address, order.address)
            ? undefined
            : 'address'
  if (reason === undefined) return told
  throw new LatchkeyError(
    'onramp.order_refused',
    `An answer about another order came (${reason}): nothing of it is shown.`,
    { context: { reason } },
  )
}

/** The https address of a transaction in the network's explorer; `/tx/` where it names no path. */
export function transactionLink(
  { blockExplorers }: Pick<Network, 'blockExplorers'>,
  hash: string,
): string | undefined {
  const explorer = blockExplorers?.[0]
  if (!explorer) return undefined
  const { url, transactionPath = '/tx/' } = explorer
  const encoded = encodeURIComponent(hash)
  const path = /\{\w+\}/.test(transactionPath)
    ? transactionPath.replace(/\{\w+\}/, encoded)
    : `${transactionPath.replace(/\/?$/, '/')}${encoded}`
  const whole = `${url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
  return URL.canParse(whole) && new URL(whole).protocol === 'https:' ? whole : undefined
}
