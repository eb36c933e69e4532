import { CONFUSABLES } from './confusables.js'

/** Most UTF-16 units of a name that are shown. */
const MAX_NAME_LENGTH = 64
/**
 * Characters that are invisible or turn the text around them: controls, direction marks, joiners,
 * fillers, variation selectors, the blank braille cell.
 */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/**
 * First code points of Latin alphabets that Unicode does not decompose to letters: negative circled
 * capitals, negative squared capitals, regional indicators.
 */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const

/** The Latin letters that a letter of another script looks like. */
const LATIN_LOOKS: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.split(' ').flatMap((row) => {
    const [target = '', letters = ''] = row.split(':')
    return [...letters].map((letter) => [letter, target] as const)
  }),
)

/**
 * Makes an untrusted name safe to show: on one line, without characters that hide or turn text.
 * Empty where nothing is left.
 * @param most longest answer, in UTF-16 units: 64 if left out
 */
export const shownName = (name: string, most = MAX_NAME_LENGTH): string =>
  name
    .slice(0, most * 8)
    .replace(HIDDEN, (hidden) => (/\s/.test(hidden) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .replace(/\p{Cs}/gu, '')
    .trim()

/**
 * Reads the name that a wallet gives itself, made safe with {@link shownName}. `undefined` for a
 * value that is not a text, has nothing visible in it, or is longer than 8 times `most`.
 */
export const readName = (value: unknown, most = MAX_NAME_LENGTH): string | undefined =>
  typeof value === 'string' && value.length <= most * 8
    ? shownName(value, most) || undefined
    : undefined

/** Looks a letter up before Unicode decomposes it to a letter that it does not look like. */
const toLatinLook = (letter: string): string => LATIN_LOOKS.get(letter) ?? letter

/**
 * The Latin letters in lower case that a reader would see in this character, such as `a` in the
 * Cyrillic `а`; the character itself in lower case where it looks like no Latin letter.
 */
function toSeenLetters(letter: string): string {
  const at = letter.codePointAt(0)!
  const first = ALPHABETS.find((start) => at >= start && at < start + 26)
  // Case does not count here: it is enough that one case looks like a Latin letter.
  return first === undefined
    ? (LATIN_LOOKS.get(letter) ??
        LATIN_LOOKS.get(letter.toUpperCase()) ??
        LATIN_LOOKS.get(letter.toLowerCase()) ??
        letter.toLowerCase())
    : String.fromCharCode(97 + at - first)
}

/**
 * A key that two names share where they look alike. It leaves out case, accents, spaces, punctuation
 * and invisible characters, takes letters of other scripts as the Latin ones that they look like
 * (UTS 39), and writes those the same that only a careful eye tells apart: `rn` as `m`, `vv` as `w`,
 * `0` as `o`, `1` and `i` as `l`. For comparison only, never for display.
 */
export function nameKey(name: string): string {
  const shown = shownName(name)
  // NFKD would make letters of the TM and SM signs. Most names are ASCII and skip all of this.
  const letters = /^\p{ASCII}*$/u.test(shown)
    ? shown
    : Array.from(shown.replace(/[\u2120\u2122]/g, ''), toLatinLook)
        .join('')
        .normalize('NFKD')
        .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  const key = Array.from(letters, toSeenLetters)
    .join('')
    .replace(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/[\p{P}\p{S}\p{Z}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return key || name
}

/**
 * The letters of a name as it is spelled, without case, width, spaces and punctuation. Two names
 * with one {@link nameKey} and different spellings are two names that only look alike.
 */
export const spellingOf = (name: string): string =>
  shownName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\p{Z}]/gu, '')

/**
 * Reads the icon that a wallet of the page brings: a `data:image/...` of less than 200,000 characters.
 * `undefined` for all else: an https icon would be a request to a host that no option names.
 */
export const readIcon = (value: unknown): string | undefined => {
  const icon = typeof value === 'string' && value.length < 200_000 ? value.trim() : ''
  return /^data:image\//i.test(icon) ? icon : undefined
}
