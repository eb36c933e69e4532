import { inTime } from '@latchkey/service-kit'
import { type Route, badInput, isRefusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { DOLLAR } from '../prices.js'
import { ACCOUNT, CHAIN_ID, CURRENCY, balanceAnswer, textOf } from '../schemas.js'
import {
  type BalanceItem,
  type BalanceQuery,
  type Balances,
  type Settled,
  tokenKey,
} from '../sources/source.js'

type Answer = v.InferOutput<typeof balanceAnswer>
type Balance = Answer['balances'][number]

/** So long is waited for the block of a transaction that the page has just sent. */
const SETTLE_MS = 4000
/** Of an EVM transaction, or the signature of one on Solana. */
const HASH = /^(?:0x[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/i

export const balanceRoutes = (context: ApiContext): Route[] => [
  route({
    method: 'get',
    path: '/v1/account/:address/balance',
    summary: 'The native coin and the tokens of an account, of every chain whose sources answer.',
    params: v.object({ address: ACCOUNT }),
    query: v.object({
      currency: v.optional(CURRENCY, DOLLAR),
      chainId: v.optional(CHAIN_ID),
      forceUpdate: v.optional(
        v.pipe(
          textOf(200),
          v.description(
            'Reads anew, and never answers what was good before: `true`, or the hash of a ' +
              'transaction whose block is waited for, up to 4 s.',
          ),
        ),
      ),
    }),
    answer: balanceAnswer,
    failures: [503],
    async handle({ params, query, context: http }) {
      const accounts = readAccounts(context.chains, 'address', params.address, query.chainId)
      const asked = accounts.filter(({ chain }) => context.pool.has('balances', chain.id))
      if (asked.length === 0)
        throw badInput(
          'chainId',
          'No source here has the balances of this chain. Ask for another one.',
        )
      const settled = await Promise.allSettled(
        asked.map((account) => readBalances(context, account, query.forceUpdate)),
      )
      const parts = answersOf(settled)
      const { answer, age } = await withPrices(context, parts, query.currency)
      if (age > 0) http.header('x-latchkey-age', String(age))
      const hasHash = HASH.test(query.forceUpdate ?? '')
      return {
        ...answer,
        missing: asked
          .map(({ chain }) => chain.id)
          .filter((id) => parts.every(({ chain, isPartial }) => chain !== id || isPartial)),
        ...(hasHash && { settled: parts.some(({ isSettled }) => isSettled) }),
      }
    },
  }),
]

/** A chain whose sources fail leaves the others. @throws the failure, where there is no other */
const answersOf = <Part>(settled: readonly PromiseSettledResult<Part>[]): Part[] => {
  const failed = settled.filter((one) => one.status === 'rejected')
  const isAway = ({ reason }: PromiseRejectedResult) => isRefusal(reason) && reason.status === 503
  const worst = failed.find((one) => !isAway(one)) ?? failed[0]
  if (worst && (failed.length === settled.length || !isAway(worst))) throw worst.reason
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** The balances of one chain, and how they were had. */
interface Part {
  chain: string
  items: readonly BalanceItem[]
  isPartial: boolean
  isSettled: boolean
  age: number
}

const readBalances = async (
  context: ApiContext,
  account: Account,
  forceUpdate: string | undefined,
): Promise<Part> => {
  const chain = account.chain.id
  const rule = {
    sizeOf: ({ items }: Balances) => items.length,
    isWhole: ({ isPartial }: Balances) => !isPartial,
    isForced: forceUpdate !== undefined,
  }
  let isSettled = false
  const { answer, age } = await context.lastGood.get(`balances ${account.id}`, rule, async () => {
    const after = await settle(context, account, forceUpdate)
    isSettled = after !== undefined
    return after
      ? ask(context, { account, after: after.settled }, after.source)
      : ask(context, { account, isFresh: forceUpdate !== undefined })
  })
  return { chain, items: answer.items, isPartial: answer.isPartial === true, isSettled, age }
}

/** A source that knows the transaction is asked alone: another one may be behind it. */
const ask = async (
  { pool }: ApiContext,
  query: Omit<BalanceQuery, 'signal'>,
  source?: string,
): Promise<Balances> => {
  const { answer } = await pool.ask(
    'balances',
    query.account.chain.id,
    (from, signal) => from.balances({ ...query, signal }),
    source,
  )
  return answer
}

/**
 * Waits, up to 4 s, for the block of a transaction.
 * @returns `undefined` where it is not there, or nothing can tell
 */
export const settle = async (
  { pool }: ApiContext,
  account: Account,
  hash = '',
): Promise<{ source: string; settled: Settled } | undefined> => {
  const source = HASH.test(hash) ? pool.find('settled', account.chain.id) : undefined
  if (!source) return undefined
  const settled = await inTime(SETTLE_MS, (signal) =>
    source.settled({ account, hash, signal }),
  ).catch(() => undefined)
  return settled && { source: source.id, settled }
}

/** All prices of an answer are in one currency. */
const withPrices = async (
  { prices, images }: ApiContext,
  parts: readonly Part[],
  asked: string,
): Promise<{ answer: Pick<Answer, 'balances' | 'currency'>; age: number }> => {
  const all = parts.flatMap(({ chain, items }) => items.map((item) => ({ chain, item })))
  const found = await prices.find(
    asked,
    all.map(({ chain, item: { address } }) => ({
      chain,
      ...(address !== undefined && { address }),
    })),
  )
  const isDollar = found.currency === DOLLAR
  const balances = all.map(({ chain, item }) => {
    const known = found.prices.get(tokenKey(chain, item.address))
    const price = known ?? (isDollar ? item.price : undefined)
    return toBalance(item, chain, price, images.pathOf(chain, item.address))
  })
  const age = Math.max(found.age, ...parts.map((part) => part.age))
  return { answer: { balances, currency: found.currency }, age }
}

const toBalance = (
  item: BalanceItem,
  chain: string,
  price: number | undefined,
  iconUrl: string,
): Balance => {
  const numeric = formatUnits(BigInt(item.amount), item.decimals)
  const value = price === undefined ? undefined : Number(numeric) * price
  return {
    name: item.name,
    symbol: item.symbol,
    chainId: chain,
    ...(item.address !== undefined && { address: `${chain}:${item.address}` }),
    ...(price !== undefined && { price }),
    ...(value !== undefined && Number.isFinite(value) && { value }),
    quantity: { decimals: String(item.decimals), numeric },
    iconUrl,
    flags: { is_spam: item.spam },
  }
}
