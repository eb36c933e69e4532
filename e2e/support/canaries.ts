// Unique values (canaries), and a search that finds them in any encoding.

/** A value that may go only where the passport allows. */
export interface Canary {
  name: string
  /** Spellings, compared without letter case; at least eight characters each. */
  texts: readonly string[]
  /** The value as bytes. */
  bytes?: readonly Uint8Array[]
}

const DEEPEST = 4
const MOST_VIEWS = 400
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const code = (hex: string): string => String.fromCharCode(parseInt(hex, 16) & 0xff)

/** Decoders: each returns what a text may stand for, in Latin-1 (one character per byte). */
const DECODERS: readonly ((text: string) => readonly string[])[] = [
  (text) => [text.replace(/%([\da-f]{2})/gi, (_, hex: string) => code(hex)).replaceAll('+', ' ')],
  (text) => [
    text.replace(
      /\\u([\da-f]{4})|\\x([\da-f]{2})|\\(["\\/])/gi,
      (_, wide?: string, byte?: string, same?: string) => same ?? code(wide ?? byte!),
    ),
  ],
  (text) => (text.includes('\0') ? [text.replaceAll('\0', '')] : []),
  (text) =>
    (text.match(/[\da-f]{12,}/gi) ?? []).flatMap((run) =>
      [run, run.slice(1)].map((digits) => Buffer.from(digits, 'hex').toString('latin1')),
    ),
  (text) =>
    (text.match(/[\w+/-]{12,}/g) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
    ),
  // A list of bytes, as JSON spells it.
  (text) =>
    (text.match(/\d{1,3}(?:,\s*\d{1,3}){7,}/g) ?? []).map((list) =>
      latin1(Uint8Array.from(list.split(','), Number)),
    ),
]

/** A text and everything that it may decode to. */
function viewsOf(text: string): ReadonlySet<string> {
  const views = new Set([text])
  let last: readonly string[] = [text]
  for (let depth = 0; depth < DEEPEST; depth++) {
    last = [...new Set(last.flatMap((each) => DECODERS.flatMap((decode) => decode(each))))].filter(
      (each) => each.length >= 8 && !views.has(each),
    )
    for (const each of last) if (views.size < MOST_VIEWS) views.add(each)
  }
  return views
}

/** The names of the canaries found in a text. @param text in Latin-1 */
export function canariesIn(text: string, canaries: readonly Canary[]): readonly string[] {
  const views = [...viewsOf(text)]
  const lower = views.map((view) => view.toLowerCase())
  return canaries
    .filter(
      ({ texts, bytes = [] }) =>
        texts.some((each) => lower.some((view) => view.includes(each.toLowerCase()))) ||
        bytes.some((each) => views.some((view) => view.includes(latin1(each)))),
    )
    .map(({ name }) => name)
}
