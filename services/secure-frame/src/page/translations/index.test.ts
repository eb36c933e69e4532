import { languages } from '@latchkey/plugin-api/languages'
import { expect, it } from 'vitest'
import { wordsOf } from '../../mail/texts.js'
import { loadTexts } from './index.js'
import { languageOf } from './language.js'

it.each([
  ['pl-PL', 'pl'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant-MO', 'zh-Hant'],
  ['sv', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('The tag %j is read in %s by the pages and by the mails', (tag, language) => {
  expect([languageOf(tag), wordsOf(tag).lang]).toEqual([language, language])
})

it('Each language has pages and mails of its own', async () => {
  const approve = await Promise.all(
    ['en', ...languages].map(async (tag) => (await loadTexts(languageOf(tag)))['approve.scroll']),
  )
  expect(new Set(approve).size).toBe(20)
  const ignore = ['en', ...languages].map((tag) => wordsOf(tag).text('ignore'))
  expect(new Set(ignore).size).toBe(20)
})
