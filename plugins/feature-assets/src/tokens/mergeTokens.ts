import type { AssetToken, SpamReason } from '../api.js'
import type { ListedToken } from '../options.js'
import type { RawToken } from './rawToken.js'
import { tokenKey } from './tokenKey.js'

/** Tokens of an account that are kept. */
const MAX_TOKENS = 10_000

/** Keeps entries whose unit can be divided: one without decimals counts pieces. */
export const withDecimals = <Token extends { quantity: { decimals: string | number } }>(
  tokens: readonly Token[],
): Token[] => tokens.filter(({ quantity }) => Number(quantity.decimals) !== 0)

const isZero = (numeric: string): boolean => /^[0.]*$/.test(numeric)

/** The native coin first, then what has a value, the largest first, then by name. */
const byValue = (a: AssetToken, b: AssetToken): number =>
  Number(b.address === undefined) - Number(a.address === undefined) ||
  (b.value ?? -1) - (a.value ?? -1) ||
  a.name.localeCompare(b.name) ||
  (tokenKey(a) < tokenKey(b) ? -1 : 1)

export interface MergeOptions {
  listed: readonly ListedToken[]
  /** Keys of tokens that the visitor hid. */
  hidden: ReadonlySet<string>
  /** Why a token is spam, beyond what its source says. */
  spamOf(token: RawToken): SpamReason | undefined
}

/**
 * One list of what several sources tell: each token once, as the first source has it, with the
 * host's names and pictures where the host lists it. Tokens that the account has nothing of are left
 * out, and those without decimals.
 */
export function mergeTokens(
  raw: readonly RawToken[],
  { listed, hidden, spamOf }: MergeOptions,
): readonly AssetToken[] {
  const known = new Map(
    listed.map((token) => [tokenKey({ chainId: token.network, address: token.address }), token]),
  )
  const first = new Map<string, RawToken>()
  for (const token of withDecimals(raw)) {
    const key = tokenKey(token)
    const isHeld = token.address === undefined || !isZero(token.quantity.numeric)
    if (isHeld && !first.has(key) && first.size < MAX_TOKENS) first.set(key, token)
  }
  return [...first]
    .map(([key, token]): AssetToken => {
      const { isSpam, written: _, ...rest } = token
      const host = known.get(key)
      const isOwn = host !== undefined || token.address === undefined
      const spam = isOwn ? undefined : isSpam ? 'flagged' : spamOf(token)
      return {
        ...rest,
        ...(host && { name: host.name, symbol: host.symbol }),
        iconUrl: host?.iconUrl ?? token.iconUrl,
        isVerified: isOwn || token.price !== undefined,
        isHidden: hidden.has(key),
        ...(spam && { spam }),
      }
    })
    .sort(byValue)
}

/** Whether a token is shown behind "hidden" alone, and never counted. */
export const isAside = ({ isHidden, spam }: AssetToken): boolean => isHidden || spam !== undefined

/** The sum of what has a price, and how many have none. Hidden tokens and spam do not count. */
export function totalOf(tokens: readonly AssetToken[]): {
  value: number | undefined
  without: number
} {
  const counted = tokens.filter((token) => !isAside(token))
  const values = counted.flatMap(({ value }) => value ?? [])
  return {
    value: values.length ? values.reduce((sum, value) => sum + value, 0) : undefined,
    without: counted.length - values.length,
  }
}
