import { type Refusal, type Route, refusal, route } from '@latchkey/service-kit/http'
import { type Hex } from 'viem'
import { type ApiContext } from '../context.js'
import { isCallError, QUANTITY, type Turn, turnOf } from '../sources/rpc/nodes.js'
import { isAway, readAllowance, readBalance, readCoins } from '../swap/chainReads.js'
import { minimumOf } from '../swap/connector.js'
import { quoteAnswer } from '../swap/quoteAnswer.js'
import { NATIVE, type Quote, type SwapRequest } from '../swap/quoteSource.js'
import { readRequest, requireTokens } from '../swap/readRequest.js'
import { buildAnswer, buildBody } from '../swap/schemas.js'

/** A built transaction may be signed and mined for so long. */
const DEADLINE_S = 20n * 60n
/**
 * Percent of the estimate. A pool of V3 writes down its price once a second: an estimate at the time of the
 * last block leaves that out, and the swap a moment later would run out of gas.
 */
const GAS_SHARE = 120n

export const buildTransaction = (context: ApiContext): Route =>
  route({
    method: 'post',
    path: '/v1/convert/build-transaction',
    summary: 'The transaction of a swap, made of a new quote.',
    body: buildBody,
    answer: buildAnswer,
    failures: [422, 503],
    async handle({ body, context: http }) {
      const request = readRequest(context, body, body.eip155.slippage)
      const turn = turnOf(http.req.raw.signal)
      await requireTokens(context, request, turn)
      const built = await build(context, request)
      const { quote, minimum, call } = built
      const node = context.nodeOf(request.chain)
      const estimate = (): Promise<bigint> =>
        node.ask('eth_estimateGas', [call], turn, QUANTITY).catch(async (error: unknown) => {
          if (!isCallError(error)) return isAway()
          throw await explain(context, request, built, turnOf(http.req.raw.signal))
        })
      const [price, gas] = await Promise.all([
        node.ask('eth_gasPrice', [], turn, QUANTITY).catch(isAway),
        body.disableEstimate ? undefined : estimate(),
      ])
      return {
        tx: {
          ...{ from: request.account, to: call.to, data: call.data },
          value: String(BigInt(call.value)),
          eip155: {
            gasPrice: String(price),
            ...(gas !== undefined && { gas: String((gas * GAS_SHARE) / 100n) }),
          },
        },
        quote: { ...quoteAnswer(context.now(), request, quote), minimum: String(minimum) },
      }
    },
  })

interface Built {
  quote: Quote
  minimum: bigint
  call: { from: Hex; to: Hex; data: Hex; value: Hex }
}

/** Quotes anew: no number of the client is in the transaction but the amount and the slippage. */
const build = async (context: ApiContext, request: SwapRequest): Promise<Built> => {
  const [quote] = await context.quotes.find(request)
  const source = quote && context.quotes.byId(quote.source)
  if (!quote || !source)
    throw refusal(422, 'no_route', 'No market trades these two tokens. Choose another one.')
  const minimum = quote.minimum ?? minimumOf(quote.toAmount, request.slippage)
  const deadline = BigInt(Math.floor(context.now() / 1000)) + DEADLINE_S
  const make = async () => source.build(request, quote, { minimum, deadline })
  const { to, data, value } = await make().catch(isAway)
  const call = { from: request.account, to, data, value: `0x${value.toString(16)}` as Hex }
  return { quote, minimum, call }
}

/** Why a swap would revert: never the node's own words. */
const explain = async (
  context: ApiContext,
  request: SwapRequest,
  { quote: { spender, source }, minimum }: Built,
  turn: Turn,
): Promise<Refusal> => {
  const { chain, from, account, amount } = request
  const node = context.nodeOf(chain)
  const held =
    from === NATIVE
      ? await readCoins(node, account, turn)
      : await readBalance(node, from, account, turn)
  if (held < amount)
    return refusal(422, 'balance', 'The account has less of the token than is sold.')
  if (spender) {
    const owned = { token: from, owner: account, spender }
    if ((await readAllowance(node, owned, turn)) < amount)
      return refusal(422, 'allowance', 'The market may not take so much. Approve it first.')
  }
  const now = (await context.quotes.find(request)).find((quote) => quote.source === source)
  if (!now || now.toAmount < minimum)
    return refusal(422, 'moved', 'The price has moved meanwhile. Ask for a new quote.')
  return refusal(
    422,
    'unsellable',
    'The token does not let itself be sold, or takes a part of what is sent. Choose another one.',
  )
}
