import type { SwapReview, SwapState } from '../api.js'
import { arrivesOf, isWorse, type Deal } from './buildDeal.js'
import { lossOf, weightOf } from './worth.js'

/** Percent. */
const DEFAULT_MAX_LOSS = 15

export function toReview(
  deal: Deal,
  prices: SwapState['prices'],
  maxLoss: number = DEFAULT_MAX_LOSS,
): SwapReview {
  const { active, from, to, wanted, built, proof, gasPrice, isBatched, permit, seen, offer } = deal
  const { account, network } = active
  const { quote, approvals } = built
  const arrives = arrivesOf(deal)
  const { priceImpact, route, source } = offer.quote
  const loss = lossOf(wanted.amount, from, arrives, to, prices)
  const { decimals, symbol } = network.nativeCurrency
  const gas = proof.gas ?? offer.quote.gas
  const now = { arrives, minimum: quote.minimum }
  return {
    ...{ account, network, from, to, amount: wanted.amount, ...now },
    ...{ slippage: wanted.slippage, source, router: quote.router, route, expires: quote.expires },
    ...(priceImpact !== undefined && { priceImpact }),
    ...(loss !== undefined && { loss }),
    isLossLarge: weightOf(loss, priceImpact) > maxLoss,
    ...(gasPrice > 0n && { fee: { value: gas * gasPrice, decimals, symbol } }),
    ...(approvals.length > 0 &&
      quote.spender !== null && {
        approval: {
          ...{ token: from, spender: quote.spender, amount: wanted.amount, isBatched },
          ...{ isReset: approvals.length > 1 && !permit, isPermit: permit !== undefined },
        },
      }),
    checkedBy: proof.checkedBy,
    isRead: proof.isRead,
    ...(isWorse(seen, now) && { before: seen }),
  }
}
