import { expect, it } from 'vitest'
import {
  choosePage,
  groupRows,
  type ListPart,
  readList,
  readPosition,
  type Row,
  topOf,
} from '../../src/sources/blockPages.js'

const row = (block: number, hash: string): Row => ({ block, hash })
const FAILURE = { name: 'ProviderError' }

/** Reads a list whose answers are these, the last one again and again. */
const readFrom = (parts: readonly ListPart<Row>[], top = Infinity) => {
  let asked = 0
  const answer = readList(top, async () => parts[Math.min(asked++, parts.length - 1)]!)
  return { answer, count: () => asked }
}

it('A transaction whose rows may be cut off waits for the next page', async () => {
  const cut = await readFrom([{ rows: [row(11, 'a'), row(10, 'b'), row(10, 'b')], next: '2' }])
    .answer
  const whole = await readFrom([{ rows: [row(12, 'c'), row(10, 'b'), row(9, 'd')] }]).answer
  const lists = [cut, whole]
  const groups = groupRows(lists)
  expect(groups.map(({ hash }) => hash)).toEqual(['c', 'a'])
  const page = choosePage(
    groups.map((group) => ({ ...group, index: 3 })),
    lists,
    undefined,
    50,
  )
  expect([page.items.length, page.next]).toEqual([2, '11:0'])
  expect(topOf(readPosition(page.next))).toBe(10)
})

it('A list that is one block is read on until the block ends', async () => {
  const { answer, count } = readFrom([
    { rows: [row(10, 'a'), row(10, 'b')], next: '2' },
    { rows: [row(10, 'c'), row(9, 'd')], next: '3' },
  ])
  expect(await answer).toMatchObject({ floor: 9, rows: [{}, {}, {}, {}] })
  expect(count()).toBe(2)
})

it('A list that goes round in a circle, or on for ever, is refused', async () => {
  const circle = readFrom([{ rows: [row(10, 'a')], next: '2' }])
  await expect(circle.answer).rejects.toMatchObject(FAILURE)
  expect(circle.count()).toBe(2)
  let page = 0
  const endless = readList(Infinity, async () => ({
    rows: Array.from({ length: 100 }, () => row(10, 'a')),
    next: String((page += 1)),
  }))
  await expect(endless).rejects.toMatchObject(FAILURE)
  expect(page).toBe(20)
  await expect(readFrom([{ rows: [], next: '2' }]).answer).rejects.toMatchObject(FAILURE)
})

it('Rows in another order, or newer than was asked for, are refused', async () => {
  await expect(readFrom([{ rows: [row(9, 'a'), row(10, 'b')] }]).answer).rejects.toMatchObject(
    FAILURE,
  )
  await expect(readFrom([{ rows: [row(9, 'a')] }], 8).answer).rejects.toMatchObject(FAILURE)
})

it('Lists that have a transaction in different blocks are refused', () => {
  const lists = [row(9, 'a'), row(8, 'a')].map((one) => ({ rows: [one], floor: -1 }))
  expect(() => groupRows(lists)).toThrow('provider')
})
