import type { SwapToken } from '../api.js'
import { popularSymbols, suggestedSymbols } from '../data/symbols.js'
import { tokenKey } from './tokenKey.js'

const placeIn = (list: readonly string[], { symbol, isListed }: SwapToken): number => {
  const at = isListed ? list.indexOf(symbol.toUpperCase()) : -1
  return at < 0 ? list.length : at
}

/** The list of the picker: what the account has, then popular tokens, then the rest by symbol. */
export function sortTokens(
  tokens: readonly SwapToken[],
  balances: Readonly<Record<string, bigint>>,
): { own: readonly SwapToken[]; popular: readonly SwapToken[]; rest: readonly SwapToken[] } {
  const isOwn = (token: SwapToken): boolean => (balances[tokenKey(token)] ?? 0n) > 0n
  const isPopular = (token: SwapToken): boolean =>
    token.address === undefined || placeIn(popularSymbols, token) < popularSymbols.length
  const others = tokens.filter((token) => !isOwn(token))
  return {
    own: tokens.filter(isOwn),
    popular: others
      .filter(isPopular)
      .sort((one, other) => placeIn(popularSymbols, one) - placeIn(popularSymbols, other)),
    rest: others
      .filter((token) => !isPopular(token))
      .sort((one, other) => one.symbol.localeCompare(other.symbol)),
  }
}

/** Tokens of the row above the list: the native coin, well-known ones, or the first of the list. */
export function suggestTokens(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const MOST = 6
  const listed = tokens.filter(({ isListed }) => isListed)
  const known = listed
    .filter((token) => placeIn(suggestedSymbols, token) < suggestedSymbols.length)
    .sort((one, other) => placeIn(suggestedSymbols, one) - placeIn(suggestedSymbols, other))
  const natives = listed.filter(({ address }) => address === undefined)
  const others = listed.filter((token) => !known.includes(token) && !natives.includes(token))
  return [...natives, ...known, ...others].slice(0, MOST)
}
