/**
 * Sequences whose hidden characters belong to what a reader sees: an emoji with its skin tone (U+1F3FB
 * to U+1F3FF), its variation selector (U+FE0F) and further emoji joined to it (U+200D), a
 * non-joiner (U+200C) inside an Arabic word, and a line break of two characters.
 */
const VISIBLE_SEQUENCE =
  /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*)*|\p{Script=Arab}\u200C(?=\p{Script=Arab})|\r\n/u
/**
 * Matches a run of control characters, direction marks, joiners, fillers, lone surrogates, private
 * and unassigned characters. Line breaks and tabs do not count.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
/**
 * Matches a visible sequence (group 1), a line break or tab, or a run of hidden characters (group 2).
 * A run ends before a hidden character that begins a visible sequence.
 */
const SEQUENCE_OR_HIDDEN = new RegExp(
  `(${VISIBLE_SEQUENCE.source})|[\\n\\t]|((?:(?!${VISIBLE_SEQUENCE.source}|[\\n\\t])${HIDDEN.source})+)`,
  'gu',
)
/**
 * Most codes that are written for one run. A longer run is an attempt to fill the screen or to
 * block the page.
 */
const MOST_CODES = 100

const codeOf = (character: string, count: number): string =>
  `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}${count > 1 ? ` x ${count}` : ''}]`

/** Writes the codes of a run. Equal neighbours are written once, with their number. */
function codesOf(run: string): string {
  const codes: string[] = []
  const all = [...run]
  let at = 0
  while (at < all.length && codes.length < MOST_CODES) {
    const from = at
    while (all[at] === all[from]) at++
    codes.push(codeOf(all[from]!, at - from))
  }
  return codes.join('') + (at < all.length ? `[+ ${all.length - at}]` : '')
}

/**
 * Replaces invisible characters in foreign text by their codes, such as `[U+202E]`, or `[U+200B x
 * 5]` for five in a row. These are characters without a shape and characters that change the order
 * of the text. Only the first 100 codes of a run are written; `[+ 79900]` counts the rest. Line
 * breaks, tabs and the joiners inside emoji and Arabic words stay.
 */
export const showHidden = (text: string): string =>
  text.replace(
    SEQUENCE_OR_HIDDEN,
    (whole: string, _: string | undefined, hidden: string | undefined) =>
      hidden ? codesOf(hidden) : whole,
  )
