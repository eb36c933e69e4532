import { isLatchkeyError } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { parse, spell } from './address.js'
import { toHex } from './bytes.js'

const refusal = (text: unknown, prefix?: string): unknown => {
  try {
    return parse(text, prefix)
  } catch (error) {
    return isLatchkeyError(error, 'adapter.invalid_address') ? error.context : error
  }
}

describe('addresses', () => {
  // These addresses are published with their public keys. Their bytes are RIPEMD-160 of SHA-256 of the
  // key.
  it.each([
    [
      'band',
      'band1tpedaeatr9qsv5sg38dmhnuwpvhjmuesql2rn9',
      '5872dee7ab194106520889dbbbcf8e0b2f2df330',
    ],
    [
      'band',
      'band13w324sqm8dpfwfvq4yns907uus0f0f2ngxruq2',
      '8ba2aac01b3b42972580a92702bfdce41e97a553',
    ],
    [
      'bnb',
      'bnb1vhvnd7v8900adfytj2yl9sldapa6p9ghcnaqtz',
      '65d936f9872bdfd6a48b9289f2c3ede87ba09517',
    ],
    [
      'terra',
      'terra1dz5atdvdmfugpgum0mj0flq3asruycfyzh2waa',
      '68a9d5b58dda7880a39b7ee4f4fc11ec07c26124',
    ],
    ['iaa', 'iaa184ka4frf3sn29tt2446h7y3cz6wkr43y07h6wx', '3d6ddaa4698c26a2ad6aad757f1'],
  ])('An address with prefix %s is read and spelled: %s', (prefix, address, bytes) => {
    const decoded = parse(address, prefix)
    expect(decoded.prefix).toBe(prefix)
    expect(toHex(decoded.bytes).startsWith(bytes)).toBe(true)
    expect(spell(decoded, prefix)).toBe(address)
  })

  it('An address of a contract has 32 bytes', () => {
    const contract = spell({ prefix: 'juno', bytes: new Uint8Array(32).fill(7) }, 'juno')
    expect(parse(contract, 'juno').bytes).toEqual(new Uint8Array(32).fill(7))
  })

  it('An address of another chain is refused where the chain is known', () => {
    expect(refusal('osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h', 'cosmos')).toEqual({
      input: 'osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h',
      namespace: 'cosmos',
    })
    expect(refusal('osmo1ymk637a7wljvt4w7q9lnrw95mg9sr37yatxd9h')).toMatchObject({ prefix: 'osmo' })
  })

  // Vectors of BIP-173 and BIP-350: texts with a good checksum that are not accounts, and bad checksums.
  it.each([
    'A12UEL5L',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
    'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
    'x1b4n0q5v',
    'de1lg7wt\xff',
    '10a06t8',
    '1qzzfhee',
    'A1G7SGD8',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])('A text is refused as an address: %s', (text) => {
    expect(refusal(text)).toMatchObject({ namespace: 'cosmos' })
  })

  it('The error says what was expected and quotes at most 80 characters', () => {
    expect(() => parse('x'.repeat(1_000), 'cosmos')).toThrow(
      /^Invalid Cosmos address: x{80}\. Expected an address that starts with cosmos1/,
    )
  })
})
