import { languageOf } from '@latchkey/plugin-api/languages'
import { type MailTexts } from './translations/en.js'
import { ar } from './translations/ar.js'
import { de } from './translations/de.js'
import { en } from './translations/en.js'
import { es } from './translations/es.js'
import { fr } from './translations/fr.js'
import { hi } from './translations/hi.js'
import { id } from './translations/id.js'
import { it } from './translations/it.js'
import { ja } from './translations/ja.js'
import { ko } from './translations/ko.js'
import { nl } from './translations/nl.js'
import { pl } from './translations/pl.js'
import { pt } from './translations/pt.js'
import { ru } from './translations/ru.js'
import { th } from './translations/th.js'
import { tr } from './translations/tr.js'
import { uk } from './translations/uk.js'
import { vi } from './translations/vi.js'
import { zh } from './translations/zh.js'
import { zhHant } from './translations/zh-Hant.js'

const ALL = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-Hant': zhHant,
} as const
export type Language = keyof typeof ALL
export const LANGUAGES = Object.keys(ALL) as readonly Language[]

export interface Words {
  lang: Language
  direction: 'ltr' | 'rtl'
  /** A text with its values put in. */
  text(key: keyof MailTexts, values?: Readonly<Record<string, string>>): string
  /** A moment in the language, in UTC: the person's time zone is not known. */
  time(at: number): string
}

/** @param tag BCP 47; English where there are no texts for it */
export function wordsOf(tag = 'en'): Words {
  const language = languageOf(tag)
  const lang = LANGUAGES.find((one) => one === language) ?? 'en'
  return {
    lang,
    direction: lang === 'ar' ? 'rtl' : 'ltr',
    text: (key, values = {}) =>
      ALL[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
    time: (at) => `${CLOCKS[lang].format(at)} UTC`,
  }
}

/** Made once, because making one takes longer than all else about a mail. */
const CLOCKS = Object.fromEntries(
  LANGUAGES.map((lang) => [
    lang,
    new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  ]),
) as Readonly<Record<Language, Intl.DateTimeFormat>>
