import type { Lookalike } from '../api.js'
import type { KnownAddress } from './types.js'

const isHex = (text: string): boolean => /^0x[0-9a-f]*$/i.test(text)
/** Letter case of hexadecimal text is a checksum, and no part of the address. */
const plain = (text: string): string => (isHex(text) ? text.toLowerCase() : text)
/** Whether two texts are one address. */
export const isSame = (one: string, other: string): boolean =>
  one === other || (one.length === other.length && plain(one) === plain(other))

/** No address of any chain is longer. Of what is, both ends are compared: people see no more of it. */
const LONGEST = 256
const compared = (text: string): string =>
  text.length > LONGEST ? text.slice(0, LONGEST / 2) + text.slice(-LONGEST / 2) : text

/** Characters and pairs that are taken for one another in some typeface, by what stands for them. Letters are lower-case by then. */
const CONFUSED: readonly (readonly [RegExp, string])[] = [
  [/rn|nn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[oq]/g, '0'],
  [/[li|]/g, '1'],
  [/z/g, '2'],
  [/s/g, '5'],
  [/[b6]/g, '8'],
  [/g/g, '9'],
  [/v/g, 'u'],
]
const fold = (text: string): string =>
  CONFUSED.reduce((folded, [found, by]) => folded.replace(found, by), text.toLowerCase())

/** Of bech32, the prefix, with a segwit version, and what stands behind it. */
const readBech32 = (text: string): RegExpExecArray | null =>
  /^((?:bc|tb|bcrt)1[qp]|[a-z][a-z0-9]{0,82}?1)([02-9ac-hj-np-z]{38,})$/.exec(text)

/**
 * How many characters all addresses of an address's format share: `0x`, the prefix of bech32, the version character of base58 with a checksum.
 * 40 to 44 characters of base58 are a bare key.
 */
function sharedByAll(text: string): number {
  if (isHex(text)) return 2
  const hasVersion =
    /^[1-9A-HJ-NP-Za-km-z]{26,50}$/.test(text) && (text.length < 40 || text.length > 44)
  return readBech32(text)?.[1]!.length ?? Number(hasVersion)
}

/** Six characters at the end of bech32 are a checksum that covers the prefix: without both, an account is one text on all its chains. */
function isOneAccount(one: string, other: string): boolean {
  const [a, b] = [readBech32(one), readBech32(other)]
  return !!a && !!b && a[1] !== b[1] && a[2]!.slice(0, -6) === b[2]!.slice(0, -6)
}

function shared(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return { start, end }
}

/** People look at both ends: of random hexadecimal addresses, one pair in seven million is alike in seven characters there. Who looks at one end alone is deceived by as much as eight. */
const AT_EACH_END = 2
const AT_BOTH_ENDS = 7
const ANYWHERE = 8
/** Changed characters, wherever, that hide in a text of twenty and more. */
const HIDDEN = 3
const LONG = 20

const changed = (one: string, other: string): number =>
  one.length === other.length
    ? [...one].filter((character, at) => character !== other[at]).length
    : Infinity

/** Characters that the ends have in common, where they are enough to deceive. */
function endsOf(one: string, other: string): number {
  const { start, end } = shared(one, other)
  const least = start >= AT_EACH_END && end >= AT_EACH_END ? AT_BOTH_ENDS : ANYWHERE
  return start + end >= least ? start + end : 0
}

/** How much alike two addresses look, that are two: characters at their ends. 0: nobody would take one for the other. */
function likeness(one: string, other: string, shorten: (address: string) => string): number {
  const from = sharedByAll(other)
  const [a, b] = [one.slice(from).toLowerCase(), other.slice(from).toLowerCase()]
  // A pair that is folded into one character would count for less than it shows.
  const alike = Math.max(endsOf(a, b), endsOf(fold(a), fold(b)))
  const hidden = b.length >= LONG && Math.min(changed(a, b), changed(fold(a), fold(b))) <= HIDDEN
  const short = shorten(one)
  const isShortAlike = short !== one && short.toLowerCase() === shorten(other).toLowerCase()
  return alike || (hidden || isShortAlike ? 1 : 0)
}

/** Fewer characters in common between two differences are chance. */
const CHANCE = 3

/** Where an address differs from a known one, as half-open ranges of UTF-16 units in the first. Never empty for two that differ. */
export function differencesOf(
  address: string,
  known: string,
): readonly (readonly [start: number, end: number])[] {
  const [one, other] = [plain(address), plain(known)]
  if (one.length !== other.length) {
    const { start, end } = shared(one, other)
    const last = one.length - end
    return [
      start < last ? [start, last] : [Math.max(0, start - 1), Math.min(one.length, start + 1)],
    ]
  }
  const ranges: [number, number][] = []
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue
    const last = ranges.at(-1)
    if (last && at - last[1] < CHANCE) last[1] = at + 1
    else ranges.push([at, at + 1])
  }
  return ranges
}

/**
 * The known address that an address can be mistaken for: both ends alike as far as people look, or one end further than that, also by characters that are taken for one another, or only a few characters changed.
 * An address that is itself known is none.
 * @param shorten how addresses are shortened on the screen: two that look the same there are look-alikes
 */
export function findLookalike(
  address: string,
  known: readonly KnownAddress[],
  shorten: (address: string) => string = (one) => one,
): Lookalike | undefined {
  if (known.some((one) => isSame(one.address, address))) return undefined
  let best: { likeness: number; found: KnownAddress } | undefined
  const one = compared(address)
  for (const found of known) {
    const other = compared(found.address)
    if (isOneAccount(one, other)) continue
    const alike = likeness(one, other, shorten)
    if (alike > (best?.likeness ?? 0)) best = { likeness: alike, found }
  }
  return (
    best && {
      known: best.found.address,
      from: best.found.from,
      ...(best.found.name !== undefined && { name: best.found.name }),
      differences: differencesOf(address, best.found.address),
    }
  )
}
