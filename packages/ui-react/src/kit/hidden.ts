/** Sequences that need what is otherwise hidden: a family of emoji, a heart in colour, the joints of Arabic script. */
const NEEDED = /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)*)*|\p{Script=Arab}\u200C(?=\p{Script=Arab})|\r\n/u
/** Controls, direction marks, joiners, fillers, halves of pairs, private and unknown characters. Not line breaks and tabs. Several of one kind are one match. */
const HIDDEN = /([\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800])\1*/u
const EITHER = new RegExp(`(${NEEDED.source})|[\\n\\t]|(${HIDDEN.source.replace('\\1', '\\3')})`, 'gu')

/**
 * A text of somebody else's with what cannot be seen in it as codes, `[U+202E]`, `[U+200B x 5]` where there are several: characters without a shape, and those that turn the order around.
 * Line breaks, tabs and the joiners inside emoji and Arabic words stay.
 */
export const showHidden = (text: string): string => text.replace(EITHER, (whole: string, _: string | undefined, hidden: string | undefined, one: string | undefined) => {
  if (hidden === undefined || one === undefined) return whole
  const count = hidden.length / one.length
  return `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}${count > 1 ? ` x ${count}` : ''}]`
})
