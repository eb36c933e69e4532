/** The texts that an owner sets, by their keys in ENS (ENSIP-5). */
export const TEXT_KEYS = ['avatar', 'url', 'description'] as const
export type NameTextKey = (typeof TEXT_KEYS)[number]
/** An empty text is one that the name does not have. */
export type NameTexts = Readonly<Record<NameTextKey, string>>
/** The rule that a text breaks: it is not such a link, too long, or more than one line. */
export type NameTextProblem = 'link' | 'long' | 'line'

export const MAX_TEXT: Readonly<Record<NameTextKey, number>> = {
  avatar: 1024,
  url: 1024,
  description: 280,
}
/** A picture may also lie in IPFS, or in the text itself. The service does not fetch `http:`. */
const LINKS: Readonly<Partial<Record<NameTextKey, RegExp>>> = {
  avatar: /^(?:https:\/\/|ipfs:\/\/|data:image\/)[!-~]+$/,
  url: /^https:\/\/[!-~]+$/,
}

/** Control characters, ends of lines, and characters that turn the text around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Writes a text as it is signed: without spaces at its ends, a link in ASCII. */
function cleanText(key: NameTextKey, typed: string): string {
  const text = typed.trim()
  const isForeign = LINKS[key] !== undefined && !/^[!-~]*$/.test(text)
  return isForeign && URL.canParse(text) ? new URL(text).href : text
}

/** The rule that a text breaks. The service takes what keeps to it. @param text without spaces at its ends */
function problemOfText(key: NameTextKey, text: string): NameTextProblem | undefined {
  if (text.length > MAX_TEXT[key]) return 'long'
  const link = LINKS[key]
  if (link) return text === '' || (link.test(text) && URL.canParse(text)) ? undefined : 'link'
  return UNSEEN.test(text) ? 'line' : undefined
}

/** The problems of all texts, by their keys. */
export const problemsOf = (
  texts: NameTexts,
): Readonly<Partial<Record<NameTextKey, NameTextProblem>>> =>
  Object.fromEntries(
    TEXT_KEYS.flatMap((key) => {
      const problem = problemOfText(key, cleanText(key, texts[key]))
      return problem ? [[key, problem]] : []
    }),
  )

/** The texts that a name has, from what was read of it. */
export const textsOf = (attributes: Readonly<Record<string, string>>): NameTexts => ({
  avatar: attributes['avatar'] ?? '',
  url: attributes['url'] ?? '',
  description: attributes['description'] ?? '',
})

/** The texts as they are signed: those that are empty are left out. */
export const attributesOf = (texts: NameTexts): Readonly<Partial<NameTexts>> =>
  Object.fromEntries(
    TEXT_KEYS.map((key) => [key, cleanText(key, texts[key])]).filter(([, text]) => text !== ''),
  )

export const isSameTexts = (one: NameTexts, other: NameTexts): boolean =>
  TEXT_KEYS.every((key) => cleanText(key, one[key]) === cleanText(key, other[key]))
