import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BATCH, SINGLE, TRANSFER, movementsOf } from '../../src/follow/transfers.js'

const address = (byte: string) => `0x${'0'.repeat(24)}${byte.repeat(20)}`
const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
const log = (event: string, data: string) => ({
  block: 1,
  blockHash: '0x',
  index: 0,
  txHash: '0x',
  token: `0x${'c3'.repeat(20)}`,
  topics: [event, address('a0'), address('a1'), address('b2')],
  data,
})

it('A batch whose offsets point past its data moves nothing', () => {
  for (const offset of [0x1000, 2n ** 256n - 1n])
    expect(movementsOf(log(BATCH, `0x${[offset, offset, 0, 0].map(word).join('')}`))).toEqual([])
})

it('A batch of two tokens moves both', () => {
  const data = `0x${[64, 160, 2, 7, 8, 2, 1, 3].map(word).join('')}`
  const moved = movementsOf(log(BATCH, data)).map(({ tokenId, amount }) => [tokenId, amount])
  expect(moved).toEqual([
    ['7', '1'],
    ['8', '3'],
  ])
})

it('No data of a log stops the reader', () => {
  const words = fc.array(
    fc.oneof(fc.bigInt({ min: 0n, max: 400n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
    { maxLength: 12 },
  )
  const tail = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(
      fc.constantFrom(TRANSFER, SINGLE, BATCH),
      fc.integer({ min: 0, max: 4 }),
      words,
      tail,
      (event, topics, values, rest) => {
        const one = log(event, `0x${values.map(word).join('')}${rest}`)
        const moved = movementsOf({ ...one, topics: one.topics.slice(0, topics) })
        expect(moved.every(({ amount }) => /^\d+$/.test(amount))).toBe(true)
      },
    ),
  )
})
