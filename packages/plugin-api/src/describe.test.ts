import { expect, it } from 'vitest'
import { hasHidden, signInOf, sitesOf, textOf, toHex, toUnits } from './describe.js'

it.each([
  ['plain', 'Hello, world.', false], ['line breaks and tabs', 'a\r\n\tb', false], ['an emoji with its selector', '❤\ufe0f', false], ['Arabic', 'مرحبا', false],
  ['an override of the order', 'a\u202eb', true], ['a zero width space', 'a\u200bb', true], ['a soft hyphen', 'a\u00adb', true], ['a bell', 'a\u0007b', true], ['a filler', 'a\u3164b', true], ['a line separator', 'a\u2028b', true], ['half a surrogate', 'a\ud800b', true],
])('a text with %s', (_, text, hides) => expect(hasHidden(text)).toBe(hides))

it('bytes are a text where they are UTF-8, with every byte of it', () => {
  expect(textOf(new TextEncoder().encode('\ufeffgrüezi'))).toBe('\ufeffgrüezi')
  expect(textOf(Uint8Array.of(0xc3, 0x28))).toBeUndefined()
  expect(toHex(Uint8Array.of(0, 15, 255))).toBe('000fff')
})

it.each([
  ['shop.test wants you to sign in with your Ethereum account:\n0xAB\n\nmore', { domain: 'shop.test', address: '0xAB' }],
  ['https://shop.test:8080 wants you to sign in with your Solana account:\r\nabc', { domain: 'shop.test:8080', address: 'abc' }],
  ['SHOP.test Wants you to sign in with your Any Chain account:\n', { domain: 'SHOP.test', address: '' }],
  ['shop.test wants you to sign in with your Ethereum account: 0xAB', undefined],
  ['Hello\nshop.test wants you to sign in with your Ethereum account:\n0xAB', undefined],
])('%j signs in at %j', (text, expected) => expect(signInOf(text)).toEqual(expected))

const signIn = (domain: string, uri?: string, scheme = ''): string => `${scheme}${domain} wants you to sign in with your Ethereum account:\n0xAB\n\n\n${uri === undefined ? '' : `URI: ${uri}\nVersion: 1`}`
it.each([
  ['a message', 'Hello', []],
  ['its own page', signIn('shop.test', 'https://shop.test/in'), [['shop.test', false]]],
  ['its own page, in so many words', signIn('shop.test', 'https://shop.test', 'https://'), [['shop.test', false]]],
  ['its own page, without URI', signIn('shop.test'), [['shop.test', false]]],
  ['another page', signIn('evil.test', 'https://evil.test'), [['evil.test', true]]],
  ['its own page, with the URI of another', signIn('shop.test', 'https://evil.test/in'), [['shop.test', false], ['https://evil.test/in', true]]],
  ['its own page, with a URI that looks like its own', signIn('shop.test', 'https://shop.test@evil.test'), [['shop.test', false], ['https://shop.test@evil.test', true]]],
  ['its own page, with two URIs', signIn('shop.test', 'https://shop.test\nURI: https://evil.test'), [['shop.test', false], ['https://evil.test', true]]],
  ['its own page, over http', signIn('shop.test', 'http://shop.test', 'http://'), [['shop.test', false], ['http://shop.test', true], ['http://shop.test', true]]],
  ['its own page, for a key', signIn('shop.test', 'did:key:z6Mk'), [['shop.test', false], ['did:key:z6Mk', true]]],
])('names the sites of %s (audit L4)', (_, text, sites) => expect(sitesOf(text, 'shop.test').map(({ value, isElsewhere }) => [value, isElsewhere])).toEqual(sites))
it('names no site that is elsewhere where the page is local and so is the message (audit L4)', () => {
  expect(sitesOf(signIn('localhost:3000', 'http://localhost:3000/in', 'http://'), 'localhost:3000')).toEqual([{ value: 'localhost:3000', isElsewhere: false }])
})

it.each([[0n, 18, '0'], [1n, 18, '0.000000000000000001'], [1_500_000n, 6, '1.5'], [10n ** 30n, 0, '1000000000000000000000000000000'], [1200n, 2, '12'], [7n, 0, '7']])('%d with %d decimals is %s', (value, decimals, text) => expect(toUnits(value, decimals)).toBe(text))
