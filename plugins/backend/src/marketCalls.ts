// The calls for swaps and for buying coins.
import { type HttpOptions, isLatchkeyError, type Schema } from '@latchkey/plugin-api'
import * as v from 'valibot'
import { onrampOptionsOf, onrampOrderOf, onrampQuotesOf, onrampUrlOf } from './onrampAnswers.js'
import type { OnrampCalls } from './onrampTypes.js'
import {
  allowanceOf,
  builtSwapOf,
  gasPricesOf,
  swapApprovalOf,
  swapQuotesOf,
  swapTokensOf,
} from './swapAnswers.js'
import type { SwapCalls } from './swapTypes.js'
import type { BackendClient } from './types.js'

type Query = HttpOptions<unknown>['query']
/** Settings of a call that are not parameters of the server. */
export interface Asked {
  signal?: AbortSignal | undefined
  cache?: HttpOptions<unknown>['cache'] | undefined
}

export type Get = <T>(path: string, schema: Schema<T>, asked?: Asked, query?: Query) => Promise<T>
export type Post = <T>(path: string, schema: Schema<T>, asked: Asked, body: object) => Promise<T>

export const createSwapCalls = (get: Get, post: Post, baseUrl: string): SwapCalls => ({
  getSwapQuotes(query) {
    const { amount, userAddress, from, to, gasPrice } = query
    return get('v1/convert/quotes', swapQuotesOf(query), query, {
      amount: String(amount),
      userAddress,
      from,
      to,
      gasPrice: gasPrice === undefined ? undefined : String(gasPrice),
    })
  },
  getSwapTokens: (query) =>
    get('v1/convert/tokens', swapTokensOf(baseUrl, query.chainId), query, {
      chainId: query.chainId,
    }),
  getSwapAllowance(query) {
    const { tokenAddress, userAddress, spender } = query
    return get('v1/convert/allowance', allowanceOf, query, { tokenAddress, userAddress, spender })
  },
  getGasPrices: (query) =>
    get('v1/convert/gas-price', gasPricesOf, query, { chainId: query.chainId }),
  buildSwapApproval(query) {
    const { userAddress, from, to, amount, spender } = query
    return get('v1/convert/build-approve', swapApprovalOf, query, {
      ...{ userAddress, from, to, spender },
      amount: amount === undefined ? undefined : String(amount),
    })
  },
  buildSwap(query) {
    const { amount, from, to, userAddress, slippage, disableEstimate = false } = query
    return post('v1/convert/build-transaction', builtSwapOf(query), query, {
      amount: String(amount),
      eip155: { slippage },
      ...{ from, to, userAddress, disableEstimate },
    })
  },
})

export const createOnrampCalls = (get: Get, post: Post): OnrampCalls => ({
  getOnrampOptions: (options) => get('v1/onramp/options', onrampOptionsOf, options),
  getOnrampQuote({ signal, ...body }) {
    return post('v1/onramp/quote', onrampQuotesOf(body), { signal }, body)
  },
  getOnrampUrl({ signal, origin, ...body }) {
    const schema = onrampUrlOf(origin, body.destinationWallets, body.provider)
    return post(
      'v1/generators/onrampurl',
      schema,
      { signal },
      { ...body, defaultExperience: 'buy' },
    )
  },
  getOnrampOrder: ({ orderId, signal }) =>
    get(`v1/onramp/orders/${encodeURIComponent(orderId)}`, onrampOrderOf(orderId), { signal }),
})

const REFUSAL = v.object({
  reasons: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^[\w.]{1,60}$/)) })),
})

export const reasonOf: BackendClient['reasonOf'] = async (error) => {
  if (!isLatchkeyError(error, 'http.status') || !(error.cause instanceof Error)) return undefined
  try {
    return v.parse(REFUSAL, JSON.parse(error.cause.message)).reasons[0]?.name
  } catch {
    return undefined
  }
}
