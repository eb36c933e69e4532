import { type MailTexts } from './translations/en.js'
import { ar } from './translations/ar.js'
import { de } from './translations/de.js'
import { en } from './translations/en.js'
import { es } from './translations/es.js'
import { fr } from './translations/fr.js'
import { ja } from './translations/ja.js'
import { ko } from './translations/ko.js'
import { pt } from './translations/pt.js'
import { tr } from './translations/tr.js'
import { zh } from './translations/zh.js'

const ALL = { ar, de, en, es, fr, ja, ko, pt, tr, zh } as const
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
  const [start = ''] = tag.toLowerCase().split('-')
  const lang = LANGUAGES.find((one) => one === start) ?? 'en'
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
