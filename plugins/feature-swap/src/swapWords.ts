import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the button, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'مبادلة',
  de: 'Tauschen',
  es: 'Intercambio',
  fr: 'Échanger',
  hi: 'स्वैप',
  id: 'Tukar',
  it: 'Scambia',
  ja: '交換',
  ko: '교환',
  nl: 'Ruilen',
  pl: 'Wymień',
  pt: 'Trocar',
  ru: 'Обмен',
  th: 'แลกเปลี่ยน',
  tr: 'Takas',
  uk: 'Обмін',
  vi: 'Hoán đổi',
  zh: '兑换',
  'zh-Hant': '兌換',
}

export const wordIn = (locale: string): Catalogue => ({ 'swap.title': WORDS[locale] ?? 'Swap' })
