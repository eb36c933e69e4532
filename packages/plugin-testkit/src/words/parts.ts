/** A text of a catalogue, taken apart. */
export type Part = string | { param: string; branches?: Readonly<Record<string, readonly Part[]>> }

/** The position of the brace that closes the one at `from`. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error(`A brace stays open: ${text}`)
}

function branchesOf(text: string): Record<string, readonly Part[]> {
  const branches: Record<string, readonly Part[]> = {}
  for (let rest = text.trim(); rest;) {
    const form = /^(=\d+|\w+)\s*(?={)/.exec(rest)
    if (!form?.[1]) throw new Error(`This is not a plural: ${text}`)
    const end = closing(rest, form[0].length)
    branches[form[1]] = partsOf(rest.slice(form[0].length + 1, end))
    rest = rest.slice(end + 1).trim()
  }
  return branches
}

/** Takes a text apart. @throws where its syntax is broken */
export function partsOf(text: string): readonly Part[] {
  const from = text.indexOf('{')
  if (from < 0) {
    if (text.includes('}')) throw new Error(`A brace is too many: ${text}`)
    return text ? [text] : []
  }
  const end = closing(text, from)
  const inside = text.slice(from + 1, end)
  const plural = /^\s*(\w+)\s*,\s*plural\s*,(.*)$/s.exec(inside)
  if (!plural && !/^\s*\w+\s*$/.test(inside))
    throw new Error(`This is neither a parameter nor a plural: {${inside}}`)
  const part: Part = plural
    ? { param: plural[1] ?? '', branches: branchesOf(plural[2] ?? '') }
    : { param: inside.trim() }
  return [...(from > 0 ? [text.slice(0, from)] : []), part, ...partsOf(text.slice(end + 1))]
}

/** The parameters of a text, each plural once. */
export const paramsOf = (parts: readonly Part[]): string[] =>
  [
    ...new Set(
      parts.flatMap((part) =>
        typeof part === 'string'
          ? []
          : [part.param, ...Object.values(part.branches ?? {}).flatMap(paramsOf)],
      ),
    ),
  ].sort()

/**
 * Letters as wide as those of English: a Chinese character takes two, a mark above or below none.
 */
export const widthOf = (text: string): number =>
  [...text.normalize('NFC')].reduce(
    (sum, letter) =>
      sum +
      (/\p{M}/u.test(letter)
        ? 0
        : /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/u.test(
              letter,
            )
          ? 2
          : 1),
    0,
  )

/** The width of a text without its parameters; of a plural, its longest form. */
export const literalWidth = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, part) =>
      sum +
      (typeof part === 'string'
        ? widthOf(part)
        : part.branches
          ? Math.max(...Object.values(part.branches).map(literalWidth))
          : 0),
    0,
  )

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A pattern of the text with its parameters filled in. */
const patternOf = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      typeof part === 'string'
        ? escape(part).replaceAll('#', String.raw`[\d.,\s]+`)
        : part.branches
          ? `(?:${Object.values(part.branches).map(patternOf).join('|')})`
          : '[^{}]*',
    )
    .join('')
export const reads = (text: string): RegExp => RegExp(`^${patternOf(partsOf(text))}$`, 's')
