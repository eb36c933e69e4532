import { CONFUSABLES } from './confusables.js'

/** Longest name that is shown, in UTF-16 units. */
const NAME_LENGTH = 64
/** Characters that show nothing or turn the text around them: controls, direction marks, joiners, fillers, variation selectors, the blank braille cell. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Negative circled and squared capitals and regional indicators: Latin alphabets that Unicode decomposes to nothing. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const

const LOOKS: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.split(' ').flatMap((row) => {
    const [target = '', letters = ''] = row.split(':')
    return [...letters].map((letter) => [letter, target] as const)
  }),
)

/**
 * A name of somebody else's as it may be shown: in one line, without characters that hide or turn text. Empty where nothing is left.
 * @param most longest answer, in UTF-16 units
 */
export const shownName = (name: string, most = NAME_LENGTH): string =>
  name
    .slice(0, most * 8)
    .replace(HIDDEN, (hidden) => (/\s/.test(hidden) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .replace(/\p{Cs}/gu, '')
    .trim()

/** What a wallet calls itself, as {@link shownName}. `undefined` for what is not a text, has nothing to see in it, or is far too long. */
export const readName = (value: unknown, most = NAME_LENGTH): string | undefined =>
  typeof value === 'string' && value.length <= most * 8
    ? shownName(value, most) || undefined
    : undefined

/** Letters of which Unicode's decomposition makes others than those that they look like. */
const lookFirst = (letter: string): string => LOOKS.get(letter) ?? letter

/** The Latin letters that one character is read as, in lower case; itself where it looks like none. */
function readAs(letter: string): string {
  const at = letter.codePointAt(0)!
  const first = ALPHABETS.find((start) => at >= start && at < start + 26)
  // Letters are the same in both cases here, so that one case that looks like a Latin letter is enough.
  return first === undefined
    ? (LOOKS.get(letter) ??
        LOOKS.get(letter.toUpperCase()) ??
        LOOKS.get(letter.toLowerCase()) ??
        letter.toLowerCase())
    : String.fromCharCode(97 + at - first)
}

/**
 * Two names with one key look alike: without case, accents, spaces, punctuation and invisible characters, letters of other scripts as the Latin ones
 * that they look like (UTS 39), and what only a careful eye tells apart as one: `rn` and `m`, `vv` and `w`, `0` and `o`, `1`, `i` and `l`.
 * For comparison only, never for display.
 */
export function nameKey(name: string): string {
  const shown = shownName(name)
  // TM and SM signs would become letters. Most names are ASCII, and need none of this.
  const letters = /^\p{ASCII}*$/u.test(shown)
    ? shown
    : Array.from(shown.replace(/[\u2120\u2122]/g, ''), lookFirst)
        .join('')
        .normalize('NFKD')
        .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  const key = Array.from(letters, readAs)
    .join('')
    .replace(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/[\p{P}\p{S}\p{Z}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return key || name
}

/** The letters of a name as they are spelled: two names with one {@link nameKey} and different spellings only look the same. Case, width, spaces and punctuation do not matter. */
export const spellingOf = (name: string): string =>
  shownName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\p{Z}]/gu, '')

/** Whether an icon that a wallet of the page brings may be drawn: an image in itself. One by https would be a request to a host that no option names. */
export const readIcon = (value: unknown): string | undefined => {
  const icon = typeof value === 'string' && value.length < 200_000 ? value.trim() : ''
  return /^data:image\//i.test(icon) ? icon : undefined
}
