import { type Route, badInput, route } from '@latchkey/service-kit/http'
import { maxUint256, type Hex } from 'viem'
import { checksum } from '../checksum.js'
import { type ApiContext } from '../context.js'
import { type Turn, turnOf } from '../sources/rpc/nodes.js'
import {
  approval,
  isAccepted,
  readAllowance,
  readGasPrices,
  readPermits,
} from '../swap/chainReads.js'
import { quoteAnswer } from '../swap/quoteAnswer.js'
import { NATIVE } from '../swap/quoteSource.js'
import {
  readMarket,
  readOwner,
  readRequest,
  readSpender,
  readToken,
  requireTokens,
} from '../swap/readRequest.js'
import * as schemas from '../swap/schemas.js'
import { buildTransaction } from './buildSwap.js'

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
    async handle({ query, context: http }) {
      const request = readRequest(context, query)
      await requireTokens(context, request, turn(http))
      const found = await context.quotes.find(request)
      return { quotes: found.map((quote) => quoteAnswer(context.now(), request, quote)) }
    },
  })

const tokens = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/convert/tokens',
    summary:
      'The native coin of a chain, the tokens that the host lists, and those that markets trade.',
    query: schemas.tokensQuery,
    answer: schemas.tokensAnswer,
    failures: [503],
    async handle({ query, context: http }) {
      const chain = readMarket(context, 'chainId', query.chainId)
      const own = (chain.tokens ?? []).map((token) => ({
        ...token,
        address: checksum(token.address),
      }))
      const traded = await context.quotes.tokens(chain)
      const listed = [
        ...own,
        ...traded.filter(({ address }) => !own.some((token) => token.address === address)),
      ]
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
      await context.contracts.require(chain, 'tokenAddress', token, turn(http))
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
      await context.contracts.require(chain, 'from', token, turn(http))
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
