import type { Texts } from '../en.js'
import { loadTexts } from '../index.js'
import type { FrameLanguage } from '../language.js'
import type { OwnTexts } from './en.js'

/** All texts that a page of the frame may show. */
export type SecurityTexts = Texts & OwnTexts

const LANGUAGES: { readonly [L in FrameLanguage]: () => Promise<OwnTexts> } = {
  ar: () => import('./ar.js').then(({ ar }) => ar),
  de: () => import('./de.js').then(({ de }) => de),
  en: () => import('./en.js').then(({ en }) => en),
  es: () => import('./es.js').then(({ es }) => es),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  hi: () => import('./hi.js').then(({ hi }) => hi),
  id: () => import('./id.js').then(({ id }) => id),
  it: () => import('./it.js').then(({ it }) => it),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  ko: () => import('./ko.js').then(({ ko }) => ko),
  nl: () => import('./nl.js').then(({ nl }) => nl),
  pl: () => import('./pl.js').then(({ pl }) => pl),
  pt: () => import('./pt.js').then(({ pt }) => pt),
  ru: () => import('./ru.js').then(({ ru }) => ru),
  th: () => import('./th.js').then(({ th }) => th),
  tr: () => import('./tr.js').then(({ tr }) => tr),
  uk: () => import('./uk.js').then(({ uk }) => uk),
  vi: () => import('./vi.js').then(({ vi }) => vi),
  zh: () => import('./zh.js').then(({ zh }) => zh),
  'zh-Hant': () => import('./zh-Hant.js').then(({ zhHant }) => zhHant),
}

/** Loads the texts of the frame's own pages in a language. */
export async function loadSecurityTexts(language: FrameLanguage): Promise<SecurityTexts> {
  const [texts, own] = await Promise.all([loadTexts(language), LANGUAGES[language]()])
  return { ...texts, ...own }
}
