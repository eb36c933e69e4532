import { LatchkeyError } from '@latchkey/plugin-api'
import type { OnrampOffer, OnrampQuote, OnrampState } from '../api.js'
import type { Catalogue, Listed } from '../catalogue.js'
import { ownerOf, type OnrampSetup } from '../services.js'
import { checkQuote } from './checkQuote.js'
import { toUnits } from './decimals.js'
import { problemOf } from './limits.js'

/** The question that is put to the providers. */
export interface Asked {
  coin: NonNullable<OnrampState['purchaseCurrency']>
  currency: string
  amount: string
  side: OnrampState['side']
  method: string
}

/** The question that the form puts, once it is whole. */
export function askedOf(state: OnrampState): Asked | undefined {
  const { side, purchaseCurrency: coin, paymentCurrency, paymentMethod: method } = state
  const amount = side === 'payment' ? state.paymentAmount : state.purchaseAmount
  const isRight = toUnits(amount) && !(side === 'payment' && problemOf(state))
  return isRight && coin && paymentCurrency && amount !== undefined
    ? { coin, currency: paymentCurrency.id, amount, side, method }
    : undefined
}

/** Whether a provider names its price in its own window alone. */
const isUnpriced = (catalogue: Catalogue, { provider, server }: Listed): boolean =>
  catalogue.isOwn(provider) || server?.quotes === false
/** The parameters of Meld's address name one coin. */
const isSold = (catalogue: Catalogue, { provider }: Listed, symbol: string | undefined): boolean =>
  !catalogue.isOwn(provider) || symbol === 'USDC' || symbol === 'SOL'

/** The providers that can be chosen, without prices. */
export const blankOffers = (
  catalogue: Catalogue,
  { purchaseCurrency }: OnrampState,
  status: 'waiting' | 'loading',
): readonly OnrampOffer[] =>
  catalogue
    .listed()
    .filter((listed) => isSold(catalogue, listed, purchaseCurrency?.symbol))
    .map((listed) => ({
      provider: listed.provider,
      isTest: listed.server?.test === true,
      status: isUnpriced(catalogue, listed) ? 'unpriced' : status,
    }))

type Told = OnrampQuote & { provider: string }

/** An offer with the price that was answered, if it is right. */
function withPrice(offer: OnrampOffer, asked: Asked, answer: readonly Told[] | Error): OnrampOffer {
  const { provider, isTest, status } = offer
  if (status === 'unpriced') return offer
  const { name } = provider
  try {
    if (answer instanceof Error) throw answer
    const quote = answer.find((each) => each.provider === name)
    if (!quote)
      throw new LatchkeyError(
        'onramp.no_price',
        `${name} is not in the answer: it gave no price.`,
        {
          context: { provider: name },
        },
      )
    const { purchaseAmount, ...checked } = checkQuote(quote, { ...asked, provider: name })
    // Providers may name the coin by their own id.
    const bought = { ...purchaseAmount, currency: asked.coin.symbol }
    return { provider, isTest, status: 'quoted', quote: { ...checked, purchaseAmount: bought } }
  } catch (error) {
    return { provider, isTest, status: 'failed', error }
  }
}

/** Asks all providers at once. Those without a good answer say what went wrong. */
export async function askPrices(
  setup: OnrampSetup,
  catalogue: Catalogue,
  asked: Asked,
  signal: AbortSignal,
): Promise<readonly OnrampOffer[]> {
  const client = setup.client()
  const owner = ownerOf(setup)
  const offers = blankOffers(catalogue, setup.slice.get(), 'loading')
  if (!client || !owner || offers.every(({ status }) => status === 'unpriced')) return offers
  const answer = await client
    .getOnrampQuote({
      purchaseCurrency: asked.coin.symbol,
      paymentCurrency: asked.currency,
      amount: asked.amount,
      ...(asked.side === 'purchase' && { amountIn: 'purchase' as const }),
      network: owner.network.id,
      paymentMethod: asked.method,
      signal,
    })
    .then(
      ({ quotes }) => quotes,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
  return offers.map((offer) => withPrice(offer, asked, answer))
}
