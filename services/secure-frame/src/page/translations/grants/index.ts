import type { languageOf } from '../index.js'
import type { GrantTexts } from './en.js'

type Language = ReturnType<typeof languageOf>

const LANGUAGES: { readonly [L in Language]: () => Promise<GrantTexts> } = {
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
}

/** Loads the texts of the approval of grants. */
export const loadGrantTexts = (language: Language): Promise<GrantTexts> => LANGUAGES[language]()
