import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the button, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'شراء',
  de: 'Kaufen',
  es: 'Comprar',
  fr: 'Acheter',
  ja: '購入',
  ko: '구매',
  pt: 'Comprar',
  tr: 'Satın al',
  zh: '购买',
}

export const wordIn = (locale: string): Catalogue => ({ 'onramp.title': WORDS[locale] ?? 'Buy' })
