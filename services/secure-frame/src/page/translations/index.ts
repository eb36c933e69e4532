import type { Texts } from './en.js'

/** The languages of the frame, each loaded when something is drawn. */
const LANGUAGES = {
  ar: () => import('./ar.js').then(({ ar }) => ar),
  de: () => import('./de.js').then(({ de }) => de),
  en: () => import('./en.js').then(({ en }) => en),
  es: () => import('./es.js').then(({ es }) => es),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  ko: () => import('./ko.js').then(({ ko }) => ko),
  pt: () => import('./pt.js').then(({ pt }) => pt),
  tr: () => import('./tr.js').then(({ tr }) => tr),
  zh: () => import('./zh.js').then(({ zh }) => zh),
} as const
type Language = keyof typeof LANGUAGES

/** The language of a tag (BCP 47) that the frame has, English where it has none. */
export function languageOf(tag: string): Language {
  const [primary = ''] = tag.toLowerCase().split('-')
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : 'en'
}

/** Loads the texts of a language. */
export const loadTexts = (language: Language): Promise<Texts> => LANGUAGES[language]()
