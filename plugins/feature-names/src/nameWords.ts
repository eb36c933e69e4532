import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the entry of the Account view, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'احصل على اسم',
  de: 'Namen holen',
  es: 'Obtener un nombre',
  fr: 'Obtenir un nom',
  ja: '名前を取得',
  ko: '이름 받기',
  pt: 'Obter um nome',
  tr: 'Bir ad al',
  zh: '获取名称',
}

export const wordIn = (locale: string): Catalogue => ({
  'names.title': WORDS[locale] ?? 'Get a name',
})
