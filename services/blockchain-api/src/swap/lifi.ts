import { getAddress, type Hex } from 'viem'
import * as v from 'valibot'
import { createAskJson, isProviderError, providerError } from '../askJson.js'
import { type ListedToken } from '../chains.js'
import { QUANTITY as NODE_QUANTITY, turnOf } from '../sources/rpc/nodes.js'
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
import {
  NATIVE,
  type Quote,
  type QuoteSource,
  type QuoteSourceFactory,
  type SwapRequest,
} from './quoteSource.js'

export interface LifiOptions {
  /** Raises the limit on requests. It never reaches a page. */
  apiKey?: string
  /** CAIP-2 ids. Absent: those where LI.FI's contract has the address of {@link DIAMOND}. */
  chains?: readonly string[]
  /** For tests: `https://li.quest`. */
  url?: string
  /** For tests. */
  fetch?: typeof globalThis.fetch
}

/** LI.FI's contract: the one that is called, and the one that may be allowed to take tokens. */
const DIAMOND = getAddress('0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE')
const CHAINS = [1, 10, 56, 130, 137, 8453, 42161, 43114].map((id) => `eip155:${id}`)
/** LI.FI writes the native coin so. */
const ZERO: Hex = '0x0000000000000000000000000000000000000000'
const MAX_TOKENS = 2000
/** Gas where the answer names none. */
const GAS = 300_000n

const stepSchema = v.object({
  tool: v.pipe(v.string(), v.maxLength(100)),
  action: v.object({
    fromChainId: v.number(),
    toChainId: v.number(),
    fromToken: v.object({ address: ADDRESS }),
    toToken: v.object({ address: ADDRESS }),
    fromAmount: UNITS,
    fromAddress: ADDRESS,
    toAddress: v.optional(ADDRESS),
  }),
  estimate: v.object({
    toAmount: UNITS,
    toAmountMin: UNITS,
    approvalAddress: v.optional(v.nullable(ADDRESS)),
    gasCosts: v.optional(v.array(v.object({ estimate: v.optional(UNITS) }))),
  }),
  transactionRequest: v.object({
    to: ADDRESS,
    data: DATA,
    value: v.optional(QUANTITY, '0'),
    gasLimit: v.optional(QUANTITY),
  }),
})
type Step = v.InferOutput<typeof stepSchema>

const tokensSchema = v.object({
  tokens: v.record(
    v.string(),
    v.array(
      v.object({
        address: ADDRESS,
        name: v.pipe(v.string(), v.maxLength(128)),
        symbol: v.pipe(v.string(), v.maxLength(64)),
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
      }),
    ),
  ),
})

const toLifi = (token: Hex): Hex => (token === NATIVE ? ZERO : token)

/**
 * Quotes of LI.FI for swaps on one chain. Tested against a fake with the shapes of its public
 * documentation, not against the service.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export const lifi =
  ({
    apiKey,
    chains = CHAINS,
    url = 'https://li.quest',
    fetch,
  }: LifiOptions = {}): QuoteSourceFactory =>
  ({ nodeOf }) => {
    const ask = createAskJson(fetch)
    const headers = { ...(apiKey !== undefined && { 'x-lifi-api-key': apiKey }) }
    const made = new WeakMap<Quote, MadeQuote['call']>()
    const source: QuoteSource = {
      id: 'lifi',
      chains: readChainIds('LI.FI', chains),
      spenders: () => [DIAMOND],
      async quote(request, signal) {
        const block = nodeOf(request.chain).ask(
          'eth_blockNumber',
          [],
          turnOf(signal),
          NODE_QUANTITY,
        )
        const step = ask({ url: quoteUrl(url, request), headers, signal, schema: stepSchema })
        const [number, answer] = await Promise.all([
          block,
          // LI.FI answers 404 where it knows no way.
          step.catch((error: unknown) => {
            if (isProviderError(error) && error.status === 404) return undefined
            throw error
          }),
        ])
        if (!answer) return []
        const { quote, call } = toQuote(answer, request.from, number)
        const isFit =
          isOf(answer, request) &&
          call.to === DIAMOND &&
          isSound(request, { quote, call }, [DIAMOND])
        if (!isFit) throw providerError()
        made.set(quote, call)
        return [quote]
      },
      build(_, quote) {
        const call = made.get(quote)
        if (!call) throw providerError()
        return call
      },
      async tokens({ id }, signal): Promise<readonly ListedToken[]> {
        const target = new URL('/v1/tokens', url)
        target.searchParams.set('chains', numberOf(id))
        const { tokens } = await ask({ url: target, headers, signal, schema: tokensSchema })
        const listed = tokens[numberOf(id)] ?? []
        return listed.filter(({ address }) => address !== ZERO).slice(0, MAX_TOKENS)
      },
    }
    return source
  }

const quoteUrl = (
  url: string,
  { chain, from, to, amount, account, slippage }: SwapRequest,
): URL => {
  const target = new URL('/v1/quote', url)
  target.search = String(
    new URLSearchParams({
      fromChain: numberOf(chain.id),
      toChain: numberOf(chain.id),
      fromToken: toLifi(from),
      toToken: toLifi(to),
      fromAmount: String(amount),
      fromAddress: account,
      slippage: String(slippage / 100),
    }),
  )
  return target
}

/** Whether a step is the swap that was asked for, on one chain, for that account. */
const isOf = ({ action }: Step, { chain, from, to, amount, account }: SwapRequest): boolean =>
  [action.fromChainId, action.toChainId].every((id) => String(id) === numberOf(chain.id)) &&
  action.fromToken.address === toLifi(from) &&
  action.toToken.address === toLifi(to) &&
  action.fromAmount === amount &&
  action.fromAddress === account &&
  (action.toAddress ?? account) === account

const toQuote = (
  { tool, action, estimate, transactionRequest }: Step,
  from: Hex,
  block: bigint,
): MadeQuote => ({
  quote: {
    source: 'lifi',
    toAmount: estimate.toAmount,
    minimum: estimate.toAmountMin,
    gas: transactionRequest.gasLimit ?? estimate.gasCosts?.[0]?.estimate ?? GAS,
    ...(from !== NATIVE && estimate.approvalAddress && { spender: estimate.approvalAddress }),
    router: transactionRequest.to,
    route: [{ venue: tool, pool: '', fee: 0, to: action.toToken.address }],
    block,
  },
  call: {
    to: transactionRequest.to,
    data: transactionRequest.data,
    value: transactionRequest.value,
  },
})
