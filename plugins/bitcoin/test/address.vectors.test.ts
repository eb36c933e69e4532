// The test vectors of BIP-350 for addresses (github.com/bitcoin/bips, bip-0350.mediawiki, Pieter
// Wuille, BSD-2-Clause), unchanged, and keys that are not points of the curve.
import { hex } from '@scure/base'
import { p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { bech32m } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { decodeAddress, decodeWitness, isPoint, parseAddress } from '../src/sdk/address.js'

const VALID: Readonly<Record<string, string>> = {
  BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7:
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y:
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  BC1SW50QGDZ25J: '6002751e',
  bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs: '5210751e76e8199196d454941c45d1b3a323',
  tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy:
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c:
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0:
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
}
const INVALID = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
]
/** Addresses that BIP-350 calls valid. Anybody can spend their coins until a version has rules. */
const WITHOUT_RULES = [
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
]

const read = (text: string): ReturnType<typeof decodeWitness> => {
  try {
    return decodeWitness(text)
  } catch {
    return undefined
  }
}
const scriptOf = ({ version, program }: NonNullable<ReturnType<typeof read>>): string =>
  hex.encode(Uint8Array.from([version && version + 0x50, program.length, ...program]))

describe('the vectors of BIP-350', () => {
  it.each(Object.entries(VALID))('%s is read as its script (audit A8)', (address, script) => {
    const found = read(address)
    expect(found && scriptOf(found)).toBe(script)
  })
  it.each(INVALID)('%s is refused (audit A8)', (address) => {
    expect(read(address)).toBeUndefined()
    expect(decodeAddress(address)).toBeUndefined()
    expect(() => parseAddress(address)).toThrow(
      expect.objectContaining({ code: 'adapter.invalid_address' }),
    )
  })
  it.each(Object.keys(VALID))(
    '%s is paid to where its version has rules, and otherwise refused with the reason (audit A8)',
    (address) => {
      if (WITHOUT_RULES.includes(address))
        expect(() => parseAddress(address)).toThrow(/can be taken by anybody/)
      else expect(parseAddress(address)).toBe(address.toLowerCase())
    },
  )
})

describe('a taproot address', () => {
  const address = (x: Uint8Array): string => bech32m.encode('bc', [1, ...bech32m.toWords(x)])
  const numbers = Array.from({ length: 400 }, () => crypto.getRandomValues(new Uint8Array(32)))
  /** Whether another library can lift the key to a point of the curve. */
  const isKey = (x: Uint8Array): boolean => {
    try {
      return !!p2tr(x)
    } catch {
      return false
    }
  }
  it('A taproot address is refused where its key is not on the curve, as another library finds (audit A4)', () => {
    const points = numbers.filter(isPoint)
    // About half of all numbers are points of the curve.
    expect(points.length).toBeGreaterThan(130)
    expect(points.length).toBeLessThan(270)
    for (const x of numbers) expect(isPoint(x), hex.encode(x)).toBe(isKey(x))
    for (const x of numbers) {
      if (isPoint(x)) expect(parseAddress(address(x))).toBe(address(x))
      else expect(() => parseAddress(address(x))).toThrow(/nobody can spend/)
    }
  })
  it.each([
    ['0', '00'.repeat(32)],
    ['the size of the field', 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f'],
    ['more than that', 'ff'.repeat(32)],
    ['5, which is on no point', `${'00'.repeat(31)}05`],
  ])('A taproot address is refused with %s (audit A4)', (_, x) => {
    expect(() => parseAddress(address(hex.decode(x)))).toThrow(
      expect.objectContaining({ code: 'adapter.invalid_address' }),
    )
    expect(decodeAddress(address(hex.decode(x)))).toBeUndefined()
  })
  it('A taproot address is told apart from one of a key hash, on test networks too', () => {
    const key = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
    expect([
      decodeAddress(p2tr(key.slice(1), undefined, TEST_NETWORK).address!)?.kind,
      decodeAddress(p2wpkh(key, TEST_NETWORK).address!)?.kind,
    ]).toEqual(['p2tr', 'p2wpkh'])
  })
})
