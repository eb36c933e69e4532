import { LatchkeyError } from '@latchkey/plugin-api'
import type { OnrampOffer, OnrampOrder, OnrampState } from '../api.js'

export const missing = (part: string): LatchkeyError<'onramp.not_ready'> =>
  new LatchkeyError('onramp.not_ready', `Nothing can be bought yet: choose the ${part} first.`, {
    context: { missing: part },
  })

/**
 * The order that the form describes, before its window has an address.
 * @throws `onramp.not_ready`
 */
export function toOrder(
  state: OnrampState,
  { provider, isTest, ...offer }: OnrampOffer,
): OnrampOrder {
  const { purchaseCurrency: coin, paymentCurrency, paymentAmount, network, address } = state
  if (!network || address === undefined) throw missing('account')
  if (!coin) throw missing('coin')
  const quote = offer.status === 'quoted' ? offer.quote : undefined
  const typed =
    paymentCurrency && paymentAmount !== undefined
      ? { amount: paymentAmount, currency: paymentCurrency.id }
      : undefined
  const payment = quote?.paymentTotal ?? typed
  return {
    key: crypto.randomUUID(),
    provider,
    isTest,
    network: network.id,
    address,
    symbol: coin.symbol,
    contract: coin.networks.find(({ chain_id }) => chain_id === network.id)?.contract_address ?? '',
    ...(payment && { payment }),
    ...(quote && { purchase: quote.purchaseAmount }),
    status: 'opening',
    window: 'open',
    at: Date.now(),
    isUnread: false,
  }
}
