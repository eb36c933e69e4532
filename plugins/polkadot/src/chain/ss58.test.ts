import { Keyring } from '@polkadot/api'
import { describe, expect, it } from 'vitest'
import { decode, encode, encodeEthereum } from './ss58.js'

const ALICE = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
const BOB = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'

/** Substrate's development keys, as its tools spell them. */
const vectors: readonly (readonly [string, number, string])[] = [
  [ALICE, 0, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  [ALICE, 2, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
  [ALICE, 42, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  [ALICE, 63, '7NPoMQbiA6trJKkjB35uk96MeJD4PGWkLQLH7k7hXEkZpiba'],
  [ALICE, 64, 'cEaNSpz4PxFcZ7nT1VEKrKewH67rfx6MfcM6yKojyyPz7qaqp'],
  [ALICE, 255, 'yGHXkYLYqxijLKKfd9Q2CB9shRVu8rPNBS53wvwGTutYg4zTg'],
  [ALICE, 16383, 'yNa8JpqfFB3q8A29rCwSgxvdU94ufJw2yKKxDgznS5m1PoFvn'],
  [BOB, 0, '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'],
  [BOB, 2, 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP'],
  [BOB, 42, '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'],
]

const failure = (text: unknown): { code?: string; message?: string } => {
  try {
    return { message: JSON.stringify(decode(text)) }
  } catch (error) {
    return error as { code: string; message: string }
  }
}

describe('SS58', () => {
  it.each(vectors)('The account %s with prefix %i is spelled %s', (id, prefix, text) => {
    expect(encode(id, prefix)).toBe(text)
    expect(decode(text)).toEqual({ kind: 'ss58', id, prefix })
  })

  it('An address is spelled as polkadot.js spells it, for any key and prefix', () => {
    const keyring = new Keyring()
    for (let turn = 0; turn < 300; turn++) {
      const bytes = Uint8Array.from(
        { length: 32 },
        (_, at) => (turn * 31 + at * at * 7 + (turn >> 3)) & 0xff,
      )
      const prefix = (turn * 57) % 16_384
      if (prefix === 46 || prefix === 47) continue
      const text = keyring.encodeAddress(bytes, prefix)
      const id = Buffer.from(bytes).toString('hex')
      expect(encode(id, prefix)).toBe(text)
      expect(decode(text)).toEqual({ kind: 'ss58', id, prefix })
    }
  })

  it('An address with one wrong letter is refused', () => {
    const text = vectors[0]![2]
    for (let at = 0; at < text.length; at++) {
      const other = `${text.slice(0, at)}${text[at] === 'z' ? 'y' : 'z'}${text.slice(at + 1)}`
      expect(failure(other)).toMatchObject({ code: 'adapter.invalid_address' })
    }
  })

  it.each<[string, unknown, RegExp]>([
    ['no text', 7, /characters/],
    ['a huge text', 'x'.repeat(100_000), /characters/],
    ['what is no base58', '0OIl'.repeat(12), /base58/],
    ['a short one', 'F7Hs', /32 bytes/],
    ['a wrong checksum', vectors[2]![2].replace('5Gr', '5Gs'), /checksum/],
    ['a reserved prefix', encode(ALICE, 46), /reserved/],
    ['a prefix in two bytes that needs one', '', /32 bytes/],
  ])('The error says why an address is refused: %s', (_, text, why) => {
    expect(failure(text)).toMatchObject({
      code: 'adapter.invalid_address',
      message: expect.stringMatching(why) as string,
      context: { namespace: 'polkadot' },
    })
  })
})

describe("an address of Ethereum's kind", () => {
  it('An Ethereum address is read with a valid checksum or without one', () => {
    const text = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (const one of [text, text.toLowerCase()]) expect(encodeEthereum(decode(one).id)).toBe(text)
    expect(failure(text.replace('5aA', '5AA'))).toMatchObject({ code: 'adapter.invalid_address' })
  })
})
