import { loadTexts, type languageOf } from '../index.js'
import type { Texts } from '../en.js'
import type { OwnTexts } from './en.js'

/** All texts that a page of the frame may show. */
export type SecurityTexts = Texts & OwnTexts
type Language = ReturnType<typeof languageOf>

const LANGUAGES: { readonly [L in Language]: () => Promise<OwnTexts> } = {
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

/** Loads the texts of the frame's own pages in a language. */
export async function loadSecurityTexts(language: Language): Promise<SecurityTexts> {
  const [texts, own] = await Promise.all([loadTexts(language), LANGUAGES[language]()])
  return { ...texts, ...own }
}
