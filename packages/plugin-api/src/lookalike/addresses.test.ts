import { describe, expect, it } from 'vitest'
import list from '../../test/lookalikes.json' with { type: 'json' }
import { ALPHABETS, families, seeded, type Random } from '../../test/addresses.js'
import { differencesOf, findLookalike, type KnownAddress } from './addresses.js'

const known = (...addresses: string[]): KnownAddress[] =>
  addresses.map((address) => ({ address, from: 'history' }))
const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
const isCaught = (address: string, other: string): boolean =>
  findLookalike(address, known(other)) !== undefined

const PAIRS = 10_000
const published = list.published.flatMap(({ pairs }) => pairs) as [intended: string, paid: string][]

/**
 * Makes another address of the family with so many characters of this one at its ends, not counting
 * the characters that all addresses of the family share.
 */
function forge(
  random: Random,
  { make, fixed }: (typeof families)[string],
  address: string,
  start: number,
  end: number,
): string {
  let other = make(random)
  while (other.length !== address.length) other = make(random)
  const first = fixed(address) + start
  return address.slice(0, first) + other.slice(first, -end) + address.slice(-end)
}

describe('published look-alikes', () => {
  it(`All ${published.length} published look-alikes are found`, () => {
    expect(published.length).toBeGreaterThan(70)
    for (const pair of published)
      for (const address of pair) expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(published.filter(([intended, paid]) => !isCaught(paid, intended))).toEqual([])
  })

  it('Published look-alikes share at least eight characters at their ends', () => {
    const ends = published.map(([intended, paid]) => {
      const [a, b] = [intended.toLowerCase().slice(2), paid.toLowerCase().slice(2)]
      let start = 0
      while (a[start] === b[start]) start++
      let end = 0
      while (a.at(-1 - end) === b.at(-1 - end)) end++
      return start + end
    })
    expect(Math.min(...ends)).toBe(8)
  })
})

describe.each(Object.entries(families))('look-alikes of %s', (_, family) => {
  it.each([
    [4, 4],
    [6, 4],
    [4, 6],
    [3, 4],
  ])(
    'Look-alikes with %i equal characters at the start and %i at the end are found, 500 of 500',
    (start, end) => {
      const random = seeded(681 + start * 10 + end)
      for (let turn = 0; turn < 500; turn++) {
        const address = family.make(random)
        const forged = forge(random, family, address, start, end)
        expect([address, forged, isCaught(forged, address)]).toEqual([
          address,
          forged,
          forged !== address,
        ])
      }
    },
  )

  it('A look-alike with a similar character is found, and the character is marked', () => {
    const random = seeded(21)
    const swaps = ALPHABETS[family.alphabet].confusable
    let count = 0
    for (let turn = 0; turn < 500; turn++) {
      const address = family.make(random)
      for (const [from, to] of swaps) {
        const at = address.indexOf(from, family.fixed(address))
        if (at < 0) continue
        const forged = address.slice(0, at) + to + address.slice(at + from.length)
        const found = findLookalike(forged, known(address))
        expect([forged, found?.known]).toEqual([forged, address])
        expect(found!.differences.some(([start, end]) => start <= at && at < end)).toBe(true)
        count++
      }
    }
    expect(count).toBeGreaterThan(400)
  })

  it.each([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])(
    `No false warning appears in a tenth of ${PAIRS.toLocaleString('en')} random pairs (%i)`,
    (seed) => {
      const random = seeded(seed)
      const wrong: string[][] = []
      for (let turn = 0; turn < PAIRS / 10; turn++) {
        const [address, other] = [family.make(random), family.make(random)]
        if (findLookalike(address, known(other), family.shorten)) wrong.push([address, other])
      }
      expect(wrong).toEqual([])
    },
  )

  it('Characters that all addresses of the family share do not make a look-alike', () => {
    const random = seeded(5)
    const address = family.make(random)
    for (let turn = 0; turn < 500; turn++)
      expect(isCaught(forge(random, family, address, 0, 4), address)).toBe(false)
  })
})

describe('a look-alike', () => {
  const A = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
  const B = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'

  it('An address that is known itself, in any spelling, is not a look-alike', () => {
    expect(findLookalike(A, known(A.toLowerCase()))).toBeUndefined()
    expect(findLookalike(B, known(A, B))).toBeUndefined()
    expect(findLookalike(A, [])).toBeUndefined()
  })

  it('A look-alike names the most similar known address and where it is known from', () => {
    const lookalike = findLookalike(B, [
      { address: '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2003a91', from: 'history' },
      { address: A, from: 'contact', name: 'Alice' },
    ])
    expect(lookalike).toMatchObject({ known: A, from: 'contact', name: 'Alice' })
  })

  it('Two addresses that the screen shortens alike are look-alikes', () => {
    const [a, b] = [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1qarhhs4vq6ly3dzx0q5m5ktn3dmhgl07jzy5mdq',
    ]
    expect(short(a)).toBe(short(b))
    expect(findLookalike(a, known(b), short)).toBeDefined()
  })

  it('The same account on a chain with another prefix is not a look-alike', () => {
    expect(
      findLookalike(
        'osmo1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmnd5nxg',
        known('cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'),
      ),
    ).toBeUndefined()
  })

  it('The differences of a look-alike are marked: a middle as a whole, single characters alone', () => {
    expect(
      differencesOf(
        '0xd9a1c3788d81257612e2581a6ea0ada244853a91',
        '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91',
      ),
    ).toEqual([[6, 36]])
    expect(differencesOf('abcdefghijklmnop', 'abcXefghijkYmnop')).toEqual([
      [3, 4],
      [11, 12],
    ])
    expect(differencesOf('abcdrnfgh', 'abcdmfgh')).toEqual([[4, 6]])
    expect(differencesOf('abcdmfgh', 'abcdrnfgh')).toEqual([[4, 5]])
    expect(differencesOf('aaaa', 'aaaaa')).toEqual([[3, 4]])
  })

  it('The marked differences are in order, inside the address and never empty, for 5,000 random texts', () => {
    const random = seeded(3)
    const text = (): string =>
      Array.from({ length: random(12) }, () => 'ab1lO0mrn'[random(9)]).join('')
    for (let turn = 0; turn < 5000; turn++) {
      const [a, b] = [`x${text()}`, `x${text()}`]
      if (a === b) continue
      const ranges = differencesOf(a, b)
      expect(ranges.length).toBeGreaterThan(0)
      let last = 0
      for (const [start, end] of ranges) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(a.length)
        last = end
      }
    }
  })
})
