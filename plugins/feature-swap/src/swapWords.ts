import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the button, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'مبادلة',
  de: 'Tauschen',
  es: 'Intercambio',
  fr: 'Échanger',
  ja: '交換',
  ko: '교환',
  pt: 'Trocar',
  tr: 'Takas',
  zh: '兑换',
}

export const wordIn = (locale: string): Catalogue => ({ 'swap.title': WORDS[locale] ?? 'Swap' })
