// Any script of the site can write into its storage. These tests count the kernel's work, not its time on this machine.
import { afterEach, expect, it } from 'vitest'
import type { KernelStorage } from '../src/core.js'
import { kernelStorage } from '../src/storage/kernelStorage.js'
import type { StorageBackend } from '../src/types.js'
import { FakeConnection, scopesOf } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, memoryStorage, settle, type World } from './fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const PREFIX = 'latchkey-default:kernel:v1:'
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Entries of a key's own shape, in that number. */
const HOSTILE: Readonly<Record<keyof KernelStorage, (count: number) => unknown>> = {
  connections: (count) =>
    many(count, (index) => ({
      id: `c${index}`,
      connectorId: 'wallet',
      name: 'W',
      namespaces: ['test'],
      current: index % 2 ? {} : { test: 'a' },
      snapshot: index,
    })),
  ended: (count) => many(count, (index) => ({ id: `c${index}` })),
  connectionStatus: (count) =>
    Object.fromEntries(many(count, (index) => [`n${index}`, 'connected'])),
  connectedNamespaces: (count) => many(count, (index) => `n${index}`),
  walletId: (count) => 'w'.repeat(count),
  walletName: (count) => 'w'.repeat(count),
  activeNetwork: (count) => `test:${'1'.repeat(count)}`,
  activeNamespace: (count) => 'n'.repeat(count),
  recentWallets: (count) => many(count, (index) => ({ id: `w${index}`, rdns: `io.w${index}` })),
  accountTypes: (count) => Object.fromEntries(many(count, (index) => [`n${index}`, 'eoa'])),
  nativeBalances: (count) =>
    Object.fromEntries(
      many(count, (index) => [
        `test:1:${index}`,
        { value: '1', decimals: 0, symbol: 'T', at: Date.now() },
      ]),
    ),
}
const keys = Object.keys(HOSTILE) as (keyof KernelStorage)[]

/** Boots over it, shows the wallets, and counts. */
async function boot(count: number) {
  const storage = memoryStorage()
  for (const key of keys) storage.setItem(PREFIX + key, JSON.stringify(HOSTILE[key](count)))
  const written = keys.reduce((sum, key) => sum + storage.getItem(PREFIX + key)!.length, 0)
  const work = { read: 0, restored: 0, told: 0 }
  const counting: StorageBackend = {
    ...storage,
    get length() {
      return storage.length
    },
    getItem(key) {
      const text = storage.getItem(key)
      work.read += text?.length ?? 0
      return text
    },
  }
  const wallet = new FakeConnector('wallet', {
    namespaces: ['test'],
    link: () => {
      work.restored++
      return new FakeConnection(`restored-${work.restored}`, 'wallet', scopesOf('test'))
    },
  })
  const world = await makeWorld({ connectors: [wallet], kernel: { storage: counting } })
  worlds.push(world)
  world.kernel.ports.connections.subscribe(() => void work.told++)
  await settle()
  // As each row of a wallet list does.
  for (let row = 0; row < 100; row++) world.core.storage.get('recentWallets')
  expect((await world.kernel.ports.late.load()).wallets.get()).toHaveLength(1)
  return { storage, written, work: { ...work, restored: wallet.restored.length }, world }
}

it('Each key keeps its first entries up to the bound, and the rest is dropped (audit L8)', async () => {
  const { storage, world } = await boot(5_000)
  for (const key of keys) {
    const most = kernelStorage.most![key] ?? 1
    const found: unknown = world.core.storage.get(key)
    const size = (value: unknown): number =>
      typeof value === 'object' ? Object.keys(value ?? {}).length : 1
    expect([key, size(found) <= most, size(storage.read(key)) <= most]).toEqual([key, true, true])
  }
  expect(storage.read('recentWallets')).toEqual([
    { id: 'w0', rdns: 'io.w0' },
    { id: 'w1', rdns: 'io.w1' },
  ])
  expect(world.reports).toEqual([])
})

it('The first fifty stored connections are restored, and the others are dropped (audit L8)', async () => {
  const { work, world } = await boot(5_000)
  expect(work.restored).toBe(50)
  expect(world.core.connections.get().restoring).toBe(false)
  expect(world.reports).toEqual([])
})

it('A list of four times the length costs only its longer reading (audit L8)', async ({ task }) => {
  // Not more: a stored text of over 1,000,000 characters is not read at all.
  const [small, large] = [2_000, 8_000]
  const [one, four] = [await boot(small), await boot(large)]
  expect(four.written / one.written).toBeGreaterThan(3.5)
  expect(four.work.restored).toBe(one.work.restored)
  expect(four.work.told).toBe(one.work.told)
  const ratio = four.work.read / one.work.read
  task.meta.attack = {
    attack: `${large.toLocaleString('en')} entries under each key of the kernel's storage`,
    tries: keys.length,
    wanted: '50 connections come back; at most 4.5 times the reading of a quarter of it',
    seen: `${four.work.restored} came back; ${ratio.toFixed(1)} times`,
  }
  expect(ratio).toBeLessThan(4.5)
  // Each key is read in full once or twice, and not whenever a row of a wallet is drawn.
  expect(four.work.read / four.written).toBeLessThan(4)
})
