import type { SwapState, SwapToken } from '../api.js'
import { tokenKey } from '../services/tokenKey.js'

const PERCENT = 100

/** US dollars of an amount. `undefined`: the price is not known. */
export const worthOf = (
  value: bigint | undefined,
  token: SwapToken | undefined,
  prices: SwapState['prices'],
): number | undefined => {
  const price = prices[tokenKey(token)]
  return value === undefined || !token || price === undefined
    ? undefined
    : (Number(value) / 10 ** token.decimals) * price
}

/** The part of the value that is lost, percent; 0 where more comes than goes. */
export function lossOf(
  sold: bigint,
  from: SwapToken,
  bought: bigint,
  to: SwapToken,
  prices: SwapState['prices'],
): number | undefined {
  const [gone, come] = [worthOf(sold, from, prices), worthOf(bought, to, prices)]
  return gone === undefined || come === undefined || gone === 0
    ? undefined
    : Math.max(0, (1 - come / gone) * PERCENT)
}

/** The loss that counts against `maxPriceImpact`: of the prices, or else of the market's own curve. */
export const weightOf = (loss: number | undefined, priceImpact: number | undefined): number =>
  Math.max(loss ?? 0, (priceImpact ?? 0) / PERCENT)
