import { type SharedCache } from '@latchkey/service-kit/shared'
import { type AccountQuery, type PageQuery, type PriceQuery, type Source } from './source.js'

/** Of answers by providers: they count requests, and a page asks again after a transaction. */
export const KEPT_MS = 2_000
export const PRICES_KEPT_MS = 30_000

/** Lets a source that names a time be asked once for all who want the same meanwhile. */
export function shareAnswers(source: Source, cache: SharedCache): Source {
  const { id, keptMs, history, balances, nfts, prices } = source
  if (keptMs === undefined) return source
  const take = <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> =>
    cache.take(`${id} ${key}`, keptMs, ask)
  return {
    ...source,
    ...(history && {
      history: (query) => take(`history ${pageKey(query)}`, () => history(query)),
    }),
    ...(nfts && { nfts: (query) => take(`nfts ${pageKey(query)}`, () => nfts(query)) }),
    ...(balances && {
      balances: (query) =>
        query.isFresh || query.after
          ? balances(query)
          : take(`balances ${accountKey(query)}`, () => balances(query)),
    }),
    ...(prices && {
      prices: async (query) =>
        new Map(await take(`prices ${priceKey(query)}`, async () => [...(await prices(query))])),
    }),
  }
}

const accountKey = ({ account }: AccountQuery): string => account.id
const pageKey = ({ account, position = '', limit }: PageQuery): string =>
  `${account.id} ${limit} ${position}`
const priceKey = ({ currency, tokens }: PriceQuery): string =>
  [currency, ...tokens.map(({ chain, address = '' }) => `${chain}:${address}`).sort()].join(' ')
