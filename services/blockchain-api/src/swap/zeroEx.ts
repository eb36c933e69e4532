import { getAddress, type Hex } from 'viem'
import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import {
  ADDRESS,
  DATA,
  isSound,
  type MadeQuote,
  numberOf,
  QUANTITY,
  readChainIds,
  UNITS,
} from './connector.js'
import { NATIVE, type Quote, type QuoteSource, type QuoteSourceFactory } from './quoteSource.js'

export interface ZeroExOptions {
  /** Of dashboard.0x.org. It never reaches a page. */
  apiKey: string
  /** CAIP-2 ids. Absent: those where AllowanceHolder has the address of {@link ALLOWANCE_HOLDER}. */
  chains?: readonly string[]
  /** For tests: `https://api.0x.org`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** The one contract of 0x that may be allowed to take tokens. Settlers never may: they change. */
const ALLOWANCE_HOLDER = getAddress('0x0000000000001fF3684f28c67538d4D072C22734')
const CHAINS = [1, 10, 56, 130, 137, 480, 8453, 42161, 43114, 81457].map((id) => `eip155:${id}`)
const BASIS_POINTS = 100

const noLiquidity = v.object({ liquidityAvailable: v.literal(false) })
const answerSchema = v.object({
  liquidityAvailable: v.literal(true),
  buyToken: ADDRESS,
  sellToken: ADDRESS,
  buyAmount: UNITS,
  sellAmount: UNITS,
  minBuyAmount: UNITS,
  allowanceTarget: v.optional(v.nullable(ADDRESS)),
  blockNumber: UNITS,
  route: v.optional(
    v.object({
      fills: v.array(v.object({ source: v.pipe(v.string(), v.maxLength(100)), to: ADDRESS })),
    }),
  ),
  transaction: v.object({
    to: ADDRESS,
    data: DATA,
    value: QUANTITY,
    gas: v.optional(v.nullable(QUANTITY)),
  }),
})
type Answer = v.InferOutput<typeof answerSchema>

/** Gas where the answer names none: 0x could not simulate the swap without balance or allowance. */
const GAS = 300_000n

/**
 * Quotes of 0x, by its Swap API v2 with AllowanceHolder. Tested against a fake with the shapes of its
 * public documentation, not against the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const zeroEx =
  ({
    apiKey,
    chains = CHAINS,
    url = 'https://api.0x.org',
    fetch,
  }: ZeroExOptions): QuoteSourceFactory =>
  () => {
    const ask = createAskJson(fetch)
    const made = new WeakMap<Quote, MadeQuote['call']>()
    const source: QuoteSource = {
      id: '0x',
      chains: readChainIds('0x', chains),
      spenders: () => [ALLOWANCE_HOLDER],
      async quote(request, signal) {
        const target = new URL('/swap/allowance-holder/quote', url)
        const query = {
          chainId: numberOf(request.chain.id),
          sellToken: request.from,
          buyToken: request.to,
          sellAmount: String(request.amount),
          taker: request.account,
          slippageBps: String(Math.floor(request.slippage * BASIS_POINTS)),
        }
        target.search = String(new URLSearchParams(query))
        const answer = await ask({
          url: target,
          headers: { '0x-api-key': apiKey, '0x-version': 'v2' },
          signal,
          schema: v.variant('liquidityAvailable', [noLiquidity, answerSchema]),
        })
        if (!answer.liquidityAvailable) return []
        const { quote, call } = toQuote(answer, request.from)
        const isOf = answer.sellToken === request.from && answer.buyToken === request.to
        if (!isOf || answer.sellAmount !== request.amount) throw providerError()
        if (!isSound(request, { quote, call }, [ALLOWANCE_HOLDER])) throw providerError()
        made.set(quote, call)
        return [quote]
      },
      build(_, quote) {
        const call = made.get(quote)
        if (!call) throw providerError()
        return call
      },
    }
    return source
  }

const toQuote = (
  { buyAmount, minBuyAmount, allowanceTarget, blockNumber, route, transaction }: Answer,
  from: Hex,
): MadeQuote => ({
  quote: {
    source: '0x',
    toAmount: buyAmount,
    minimum: minBuyAmount,
    gas: transaction.gas ?? GAS,
    ...(from !== NATIVE && allowanceTarget && { spender: allowanceTarget }),
    router: transaction.to,
    route: (route?.fills ?? []).map(({ source: venue, to }) => ({
      ...{ venue, to, pool: '' as const },
      // 0x does not say what pools take.
      fee: 0,
    })),
    block: blockNumber,
  },
  call: { to: transaction.to, data: transaction.data, value: transaction.value },
})
