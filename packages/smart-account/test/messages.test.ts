import { languages } from '@latchkey/plugin-api/languages'
import { expect, it } from 'vitest'
import { messages, translations } from '../src/messages.js'

it('Every text of an error is there in twenty languages, and another one in each', async () => {
  expect(Object.keys(translations)).toEqual(languages)
  const all = await Promise.all(Object.values(translations).map((load) => load()))
  for (const [key, text] of Object.entries(messages)) {
    const texts = [text, ...all.map((one) => one[key])]
    expect(new Set(texts).size, key).toBe(20)
    expect(texts.every(Boolean), key).toBe(true)
  }
  for (const one of all) expect(Object.keys(one).sort()).toEqual(Object.keys(messages).sort())
})
