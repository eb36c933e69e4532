import { describe, expect, it } from 'vitest'
import { parseJson } from './parseJson.js'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('JSON from outside', () => {
  it.each([
    'null',
    '1',
    '"a"',
    '[]',
    '{}',
    '[{"a":[1,{"a":2}]},{"a":"}{\\"[:"}]',
    '{"a":1, "b" :{"a":"\\\\"}, "c":["a","a"]}',
    '{"\\u0061b":1,"a":2}',
    nested(64),
  ])('%s is read as JSON.parse reads it', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each([
    '',
    'NaN',
    '{a:1}',
    '[1,]',
    '{"a":1',
    '"',
    '"\\',
    '}',
    ']',
    '{"a":NaN}',
    nested(65),
    nested(100_000),
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"__proto__":{}}}',
    '{"\\u005f_proto__":1}',
    '{"a" \n:1,"a"\t:1}',
  ])('%s is refused', (text) => {
    expect(() => parseJson(text)).toThrow()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each([
    ['one text that never ends', `"${'\\"'.repeat(400_000)}`],
    ['brackets', '['.repeat(900_000)],
    ['one long text', `"${'x'.repeat(900_000)}"`],
    ['texts of quotes', `[${'"\\"\\"",'.repeat(100_000)}""]`],
    ['keys', `{${Array.from({ length: 30_000 }, (_, index) => `"key${index}":${index}`).join()}}`],
  ])(
    '1 MB of %s is read in a time that grows with its length',
    (_, text) => {
      try {
        parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    },
    5_000,
  )
})
