import type { Catalogue } from '@latchkey/plugin-api'

/** The word on the entry of the Account view, in each language. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'احصل على اسم',
  de: 'Namen holen',
  es: 'Obtener un nombre',
  fr: 'Obtenir un nom',
  hi: 'नाम लें',
  id: 'Dapatkan nama',
  it: 'Ottieni un nome',
  ja: '名前を取得',
  ko: '이름 받기',
  nl: 'Neem een naam',
  pl: 'Zdobądź nazwę',
  pt: 'Obter um nome',
  ru: 'Получить имя',
  th: 'รับชื่อ',
  tr: 'Bir ad al',
  uk: 'Отримати ім’я',
  vi: 'Lấy một tên',
  zh: '获取名称',
  'zh-Hant': '取得名稱',
}

export const wordIn = (locale: string): Catalogue => ({
  'names.title': WORDS[locale] ?? 'Get a name',
})
