import { expect, it, vi } from 'vitest'
import { families, seeded, type Random } from '../../test/addresses.js'
import { findLookalike, type KnownAddress } from './addresses.js'

const isWhole = !!process.env['LATCHKEY_SOAK']
vi.setConfig({ testTimeout: isWhole ? 1_200_000 : 60_000 })
const known = (address: string): KnownAddress => ({ address, from: 'contact' })

/**
 * Makes another address of the family with exactly so many equal characters at its ends, not counting
 * the characters that all addresses of the family share.
 */
function derive(
  random: Random,
  { make, fixed }: (typeof families)[string],
  address: string,
  start: number,
  end: number,
): string {
  const from = fixed(address)
  const last = address.length - end
  for (;;) {
    const other = make(random)
    if (other.length !== address.length || other.slice(0, from) !== address.slice(0, from)) continue
    if (other[from + start] === address[from + start] || other[last - 1] === address[last - 1])
      continue
    return address.slice(0, from + start) + other.slice(from + start, last) + address.slice(last)
  }
}
/** Numbers of equal characters at the start and at the end. */
const ENDS: readonly (readonly [number, number])[] = [
  [4, 4],
  [3, 4],
  [4, 3],
  [5, 2],
  [2, 5],
  [0, 8],
  [8, 0],
  [1, 7],
  [7, 1],
  [0, 9],
  [9, 0],
  [0, 10],
  [10, 0],
  [0, 12],
  [12, 0],
  [1, 10],
  [10, 1],
  [2, 6],
  [6, 2],
  [5, 3],
  [3, 5],
  [6, 6],
]

it('Every address that was derived from a known one is found as look-alike (audit L10)', ({
  task,
}) => {
  const each = isWhole ? 2_000 : 100
  const missed: string[] = []
  let tries = 0
  for (const [name, family] of Object.entries(families))
    for (const [start, end] of ENDS) {
      const random = seeded(1_000 + start * 20 + end)
      for (let turn = 0; turn < each; turn++) {
        const address = family.make(random)
        const forged = derive(random, family, address, start, end)
        tries++
        if (!findLookalike(forged, [known(address)]))
          missed.push(`${name} ${start}+${end}: ${forged} ${address}`)
      }
    }
  task.meta.attack = {
    attack: `addresses with equal ends, ${ENDS.length} kinds x ${Object.keys(families).length} formats`,
    tries,
    wanted: 'each is warned of',
    seen: `${tries - missed.length} warned of`,
  }
  expect(missed).toEqual([])
})

it('A random address is not taken for a look-alike of another one (audit L10)', ({ task }) => {
  const each = isWhole ? 500_000 : 10_000
  const wrong: string[] = []
  for (const [name, family] of Object.entries(families)) {
    const random = seeded(77)
    for (let turn = 0; turn < each; turn++) {
      const [address, other] = [family.make(random), family.make(random)]
      if (findLookalike(address, [known(other)], family.shorten))
        wrong.push(`${name} ${address} ${other}`)
    }
  }
  const tries = each * Object.keys(families).length
  task.meta.attack = {
    attack: 'random pairs of addresses',
    tries,
    wanted: '0 warnings',
    seen: `${wrong.length} warnings`,
  }
  expect(wrong).toEqual([])
})

it('Only both ends of a long text are compared, and adapters are not asked to shorten more (audit L10)', ({
  task,
}) => {
  const count = 1_100
  const random = seeded(3)
  const letters = (length: number): string =>
    Array.from({ length: length / 100 }, () => 'abcdefgh1'[random(9)])
      .join('')
      .repeat(100)
  const contacts = Array.from({ length: count }, (_, index) =>
    known(`c1${letters(20_000)}${index}`),
  )
  let [given, calls] = [0, 0]
  const shorten = (text: string): string => {
    calls++
    given = Math.max(given, text.length)
    return text
  }
  const paid = `c1${letters(20_000)}z`
  findLookalike(paid, contacts, shorten)
  task.meta.attack = {
    attack: 'contacts of 20 kB of text each',
    tries: count,
    wanted: 'at most 256 characters of each compared',
    seen: `${given} characters, ${calls} asks`,
  }
  expect([given <= 256, calls <= 2 * count]).toEqual([true, true])
  expect(findLookalike(`${contacts[5]!.address.slice(0, -1)}x`, contacts)?.known).toBe(
    contacts[5]!.address,
  )
})
