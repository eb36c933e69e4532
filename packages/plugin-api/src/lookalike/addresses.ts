/** An address that the visitor knows, and for which another one may be mistaken. */
export interface KnownAddress {
  address: string
  /** The source by which it is known. */
  from: 'history' | 'contact' | 'account'
  /** Name of the contact or account. */
  name?: string
}

/** A known address for which another one can be mistaken. */
export interface Lookalike extends Pick<KnownAddress, 'from' | 'name'> {
  /** The known address. */
  known: string
  /**
   * The ranges in which the other address differs: half-open, in UTF-16 units of the other one.
   */
  differences: readonly (readonly [start: number, end: number])[]
}

const isHex = (text: string): boolean => /^0x[0-9a-f]*$/i.test(text)
/** The letter case of hexadecimal text is a checksum, not part of the address. */
const withoutHexCase = (text: string): string => (isHex(text) ? text.toLowerCase() : text)
/** Whether two texts are the same address: the letter case of hexadecimal ones does not count. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (one.length === other.length && withoutHexCase(one) === withoutHexCase(other))

/**
 * No chain has longer addresses. Of a longer text both ends are compared: people see no more of it.
 */
const MAX_COMPARED_LENGTH = 256
const endsToCompare = (text: string): string =>
  text.length > MAX_COMPARED_LENGTH
    ? text.slice(0, MAX_COMPARED_LENGTH / 2) + text.slice(-MAX_COMPARED_LENGTH / 2)
    : text

/**
 * Characters and pairs of characters that look alike in some typeface, by the character that
 * replaces them. Letters are lower-case by then.
 */
const SIMILAR_CHARACTERS: readonly (readonly [RegExp, string])[] = [
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
const replaceSimilar = (text: string): string =>
  SIMILAR_CHARACTERS.reduce((folded, [found, by]) => folded.replace(found, by), text.toLowerCase())

/** The prefix of a bech32 address, with a segwit version, and the rest. */
const readBech32 = (text: string): RegExpExecArray | null =>
  /^((?:bc|tb|bcrt)1[qp]|[a-z][a-z0-9]{0,82}?1)([02-9ac-hj-np-z]{38,})$/.exec(text)

/**
 * The number of characters that all addresses of this format share: `0x`, the prefix of bech32, the
 * version character of base58 with a checksum. 40 to 44 characters of base58 are a bare key.
 */
function sharedByAll(text: string): number {
  if (isHex(text)) return 2
  const hasVersion =
    /^[1-9A-HJ-NP-Za-km-z]{26,50}$/.test(text) && (text.length < 40 || text.length > 44)
  return readBech32(text)?.[1]!.length ?? Number(hasVersion)
}

/**
 * Whether two bech32 addresses are one account on two chains. They differ only in the prefix and in
 * the six last characters, a checksum that covers the prefix.
 */
function isSameAccountElsewhere(one: string, other: string): boolean {
  const [a, b] = [readBech32(one), readBech32(other)]
  return !!a && !!b && a[1] !== b[1] && a[2]!.slice(0, -6) === b[2]!.slice(0, -6)
}

function countSharedEnds(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return { start, end }
}

/**
 * People compare both ends: of random hexadecimal addresses, one pair in seven million shares seven
 * characters there. A person who compares one end alone is deceived by eight.
 */
const MIN_AT_EACH_END = 2
const MIN_AT_BOTH_ENDS = 7
const MIN_AT_ONE_END = 8
/** The number of changed characters, anywhere, that are overlooked in a text of twenty and more. */
const MAX_OVERLOOKED = 3
const LONG_TEXT = 20

const countChanged = (one: string, other: string): number =>
  one.length === other.length
    ? [...one].filter((character, at) => character !== other[at]).length
    : Infinity

/**
 * The number of characters that the ends have in common, where they are enough to deceive; else 0.
 */
function deceivingEnds(one: string, other: string): number {
  const { start, end } = countSharedEnds(one, other)
  const least =
    start >= MIN_AT_EACH_END && end >= MIN_AT_EACH_END ? MIN_AT_BOTH_ENDS : MIN_AT_ONE_END
  return start + end >= least ? start + end : 0
}

/**
 * The similarity of two different addresses: equal characters at their ends. 0: they are not taken
 * for one another.
 */
function similarityOf(one: string, other: string, shorten: (address: string) => string): number {
  const from = sharedByAll(other)
  const [a, b] = [one.slice(from).toLowerCase(), other.slice(from).toLowerCase()]
  // A pair that is replaced by one character would count for less than people see.
  const alike = Math.max(deceivingEnds(a, b), deceivingEnds(replaceSimilar(a), replaceSimilar(b)))
  const hidden =
    b.length >= LONG_TEXT &&
    Math.min(countChanged(a, b), countChanged(replaceSimilar(a), replaceSimilar(b))) <=
      MAX_OVERLOOKED
  const short = shorten(one)
  const isShortAlike = short !== one && short.toLowerCase() === shorten(other).toLowerCase()
  return alike || (hidden || isShortAlike ? 1 : 0)
}

/** Fewer equal characters between two differences are a coincidence: they are marked too. */
const MIN_EQUAL_RUN = 3

/**
 * The ranges in which an address differs from a known one: half-open, in UTF-16 units of the first.
 * Never empty for two that differ.
 */
export function differencesOf(
  address: string,
  known: string,
): readonly (readonly [start: number, end: number])[] {
  const [one, other] = [withoutHexCase(address), withoutHexCase(known)]
  if (one.length !== other.length) {
    const { start, end } = countSharedEnds(one, other)
    const last = one.length - end
    return [
      start < last ? [start, last] : [Math.max(0, start - 1), Math.min(one.length, start + 1)],
    ]
  }
  const ranges: [number, number][] = []
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue
    const last = ranges.at(-1)
    if (last && at - last[1] < MIN_EQUAL_RUN) last[1] = at + 1
    else ranges.push([at, at + 1])
  }
  return ranges
}

/**
 * The known address for which another one can be mistaken: both ends are alike as far as people
 * look, or one end further than that, also by similar characters, or only a few characters are
 * changed. An address that is itself known is not a look-alike.
 * @param shorten - shortens addresses as the screen does: two that look the same there are
 * look-alikes
 */
export function findLookalike(
  address: string,
  known: readonly KnownAddress[],
  shorten: (address: string) => string = (one) => one,
): Lookalike | undefined {
  if (known.some((one) => isSameAddress(one.address, address))) return undefined
  let best: { likeness: number; found: KnownAddress } | undefined
  const one = endsToCompare(address)
  for (const found of known) {
    const other = endsToCompare(found.address)
    if (isSameAccountElsewhere(one, other)) continue
    const alike = similarityOf(one, other, shorten)
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
