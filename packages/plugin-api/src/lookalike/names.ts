import { nameKey } from '../wallet/names.js'

/** Most UTF-16 units of a name that are searched for links. */
const MAX_SEARCHED = 2_000
/** Endings of domains that names of spam have, in whatever case they are written. */
const COMMON_ENDINGS =
  'com|org|net|io|xyz|app|fi|finance|site|online|live|top|pro|vip|club|info|link' +
  '|claim|gift|cc|co|me|gg|network|exchange|events?|rewards?'
/** Other endings are lower case, as people write them: `Mr.Beast` is not a domain. */
const LINK = new RegExp(
  [
    /[a-z][a-z\d+.-]*:\/\//iu.source,
    /(?<![\p{L}\p{N}])www\./u.source,
    `[\\p{L}\\p{N}]\\.(?:${COMMON_ENDINGS}|${COMMON_ENDINGS.toUpperCase()})(?![\\p{L}\\p{N}])`,
    /[\p{L}\p{N}]\.(?!(?:eth|axl)(?![\p{L}\p{N}]))[\p{Ll}\p{Lo}]{2,24}(?![\p{L}\p{N}])/u.source,
    /[\p{L}\p{N}]\.xn--/u.source,
  ].join('|'),
  'u',
)

/**
 * A name without what does not change its letters: case, spaces, and signs before and after them, as
 * in `$UNI`. Tether writes the T of its tokens as the sign of the tugrik.
 */
const lettersOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\u20ae', 't')
    .replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$|\s+/gu, '')

/**
 * The listed name or symbol that this one spells with other letters: `USDC` with a Cyrillic `С`, a
 * `0` for an `O`, an invisible character between. `undefined` for one that is like no listed name,
 * and for one that is itself listed; case, spaces and signs around it are not a difference.
 * The letters that look alike are those of Unicode's confusables (UTS 39), as ENSIP-15 uses them.
 */
export function spellsLike(text: string, listed: readonly string[]): string | undefined {
  const letters = lettersOf(text)
  if (!letters || listed.some((one) => lettersOf(one) === letters)) return undefined
  const key = nameKey(text)
  return listed.find((one) => nameKey(one) === key)
}

/**
 * Whether a name has a link or the domain of a site in it, as names of spam tokens do: `https://`,
 * `www.`, `Visit claim.example`, also with `[.]` or a full-width point. Names of the Ethereum Name
 * Service that end in `.eth` do not count, nor do tokens that Axelar bridged, such as `USDC.axl`. A
 * site exempts what it lists itself: `yearn.finance` is the name of a genuine token.
 */
export const hasLink = (text: string): boolean =>
  LINK.test(
    text
      .slice(0, MAX_SEARCHED)
      .normalize('NFKC')
      .replace(/\s*[[({]\s*(?:\.|dot)\s*[\])}]\s*|[。｡]/giu, '.'),
  )
