import { inTime } from '@latchkey/service-kit'
import { type SharedCache } from '@latchkey/service-kit/shared'
import {
  type AccountQuery,
  type BalanceQuery,
  type Balances,
  type PageQuery,
  type PriceQuery,
  type Source,
} from './source.js'

/** Of answers by providers: they count requests, and a page asks again after a transaction. */
export const KEPT_MS = 2_000
export const PRICES_KEPT_MS = 30_000

/**
 * The answer of one is the answer of all who wait, so it has a time of its own. With the term of an
 * instance that died before, it is less than the pool gives a source.
 */
const ANSWER_MS = 3_200

/** Lets a source that names a time be asked once for all who want the same meanwhile. */
export function shareAnswers(source: Source, cache: SharedCache): Source {
  const { id, keptMs, history, balances, nfts, prices } = source
  if (keptMs === undefined) return source
  const take = <Query extends { signal: AbortSignal }, Answer>(
    key: string,
    query: Query,
    ask: (query: Query) => Promise<Answer>,
  ): Promise<Answer> =>
    cache.take(`${id} ${key}`, keptMs, () =>
      inTime(ANSWER_MS, (signal) => ask({ ...query, signal })),
    )
  const askFresh = async (query: BalanceQuery, ask: (query: BalanceQuery) => Promise<Balances>) => {
    const answer = await ask(query)
    await cache.set(`${id} balances ${accountKey(query)}`, answer, keptMs)
    return answer
  }
  return {
    ...source,
    ...(history && {
      history: (query) => take(`history ${pageKey(query)}`, query, history),
    }),
    ...(nfts && { nfts: (query) => take(`nfts ${pageKey(query)}`, query, nfts) }),
    ...(balances && {
      balances: (query) =>
        query.isFresh || query.after
          ? askFresh(query, balances)
          : take(`balances ${accountKey(query)}`, query, balances),
    }),
    ...(prices && {
      prices: async (query) =>
        new Map(
          await take(`prices ${priceKey(query)}`, query, async (of) => [...(await prices(of))]),
        ),
    }),
  }
}

const accountKey = ({ account }: AccountQuery): string => account.id
const pageKey = ({ account, position = '', limit }: PageQuery): string =>
  `${account.id} ${limit} ${position}`
const priceKey = ({ currency, tokens }: PriceQuery): string =>
  [currency, ...tokens.map(({ chain, address = '' }) => `${chain}:${address}`).sort()].join(' ')
