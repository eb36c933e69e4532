import type { SwapToken } from '../api.js'

/** Key of a token in the state's tables. */
export const tokenKey = (token: Pick<SwapToken, 'address'> | undefined): string =>
  token?.address?.toLowerCase() ?? 'native'

export const isSameToken = (one: SwapToken | undefined, other: SwapToken | undefined): boolean =>
  !!one && !!other && tokenKey(one) === tokenKey(other)
