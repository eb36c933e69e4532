// The frame's own record of permissions, which outlasts the page and is bounded.
import { MAX_RPC_LENGTH } from '@latchkey/embedded-wallet/protocol'
import { toHex } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { createGrantRecords, type GrantRecord } from '../src/page/smart/grants/grantRecords.js'
import { createGranter, GAME, hex, KEY, permit, refusalOf, requestOf, SHOP } from './grantsSide.js'
import { memoryDatabase } from './memoryDatabase.js'

const record = (number: number, more: Partial<GrantRecord> = {}): GrantRecord => ({
  ...{ hash: hex(number), network: 'eip155:1', origin: `https://${number % 9}.example` },
  ...{ context: '0x', expiry: Math.floor(Date.now() / 1000) + 200_000, entry: {}, ...more },
})
const hashesOf = (records: readonly GrantRecord[]) => records.map(({ hash }) => hash)
const liveOf = (records: readonly GrantRecord[]) =>
  hashesOf(records.filter(({ endedAt }) => endedAt === undefined))
const failing = async (): Promise<never> => {
  throw new Error('No storage')
}
afterEach(() => void vi.useRealTimers())

it('Outlasts the page, belongs to one account, and forgets what has expired', async () => {
  const database = memoryDatabase()
  await createGrantRecords(database).add(GAME, [record(1), record(2), record(3, { expiry: 9 })])
  const later = createGrantRecords(database)
  expect(hashesOf(await later.list(GAME.toLowerCase()))).toEqual(['0x1', '0x2'])
  expect(await later.list(KEY)).toEqual([])
})

it('A grant that has ended comes back where that was undone, and is forgotten after a day', async () => {
  vi.useFakeTimers()
  const database = memoryDatabase()
  const records = createGrantRecords(database)
  await records.add(GAME, [record(1), record(2)])
  await records.update(GAME, ['0x1'], { isEnded: true })
  expect(liveOf(await createGrantRecords(database).list(GAME))).toEqual(['0x2'])
  await records.update(GAME, ['0x1'], { isEnded: false })
  expect(liveOf(await records.list(GAME))).toEqual(['0x1', '0x2'])
  await records.update(GAME, ['0x1'], { isEnded: true })
  vi.setSystemTime(Date.now() + 80_000_000)
  await records.update(GAME, ['0x1'], { isEnded: true })
  expect(hashesOf(await records.list(GAME))).toEqual(['0x1', '0x2'])
  vi.setSystemTime(Date.now() + 7_000_000)
  expect(hashesOf(await records.list(GAME))).toEqual(['0x2'])
})

it('A grant that one page saw ended does not come back by another that knew it', async () => {
  const database = memoryDatabase()
  const [one, other] = [createGrantRecords(database), createGrantRecords(database)]
  await one.add(GAME, [record(1)])
  expect(await other.list(GAME)).toHaveLength(1)
  await one.update(GAME, ['0x1'], { isEnded: true })
  await other.add(GAME, [record(1), record(2)])
  expect(liveOf(await one.list(GAME))).toEqual(['0x2'])
})

it('Keeps what the browser did not store, and stores it when that is possible again', async () => {
  const database = memoryDatabase()
  const { update } = database
  database.update = failing
  const records = createGrantRecords(database)
  await records.add(GAME, [record(1), record(2)])
  await records.update(GAME, ['0x2'], { isEnded: true })
  expect(await records.isKept(GAME)).toBe(false)
  expect(liveOf(await records.list(GAME))).toEqual(['0x1'])
  database.update = update
  expect(await records.isKept(GAME)).toBe(true)
  expect(liveOf(await createGrantRecords(database).list(GAME))).toEqual(['0x1'])
})

it('Loses no grant that is added while another change is written', async () => {
  const database = memoryDatabase()
  const { update } = database
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const records = createGrantRecords(database)
  await records.add(GAME, [record(1)])
  database.update = async (name, change) => {
    await gate
    return update(name, change)
  }
  const ending = records.update(GAME, ['0x1'], { isEnded: true })
  // The browser takes neither try of this one, while the other one still waits.
  database.update = failing
  await records.add(GAME, [record(2)])
  database.update = update
  release()
  await ending
  expect(liveOf(await records.list(GAME))).toEqual(['0x2'])
  expect(await records.isKept(GAME)).toBe(true)
  expect(liveOf(await createGrantRecords(database).list(GAME))).toEqual(['0x2'])
})

it('Is bounded: one account has 200 grants at once, and 50 to one page', async () => {
  const ada = await createGranter()
  const { grants } = ada.records
  const one = Array.from({ length: 49 }, (_, index) => record(index, { origin: SHOP }))
  await grants.add(ada.account.address, one)
  expect(await refusalOf(ada.prepare([requestOf()]))).toBe('granted')
  expect(await refusalOf(ada.prepare([requestOf(), requestOf()]))).toContain('more than 50')
  const more = Array.from({ length: 150 }, (_, index) => record(1_000 + index))
  await grants.add(ada.account.address, more)
  expect(await refusalOf(ada.prepare([requestOf()]))).toBe('granted')
  expect(await refusalOf(ada.prepare([requestOf(), requestOf()]))).toContain('more than 200')
})

it('The list of 50 grants as large as they can be fits into one answer', async () => {
  const ada = await createGranter({ contracts: {} })
  const all = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index))
  const largest = permit('contract-calls', {
    targets: all(16, (index) => toHex(2n ** 159n + BigInt(index), { size: 20 })),
    selectors: all(32, (index) => toHex(2 ** 31 + index, { size: 4 })),
    maxValue: hex(2n ** 128n - 1n),
    justification: '😀'.repeat(400),
  })
  const answer = await ada.run(await ada.prepare([largest]))
  expect(50 * JSON.stringify(answer).length).toBeLessThan(MAX_RPC_LENGTH)
})
