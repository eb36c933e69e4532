import type { OnrampOrder } from '../api.js'

/** Message key of where a purchase stands. */
export const STATUS_WORDS: Readonly<Record<OnrampOrder['status'], string>> = {
  opening: 'onramp.isOpening',
  created: 'onramp.isCreated',
  paid: 'onramp.isPaid',
  sent: 'onramp.isSent',
  done: 'onramp.isDone',
  failed: 'onramp.isFailed',
  refunded: 'onramp.isRefunded',
  abandoned: 'onramp.isAbandoned',
  refused: 'onramp.isRefused',
}
