import { type Route, badInput, isRefusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ACCOUNT, CHAIN_ID, CURRENCY, balanceAnswer, textOf } from '../schemas.js'
import { inTime } from '../sources/pool.js'
import { type BalanceItem, tokenKey } from '../sources/source.js'

type Balance = v.InferOutput<typeof balanceAnswer>['balances'][number]

/** So long is waited for the block of a transaction that the page has just sent. */
const SETTLE_MS = 5000
const HASH = /^0x[\da-f]{64}$/i

export const balanceRoutes = (context: ApiContext): Route[] => [
  route({
    method: 'get',
    path: '/v1/account/:address/balance',
    summary: 'The native coin and the tokens of an account, of every chain whose sources answer.',
    params: v.object({ address: ACCOUNT }),
    query: v.object({
      currency: v.optional(CURRENCY, 'usd'),
      chainId: v.optional(CHAIN_ID),
      forceUpdate: v.optional(
        v.pipe(
          textOf(200),
          v.description(
            '`true`, or the hash of a transaction whose block is waited for, up to 5 s.',
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
        asked.map((account) => readBalances(context, account, query.currency, query.forceUpdate)),
      )
      const parts = answersOf(settled)
      const age = Math.max(...parts.map((part) => part.age))
      if (age > 0) http.header('x-latchkey-age', String(age))
      return { balances: parts.flatMap(({ balances }) => balances) }
    },
  }),
]

/** A chain whose sources fail leaves the others. @throws the failure, where there is no other */
const answersOf = <Answer>(settled: readonly PromiseSettledResult<Answer>[]): Answer[] => {
  const failed = settled.filter((one) => one.status === 'rejected')
  const isAway = ({ reason }: PromiseRejectedResult) => isRefusal(reason) && reason.status === 503
  const worst = failed.find((one) => !isAway(one)) ?? failed[0]
  if (worst && (failed.length === settled.length || !isAway(worst))) throw worst.reason
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

const readBalances = async (
  { pool, lastGood, prices }: ApiContext,
  account: Account,
  currency: string,
  forceUpdate: string | undefined,
): Promise<{ balances: Balance[]; age: number }> => {
  const chain = account.chain.id
  const waiting = HASH.test(forceUpdate ?? '') ? pool.find('settled', chain) : undefined
  if (waiting && forceUpdate)
    await inTime(SETTLE_MS, (signal) =>
      waiting.settled({ chain, hash: forceUpdate, signal }),
    ).catch(() => undefined)
  const { answer: items, age } = await lastGood.get(`balances ${account.id}`, async () => {
    const { answer } = await pool.ask('balances', chain, (source, signal) =>
      source.balances({ account, signal }),
    )
    return answer
  })
  const found = await prices.find(
    currency,
    items.map(({ address }) => ({ chain, ...(address !== undefined && { address }) })),
  )
  const isDollar = currency === 'usd'
  return {
    balances: items.map((item) =>
      toBalance(
        item,
        chain,
        found.prices.get(tokenKey(chain, item.address)) ?? (isDollar ? item.price : undefined),
      ),
    ),
    age: Math.max(age, found.age),
  }
}

const toBalance = (item: BalanceItem, chain: string, price: number | undefined): Balance => {
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
    iconUrl: '',
    flags: { is_spam: item.spam },
  }
}
