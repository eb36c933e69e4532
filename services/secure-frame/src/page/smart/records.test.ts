import type { Operation } from '@latchkey/smart-account'
import { describe, expect, it } from 'vitest'
import {
  createRecords,
  mergeRecords,
  type OperationRecord,
  type OperationState,
} from './records.js'

const NETWORK = 'eip155:1'
const SENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const record = (
  hash: number,
  state: OperationState,
  more: Partial<OperationRecord> = {},
): OperationRecord => ({
  hash: `0x${String(hash).padStart(64, '0')}`,
  network: NETWORK,
  operation: { sender: SENDER, nonce: BigInt(hash) } as Partial<Operation> as Operation,
  fromBlock: 1n,
  at: hash,
  state,
  ...more,
})

/** A store that two pages share; a write can be held up. */
function createStore() {
  const values = new Map<string, unknown>()
  let isBlocked = false
  const guarded = async <T>(use: () => T): Promise<T> => {
    await Promise.resolve()
    if (isBlocked) throw new DOMException('Blocked', 'SecurityError')
    return use()
  }
  return {
    values,
    block: () => void (isBlocked = true),
    read: <T>(name: string) => guarded(() => values.get(name) as T | undefined),
    update: <T>(name: string, change: (before: T | undefined) => T) =>
      guarded(() => void values.set(name, change(values.get(name) as T | undefined))),
  }
}
/** A connection that was closed fails once, and the next use opens another one. */
function failingOnce(update: ReturnType<typeof createStore>['update']): typeof update {
  let isFailing = true
  return async (name, change) => {
    if (!isFailing) return update(name, change)
    isFailing = false
    throw new DOMException('Closing', 'InvalidStateError')
  }
}
const statesOf = (list: readonly OperationRecord[]): [bigint, string][] =>
  list.map(({ operation, state }) => [operation.nonce, state])

describe('Records of operations', () => {
  it('Two pages that write at once lose no record of each other', async () => {
    const store = createStore()
    const [one, other] = [createRecords(store), createRecords(store)]
    await Promise.all([one.list(NETWORK, SENDER), other.list(NETWORK, SENDER)])
    await Promise.all([one.put(record(1, 'signed')), other.put(record(2, 'signed'))])
    for (const page of [one, other, createRecords(store)])
      expect(statesOf(await page.list(NETWORK, SENDER))).toEqual([
        [1n, 'signed'],
        [2n, 'signed'],
      ])
  })

  it('The operation that deploys an account is told once, when it is in a block, undone or not', async () => {
    let told = 0
    const page = createRecords(createStore(), () => void (told += 1))
    const deploying = { sender: SENDER, nonce: 0n, factory: SENDER } as Partial<Operation>
    const first = (state: OperationState) => record(1, state, { operation: deploying as Operation })
    await page.put(first('sent'))
    await page.put(record(2, 'included'))
    expect(told).toBe(0)
    await page.put(first('failed'))
    await page.put(first('failed'))
    expect(told).toBe(1)
  })

  it('A later state stays, whichever page writes last', async () => {
    const store = createStore()
    const [one, other] = [createRecords(store), createRecords(store)]
    await one.put(record(1, 'sent'))
    await other.put(record(1, 'included', { transactionHash: '0x12' }))
    await one.put(record(1, 'sent'))
    await one.put(record(1, 'refused'))
    const [kept] = await createRecords(store).list(NETWORK, SENDER)
    expect(kept).toMatchObject({ state: 'included', transactionHash: '0x12' })
  })

  it('A page whose storage is blocked goes on with what it knows itself', async () => {
    const store = createStore()
    const page = createRecords(store)
    await page.put(record(1, 'sent'))
    store.block()
    await page.put(record(2, 'signed'))
    await page.put(record(1, 'included'))
    expect(statesOf(await page.list(NETWORK, SENDER))).toEqual([
      [1n, 'included'],
      [2n, 'signed'],
    ])
  })

  it('Storage that fails once is tried again, and a record is kept for other pages', async () => {
    const store = createStore()
    const page = createRecords({ ...store, update: failingOnce(store.update) })
    await page.put(record(1, 'signed'))
    expect(statesOf(await createRecords(store).list(NETWORK, SENDER))).toEqual([[1n, 'signed']])
  })

  it('A page knows whether its records are kept', async () => {
    const store = createStore()
    const page = createRecords(store)
    expect(await page.isKept(NETWORK, SENDER)).toBe(true)
    store.block()
    expect(await page.isKept(NETWORK, SENDER)).toBe(false)
    const again = createStore()
    expect(
      await createRecords({ ...again, update: failingOnce(again.update) }).isKept(NETWORK, SENDER),
    ).toBe(true)
  })

  it('Operations that may still be carried out are never forgotten, settled ones after fifty', () => {
    const waiting = record(1, 'sent')
    const settled = Array.from({ length: 80 }, (_, index) => record(index + 2, 'included'))
    const merged = mergeRecords([waiting], settled)
    expect(merged).toHaveLength(51)
    expect(merged[0]).toBe(waiting)
    expect(merged.at(-1)).toBe(settled.at(-1))
  })

  it('Accounts and networks have records of their own, however their address is spelled', async () => {
    const page = createRecords(createStore())
    await page.put(record(1, 'sent'))
    expect(await page.list('eip155:10', SENDER)).toEqual([])
    expect(await page.list(NETWORK, SENDER.toLowerCase())).toHaveLength(1)
  })
})
