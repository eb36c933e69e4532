import { expect, it } from 'vitest'
import type { Database } from '../session/database.js'
import type { Client } from '../session/client.js'
import { createHomes, createStorageHome, keepShare, readShares, type Home } from './homes.js'

const WALLET = { id: 'w', split: 3 }
const SHARE = 'A'.repeat(44)

/** Storage in memory, which may be blocked. */
function createMemory() {
  const values = new Map<string, unknown>()
  const memory = { isBlocked: false, values }
  const guarded = async <T>(use: () => T): Promise<T> => {
    if (memory.isBlocked) throw new DOMException('Blocked', 'SecurityError')
    return use()
  }
  const database: Database = {
    read: <T>(name: string) => guarded(() => values.get(name) as T | undefined),
    write: (name, value) => guarded(() => void values.set(name, value)),
    update: <T>(name: string, change: (before: T | undefined) => T) =>
      guarded(() => void values.set(name, change(values.get(name) as T | undefined))),
    remove: (name) => guarded(() => void values.delete(name)),
  }
  return { ...memory, database, block: () => void (memory.isBlocked = true) }
}
type Fault = 'read' | 'keep'
/** A home that notes when it is asked. */
function createFake(name: Home['name'], notes: string[], share?: string, fault?: Fault): Home {
  const step = (does: Fault) => {
    notes.push(`${does} ${name}`)
    if (fault === does) throw new Error('The home is away.')
  }
  return {
    name,
    read: async () => (step('read'), share),
    keep: async () => step('keep'),
  }
}
async function collect(homes: readonly Home[]): Promise<string[]> {
  const found = []
  for await (const share of readShares(homes, WALLET)) found.push(share)
  return found
}

it('The homes are tried in their order: storage, unpartitioned storage, a window, the service', () => {
  const { database } = createMemory()
  const { list } = createHomes(
    database,
    async () => {
      throw new Error('Nobody is asked.')
    },
    () => true,
  )
  expect(list.map(({ name }) => name)).toEqual(['storage', 'unpartitioned', 'window', 'service'])
})

it('The service keeps no share of a wallet whose person is not signed in any more', async () => {
  const { database } = createMemory()
  const paths: string[] = []
  const ask = (async ({ path }) => void paths.push(path)) as Client
  const { list } = createHomes(database, ask, (id) => id === WALLET.id)
  const service = list.find(({ name }) => name === 'service')!
  await expect(service.keep({ ...WALLET, id: 'another' }, 'share')).rejects.toThrow()
  expect(paths).toEqual([])
  await service.keep(WALLET, 'share')
  expect(paths).toEqual(['/v1/wallet/home'])
})

it('Shares are read in the order of the homes, and a home that fails is passed over', async () => {
  const notes: string[] = []
  const homes = [
    createFake('storage', notes, 'a', 'read'),
    createFake('unpartitioned', notes),
    createFake('window', notes, 'c'),
    createFake('service', notes, 'd'),
  ]
  expect(await collect(homes)).toEqual(['c', 'd'])
  expect(notes).toEqual(['read storage', 'read unpartitioned', 'read window', 'read service'])
})

it('A home is not asked while one before it has a share that fits', async () => {
  const notes: string[] = []
  const homes = [createFake('storage', notes, 'a'), createFake('service', notes, 'd')]
  for await (const share of readShares(homes, WALLET)) if (share === 'a') break
  expect(notes).toEqual(['read storage'])
})

it('A share is kept in the first home that takes it, and in no other', async () => {
  const notes: string[] = []
  const homes = [
    createFake('storage', notes, undefined, 'keep'),
    createFake('window', notes),
    createFake('service', notes),
  ]
  expect(await keepShare(homes, WALLET, SHARE)).toBe('window')
  expect(notes).toEqual(['keep storage', 'keep window'])
  const none = [createFake('storage', notes, undefined, 'keep')]
  expect(await keepShare(none, WALLET, SHARE)).toBeUndefined()
})

it('Storage has the share sealed by a key that cannot be exported, for its own wallet and split', async () => {
  const { database, values } = createMemory()
  const home = createStorageHome('storage', async () => database)
  await home.keep(WALLET, SHARE)
  expect(await home.read(WALLET)).toBe(SHARE)
  expect(await home.read({ ...WALLET, split: 4 })).toBeUndefined()
  expect(await home.read({ ...WALLET, id: 'x' })).toBeUndefined()
  const [kept] = values.values() as MapIterator<{ key: CryptoKey; bytes: ArrayBuffer }>
  expect(kept!.key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', kept!.key)).rejects.toThrow()
  expect(Buffer.from(kept!.bytes).includes(SHARE)).toBe(false)
  new Uint8Array(kept!.bytes)[5]! ^= 1
  expect(await home.read(WALLET)).toBeUndefined()
})

it('Blocked storage is known as such, and has no share', async () => {
  const { database, block } = createMemory()
  const homes = createHomes(
    database,
    async () => {
      throw new Error('The service is away.')
    },
    () => true,
  )
  expect(await homes.isBlocked()).toBe(false)
  block()
  expect(await homes.isBlocked()).toBe(true)
  expect(await collect(homes.list)).toEqual([])
})
