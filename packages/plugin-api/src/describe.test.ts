import { expect, it } from 'vitest'
import { hasHidden, signInOf, textOf, toHex, toUnits } from './describe.js'

it.each([
  ['plain', 'Hello, world.', false],
  ['line breaks and tabs', 'a\r\n\tb', false],
  ['an emoji with its selector', '❤\ufe0f', false],
  ['Arabic', 'مرحبا', false],
  ['three marks on a letter', 'e\u0302\u0323\u0301', false],
  ['four vowels and tones of Burmese', 'ကြွား', false],
  ['marks that stack', `a${'\u0338'.repeat(4)}`, true],
  ['rings that stack', `a${'\u20e0\u0489'.repeat(2)}`, true],
  ['an override of the order', 'a\u202eb', true],
  ['a zero width space', 'a\u200bb', true],
  ['a soft hyphen', 'a\u00adb', true],
  ['a bell', 'a\u0007b', true],
  ['a filler', 'a\u3164b', true],
  ['a line separator', 'a\u2028b', true],
  ['half a surrogate', 'a\ud800b', true],
])('The check for hidden characters judges a text with %s', (_, text, hides) =>
  expect(hasHidden(text)).toBe(hides),
)

it('Bytes are read as a text where they are UTF-8, without losing a byte order mark', () => {
  expect(textOf(new TextEncoder().encode('\ufeffgrüezi'))).toBe('\ufeffgrüezi')
  expect(textOf(Uint8Array.of(0xc3, 0x28))).toBeUndefined()
  expect(toHex(Uint8Array.of(0, 15, 255))).toBe('000fff')
})

it.each([
  [
    'shop.test wants you to sign in with your Ethereum account:\n0xAB\n\nmore',
    { domain: 'shop.test', address: '0xAB' },
  ],
  [
    'https://shop.test:8080 wants you to sign in with your Solana account:\r\nabc',
    { domain: 'shop.test:8080', address: 'abc' },
  ],
  [
    'SHOP.test Wants you to sign in with your Any Chain account:\n',
    { domain: 'SHOP.test', address: '' },
  ],
  ['shop.test wants you to sign in with your Ethereum account: 0xAB', undefined],
  ['Hello\nshop.test wants you to sign in with your Ethereum account:\n0xAB', undefined],
])('The sign-in message %j is read as %j', (text, expected) =>
  expect(signInOf(text)).toEqual(expected),
)

it.each<[domain: string, uris: string[], foreignUri: string | undefined]>([
  ['shop.test', ['https://shop.test/login?x=1#y'], undefined],
  ['https://shop.test', ['https://shop.test'], undefined],
  ['SHOP.test', ['https://shop.test:443'], undefined],
  ['shop.test:8080', ['https://shop.test:8080/'], undefined],
  ['localhost:3000', ['http://localhost:3000'], undefined],
  ['127.0.0.1', ['http://127.0.0.1/x'], undefined],
  ['shop.test', [], undefined],
  ['shop.test', ['https://evil.test'], 'https://evil.test'],
  ['shop.test', ['https://shop.test:8443'], 'https://shop.test:8443'],
  ['shop.test', ['https://shop.test.evil.test'], 'https://shop.test.evil.test'],
  ['shop.test', ['https://shop.test@evil.test'], 'https://shop.test@evil.test'],
  ['shop.test', ['https://user@shop.test'], 'https://user@shop.test'],
  ['shop.test', ['https://shop.test\\@evil.test'], 'https://shop.test\\@evil.test'],
  ['http://shop.test', ['https://shop.test'], 'http://shop.test'],
  ['shop.test', ['http://shop.test'], 'http://shop.test'],
  ['shop.test', ['javascript:alert(1)'], 'javascript:alert(1)'],
  ['shop.test', [''], ''],
  ['shop.test', ['shop.test'], 'shop.test'],
  // A line of the statement's own comes first.
  ['shop.test', ['https://shop.test', 'https://evil.test'], 'https://evil.test'],
])(
  'The sign-in message for %s with the URIs %j reports %j as a URI of another host (audit L4)',
  (domain, uris, foreignUri) => {
    for (const line of ['\n', '\r\n']) {
      const text = [
        `${domain} wants you to sign in with your Ethereum account:`,
        '0xAB',
        '',
        ...uris.map((uri) => `URI: ${uri}`),
        'Version: 1',
      ].join(line)
      expect(signInOf(text)?.foreignUri).toBe(foreignUri)
    }
  },
)

it.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [10n ** 30n, 0, '1000000000000000000000000000000'],
  [1200n, 2, '12'],
  [7n, 0, '7'],
])('The amount %d with %d decimals is written as %s', (value, decimals, text) =>
  expect(toUnits(value, decimals)).toBe(text),
)
