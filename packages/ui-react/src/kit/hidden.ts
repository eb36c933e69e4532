/** Sequences that need what is otherwise hidden: a family of emoji, a heart in colour, the joints of Arabic script. */
const NEEDED =
  /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*)*|\p{Script=Arab}\u200C(?=\p{Script=Arab})|\r\n/u
/** Controls, direction marks, joiners, fillers, halves of pairs, private and unknown characters. Not line breaks and tabs. A run of them is one match. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
/** A hidden one that begins what is needed ends the run before it. */
const EITHER = new RegExp(
  `(${NEEDED.source})|[\\n\\t]|((?:(?!${NEEDED.source}|[\\n\\t])${HIDDEN.source})+)`,
  'gu',
)
/** Codes that are written for one run: whoever puts more there wants to fill the screen, or to keep it busy. */
const MOST_CODES = 100

const codeOf = (one: string, count: number): string =>
  `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}${count > 1 ? ` x ${count}` : ''}]`

/** The codes of a run, several of one kind together. */
function codesOf(run: string): string {
  const codes: string[] = []
  const all = [...run]
  let at = 0
  while (at < all.length && codes.length < MOST_CODES) {
    const from = at
    while (all[at] === all[from] && at < all.length) at++
    codes.push(codeOf(all[from]!, at - from))
  }
  return codes.join('') + (at < all.length ? `[+ ${all.length - at}]` : '')
}

/**
 * A text of somebody else's with what cannot be seen in it as codes, `[U+202E]`, `[U+200B x 5]` where there are several: characters without a shape, and those that turn the order around.
 * Of a long run only the first 100 codes are written, `[+ 79900]` is how many more there are. Line breaks, tabs and the joiners inside emoji and Arabic words stay.
 */
export const showHidden = (text: string): string =>
  text.replace(EITHER, (whole: string, _: string | undefined, hidden: string | undefined) =>
    hidden === undefined ? whole : codesOf(hidden),
  )
