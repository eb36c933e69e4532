import { type Route, badInput, refusal, route } from '@latchkey/service-kit/http'
import { maxUint256, type Hex } from 'viem'
import type * as v from 'valibot'
import { type ApiContext } from '../context.js'
import { isCallError, QUANTITY, type Turn, turnOf } from '../sources/rpc/nodes.js'
import {
  approval,
  isAccepted,
  isAway,
  readAllowance,
  readBalance,
  readCoins,
  readGasPrices,
  readPermits,
} from '../swap/chainReads.js'
import { NATIVE, type Quote, type SwapRequest } from '../swap/quoteSource.js'
import { readMarket, readOwner, readRequest, readSpender, readToken } from '../swap/readRequest.js'
import * as schemas from '../swap/schemas.js'

/** A quote is shown for so long. */
const QUOTE_MS = 30_000
/** A built transaction may be signed and mined for so long. */
const DEADLINE_S = 20n * 60n
/** Slippage counts to a ten-thousandth of a percent. */
const WHOLE = 1_000_000n

export const convertRoutes = (context: ApiContext): Route[] => [
  quotes(context),
  tokens(context),
  allowance(context),
  gasPrice(context),
  buildApprove(context),
  buildTransaction(context),
]

/** The time of one request, with its nodes. */
const turn = (http: { req: { raw: Request } }): Turn => turnOf(http.req.raw.signal)

const quotes = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/quotes',
    summary: 'What the markets of the service give for an exact amount of a token.',
    query: schemas.quotesQuery,
    answer: schemas.quotesAnswer,
    failures: [503],
    async handle({ query }) {
      const request = readRequest(context, query)
      const found = await context.quotes.find(request)
      return { quotes: found.map((quote) => toAnswer(context, request, quote)) }
    },
  })

const tokens = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/tokens',
    summary: 'The tokens of a chain that the host lists, and its native coin.',
    query: schemas.tokensQuery,
    answer: schemas.tokensAnswer,
    failures: [503],
    async handle({ query, context: http }) {
      const chain = readMarket(context, 'chainId', query.chainId)
      const listed = chain.tokens ?? []
      const addresses = listed.map(({ address }) => address as Hex)
      const permits = await readPermits(context.nodeOf(chain), addresses, turn(http))
      const coin = { ...chain.nativeCurrency, address: NATIVE }
      return {
        tokens: [coin, ...listed].map(({ address, name, symbol, decimals }) => ({
          ...{ address: `${chain.id}:${address}`, name, symbol, decimals },
          logoUri: context.images.pathOf(chain.id, address === NATIVE ? undefined : address),
          eip2612: permits.has(address as Hex),
        })),
      }
    },
  })

const allowance = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/allowance',
    summary: 'How much of a token a market may take from an account. Of a native coin: everything.',
    query: schemas.allowanceQuery,
    answer: schemas.allowanceAnswer,
    failures: [503],
    async handle({ query, context: http }) {
      const { chain, token } = readToken(context, 'tokenAddress', query.tokenAddress)
      const owner = readOwner('userAddress', query.userAddress)
      if (token === NATIVE) return { allowance: String(maxUint256) }
      const spender = readSpender(context, chain, query.spender)
      const owned = { token, owner, spender }
      return { allowance: String(await readAllowance(context.nodeOf(chain), owned, turn(http))) }
    },
  })

const gasPrice = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/gas-price',
    summary: 'What a unit of gas costs: for a transaction without haste, soon, and at once.',
    query: schemas.tokensQuery,
    answer: schemas.gasPriceAnswer,
    failures: [503],
    async handle({ query, context: http }) {
      const chain = context.chains.find(query.chainId)
      if (!chain?.id.startsWith('eip155:'))
        throw badInput('chainId', 'Network not supported for Gas Price')
      const [standard, fast, instant] = await readGasPrices(context.nodeOf(chain), turn(http))
      return { standard: String(standard), fast: String(fast), instant: String(instant) }
    },
  })

const buildApprove = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/build-approve',
    summary: 'The transaction that allows a market to take a token from the account.',
    query: schemas.approveQuery,
    answer: schemas.approveAnswer,
    failures: [503],
    async handle({ query, context: http }) {
      const { chain, token } = readToken(context, 'from', query.from)
      const bought = readToken(context, 'to', query.to)
      if (bought.chain.id !== chain.id)
        throw badInput('to', 'Both tokens must be on the same chain. Name one of that chain.')
      if (token === NATIVE)
        throw badInput('from', 'A native coin needs no approval. Build the transaction at once.')
      const owner = readOwner('userAddress', query.userAddress)
      const spender = readSpender(context, chain, query.spender)
      const amount = query.amount === undefined ? maxUint256 : BigInt(query.amount)
      const call = { from: owner, to: token, data: approval(spender, amount) }
      const node = context.nodeOf(chain)
      const allowed = await readAllowance(node, { token, owner, spender }, turn(http))
      return {
        tx: { ...call, value: '0' },
        unlimited: query.amount === undefined,
        reset: allowed > 0n && !(await isAccepted(node, call, turn(http))),
      }
    },
  })

const buildTransaction = (context: ApiContext): Route =>
  route({
    method: 'post',
    path: '/v1/convert/build-transaction',
    summary: 'The transaction of a swap, made of a new quote.',
    body: schemas.buildBody,
    answer: schemas.buildAnswer,
    failures: [422, 503],
    async handle({ body, context: http }) {
      const request = readRequest(context, body)
      const [quote] = await context.quotes.find(request)
      const source = quote && context.quotes.byId(quote.source)
      if (!quote || !source)
        throw refusal(422, 'no_route', 'No market trades these two tokens. Choose another one.')
      const kept = WHOLE - BigInt(Math.round(body.eip155.slippage * 10_000))
      const minimum = (quote.toAmount * kept) / WHOLE
      const deadline = BigInt(Math.floor(context.now() / 1000)) + DEADLINE_S
      const { to, data, value } = source.build(request, quote, { minimum, deadline })
      const call = { from: request.account, to, data, value: `0x${value.toString(16)}` as Hex }
      const node = context.nodeOf(request.chain)
      const [price, gas] = await Promise.all([
        node.ask('eth_gasPrice', [], turn(http), QUANTITY).catch(isAway),
        body.disableEstimate
          ? undefined
          : node
              .ask('eth_estimateGas', [call], turn(http), QUANTITY)
              .catch(async (error: unknown) => {
                if (!isCallError(error)) return isAway()
                throw await explain(context, request, quote, turn(http))
              }),
      ])
      return {
        tx: {
          ...{ from: request.account, to, data, value: String(value) },
          eip155: { gasPrice: String(price), ...(gas !== undefined && { gas: String(gas) }) },
        },
        quote: { ...toAnswer(context, request, quote), minimum: String(minimum) },
      }
    },
  })

/** Why a swap would revert: never the node's own words. */
const explain = async (
  { nodeOf }: ApiContext,
  { chain, from, account, amount }: SwapRequest,
  { spender }: Quote,
  time: Turn,
) => {
  const node = nodeOf(chain)
  const held =
    from === NATIVE
      ? await readCoins(node, account, time)
      : await readBalance(node, from, account, time)
  if (held < amount)
    return refusal(422, 'balance', 'The account has less of the token than is sold.')
  if (spender) {
    const owned = { token: from, owner: account, spender }
    if ((await readAllowance(node, owned, time)) < amount)
      return refusal(422, 'allowance', 'The market may not take so much. Approve it first.')
  }
  return refusal(
    422,
    'reverts',
    'The swap would fail: the price moved, or the token cannot be sold. Ask for a new quote.',
  )
}

const toAnswer = (
  { now }: ApiContext,
  { chain, from, to, amount }: SwapRequest,
  quote: Quote,
): v.InferOutput<typeof schemas.quoteSchema> => ({
  id: [quote.source, ...quote.route.map(({ venue, fee }) => `${venue}/${fee}`), quote.block].join(
    ' ',
  ),
  source: quote.source,
  from: `${chain.id}:${from}`,
  to: `${chain.id}:${to}`,
  fromAmount: String(amount),
  toAmount: String(quote.toAmount),
  priceImpact: quote.priceImpact,
  gas: String(quote.gas),
  ...(quote.fee !== undefined && { fee: String(quote.fee) }),
  spender: quote.spender ?? null,
  router: quote.router,
  route: quote.route.map(({ venue, pool, fee }) => ({ venue, pool, fee })),
  expires: now() + QUOTE_MS,
  block: String(quote.block),
})
