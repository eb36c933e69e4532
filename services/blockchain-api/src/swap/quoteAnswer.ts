import { type InferOutput } from 'valibot'
import { type Quote, type SwapRequest } from './quoteSource.js'
import { type quoteSchema } from './schemas.js'

/** A quote is shown for so long. */
const QUOTE_MS = 30_000

/** A quote as the service answers it. */
export const quoteAnswer = (
  now: number,
  { chain, from, to, amount }: SwapRequest,
  quote: Quote,
): InferOutput<typeof quoteSchema> => ({
  id: [quote.source, ...quote.route.map(({ venue, fee }) => `${venue}/${fee}`), quote.block].join(
    ' ',
  ),
  source: quote.source,
  from: `${chain.id}:${from}`,
  to: `${chain.id}:${to}`,
  fromAmount: String(amount),
  toAmount: String(quote.toAmount),
  ...(quote.minimum !== undefined && { minimum: String(quote.minimum) }),
  ...(quote.priceImpact !== undefined && { priceImpact: quote.priceImpact }),
  gas: String(quote.gas),
  ...(quote.fee !== undefined && { fee: String(quote.fee) }),
  spender: quote.spender ?? null,
  router: quote.router,
  route: quote.route.map(({ venue, pool, fee }) => ({ venue, pool, fee })),
  expires: now + QUOTE_MS,
  block: String(quote.block),
})
