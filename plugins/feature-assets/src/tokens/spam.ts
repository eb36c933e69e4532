import { hasLink, spellsLike } from '@latchkey/plugin-api/lookalike'
import type { SpamReason } from '../api.js'
import type { ListedToken } from '../options.js'
import type { RawToken } from './rawToken.js'

/** Names that other tokens on a network must not take. */
export interface KnownNames {
  /** Tokens that the host lists there, and the native coin. */
  tokens: readonly Pick<ListedToken, 'name' | 'symbol'>[]
}

const isText = (text: string): boolean => text !== ''

/** Whether another token bears both names of a known one: one of them alone may be chance. */
const isCopy = ({ name, symbol }: RawToken, { tokens }: KnownNames): boolean =>
  tokens.some(
    (known) =>
      known.name.toLowerCase() === name.toLowerCase() &&
      known.symbol.toLowerCase() === symbol.toLowerCase(),
  )

/**
 * Why a token that the host does not list is spam, by what it calls itself: by the names as they are
 * shown, and as they came, with characters that nobody sees. `undefined`: nothing speaks against it.
 */
export function spamOf(token: RawToken, known: KnownNames): SpamReason | undefined {
  const { name, symbol, written } = token
  const names = [name, symbol, written?.name ?? '', written?.symbol ?? ''].filter(isText)
  if (names.some(hasLink)) return 'link'
  const listed = known.tokens.flatMap(({ name, symbol }) => [name, symbol]).filter(isText)
  return isCopy(token, known) || names.some((name) => spellsLike(name, listed) !== undefined)
    ? 'lookalike'
    : undefined
}
