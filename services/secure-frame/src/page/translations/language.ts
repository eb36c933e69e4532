import { languageOf as readIn, languages, type Language } from '@latchkey/plugin-api/languages'

export type FrameLanguage = Language | 'en'

/** The language of a tag (BCP 47) that the frame has, English where it has none. */
export function languageOf(tag: string): FrameLanguage {
  const language = readIn(tag)
  return languages.find((each) => each === language) ?? 'en'
}
