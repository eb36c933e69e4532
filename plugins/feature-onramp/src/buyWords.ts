import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the button, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'شراء',
  de: 'Kaufen',
  es: 'Comprar',
  fr: 'Acheter',
  hi: 'खरीदें',
  id: 'Beli',
  it: 'Compra',
  ja: '購入',
  ko: '구매',
  nl: 'Kopen',
  pl: 'Kup',
  pt: 'Comprar',
  ru: 'Купить',
  th: 'ซื้อ',
  tr: 'Satın al',
  uk: 'Купити',
  vi: 'Mua',
  zh: '购买',
  'zh-Hant': '購買',
}

export const wordIn = (locale: string): Catalogue => ({ 'onramp.title': WORDS[locale] ?? 'Buy' })
