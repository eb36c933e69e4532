// @vitest-environment happy-dom
import {
  type Json,
  type PluginContext,
  type Schema,
  type StorageDeclaration,
  type StorageShape,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { make, memoryStorage, plugin } from '../../test/support.js'
import type { Kernel, StorageBackend } from '../types.js'

const text: Schema<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}
const tree: Schema<Json> = (value) => value as Json
const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  localStorage.clear()
})
const open = (
  storage: StorageBackend | null | undefined,
  more: Partial<StorageDeclaration<StorageShape>> = {},
  id?: string,
) => {
  let ctx: PluginContext | undefined
  const { kernel } = make(
    [
      plugin('notes', (found) => void (ctx = found), {
        storage: { version: 2, keys: { title: text, tree }, ...more },
      }),
    ],
    { storage: storage as null, ...(id && { id }) },
  )
  kernels.push(kernel)
  // The declared keys are lost in the list's type, so the tests write what the schema checks.
  return { kernel, storage: ctx!.storage }
}
const KEY = 'latchkey-default:notes:v2:title'

describe("a plugin's slice", () => {
  it('An entry is stored under kernel, plugin, version and key, and the next kernel reads it', () => {
    const backend = memoryStorage()
    open(backend).storage.set('title', 'hello')
    expect(Object.entries(backend.entries())).toEqual([[KEY, '"hello"']])
    expect(open(backend).storage.get('title')).toBe('hello')
    expect(open(backend, {}, 'other').storage.get('title')).toBeUndefined()
    open(backend).storage.remove('title')
    expect(backend.length).toBe(0)
  })
  it("Entries are in the page's localStorage unless the host names another storage", () => {
    const { storage } = open(undefined)
    storage.set('title', 'hello')
    expect(localStorage.getItem(KEY)).toBe('"hello"')
    open(null).storage.set('title', 'memory')
    expect(localStorage.getItem(KEY)).toBe('"hello"')
  })
  it('Only declared keys are stored', () => {
    const backend = memoryStorage({
      'latchkey-default:notes:v2:secret': '"x"',
      'latchkey-default:other:v1:title': '"y"',
    })
    const { storage } = open(backend)
    for (const key of ['secret', '../other:v1:title', '__proto__', 'constructor', 'toString']) {
      expect(storage.get(key)).toBeUndefined()
      storage.set(key, 'z')
      storage.remove(key)
    }
    expect(backend.length).toBe(2)
  })
  it('Values are frozen copies of those that were stored', () => {
    const { storage } = open(null)
    const value = { list: [1] }
    storage.set('tree', value)
    value.list.push(2)
    const read = storage.get('tree') as { list: number[] }
    expect(read).toEqual({ list: [1] })
    expect(() => read.list.push(3)).toThrow(TypeError)
  })
})

describe('bad content', () => {
  const huge = JSON.stringify('x'.repeat(1_000_001))
  it.each([
    ['no JSON', '{'],
    ['another shape', '42'],
    ['empty', ''],
    ['huge', huge],
    ['deep', '['.repeat(200_000)],
    ['a lone surrogate, as a number', '\ud800'],
  ])('An entry of %s is dropped, and no other', (_, content) => {
    const backend = memoryStorage({
      [KEY]: content,
      'other-site': 'keep',
      'latchkey-default:notes:v3:title': '"newer"',
    })
    const { storage } = open(backend)
    expect(storage.get('title')).toBeUndefined()
    expect(Object.keys(backend.entries())).toEqual([
      'other-site',
      'latchkey-default:notes:v3:title',
    ])
  })
  it('An entry cannot reach a prototype', () => {
    const backend = memoryStorage({
      'latchkey-default:notes:v2:tree':
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"a":{"__proto__":{"polluted":3}}}',
    })
    const value = open(backend).storage.get('tree') as Record<string, Record<string, unknown>>
    expect(Object.hasOwn(value, '__proto__')).toBe(false)
    expect(Object.assign({}, value)['polluted' as never]).toBeUndefined()
    expect(value['a']!['polluted']).toBeUndefined()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  it('A value that cannot be written is reported and changes nothing', () => {
    const backend = memoryStorage()
    const { kernel, storage } = open(backend)
    const reports = vi.fn()
    kernel.on('kernel:error-reported', reports)
    storage.set('tree', 'before')
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    storage.set('tree', cyclic)
    storage.set('tree', 1n)
    expect(reports).toHaveBeenCalledTimes(2)
    expect(storage.get('tree')).toBe('before')
  })
})

describe('a backend that fails', () => {
  it('A full storage is replaced by memory, and no older value comes back', () => {
    const backend = memoryStorage()
    const { storage } = open(backend)
    storage.set('title', 'old')
    backend.fill()
    storage.set('title', 'new')
    expect(storage.get('title')).toBe('new')
    expect(backend.length).toBe(0)
    backend.mend()
    storage.set('title', 'saved')
    expect(backend.getItem(KEY)).toBe('"saved"')
  })
  it('A blocked storage is replaced by memory, also for removing', () => {
    const backend = memoryStorage({ [KEY]: '"stored"' })
    backend.block()
    const { storage } = open(backend)
    expect(storage.get('title')).toBeUndefined()
    storage.set('title', 'new')
    expect(storage.get('title')).toBe('new')
    storage.remove('title')
    expect(storage.get('title')).toBeUndefined()
  })
  it('A storage that throws when it is asked for is replaced by memory', () => {
    const get = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { storage } = open(undefined)
    storage.set('title', 'hello')
    expect(storage.get('title')).toBe('hello')
    get.mockRestore()
  })
  it('A storage that answers nonsense counts as empty', () => {
    const backend = {
      getItem: () => 7,
      setItem: () => undefined,
      removeItem: () => undefined,
      key: () => undefined,
      length: 3,
    } as unknown as StorageBackend
    expect(
      open(backend, { migrate: ({ entries }) => entries }).storage.get('title'),
    ).toBeUndefined()
  })
})

describe('an older version', () => {
  const old = {
    'latchkey-default:notes:v0:title': '"zero"',
    'latchkey-default:notes:v1:name': '"one"',
    'latchkey-default:notes:v1:broken': '{',
    'latchkey-default:notesx:v1:name': '"foreign"',
  }
  it('The newest older version is handed to migrate once and dropped', () => {
    const backend = memoryStorage(old)
    const migrate = vi.fn(({ entries }: { entries: Readonly<Record<string, Json>> }) => ({
      title: entries['name']!,
      undeclared: 1,
    }))
    expect(open(backend, { migrate }).storage.get('title')).toBe('one')
    expect(migrate.mock.calls).toEqual([[{ version: 1, entries: { name: 'one' } }]])
    expect(Object.entries(backend.entries())).toEqual([
      ['latchkey-default:notesx:v1:name', '"foreign"'],
      [KEY, '"one"'],
    ])
    open(backend, { migrate })
    expect(migrate).toHaveBeenCalledTimes(1)
  })
  it('An older version is dropped when migrate throws', () => {
    const backend = memoryStorage(old)
    const { storage } = open(backend, {
      migrate: () => {
        throw new Error('cannot')
      },
    })
    expect(storage.get('title')).toBeUndefined()
    expect(Object.keys(backend.entries())).toEqual(['latchkey-default:notesx:v1:name'])
  })
  it('An older version is never read as this one, and stays if there is no migrate', () => {
    const backend = memoryStorage({ 'latchkey-default:notes:v1:title': '"one"' })
    expect(open(backend).storage.get('title')).toBeUndefined()
    expect(backend.length).toBe(1)
  })
  it('An older version does not replace a newer one', () => {
    const backend = memoryStorage({ ...old, 'latchkey-default:notes:v3:title': '"three"' })
    const migrate = vi.fn(() => ({}))
    open(backend, { migrate })
    expect(migrate).not.toHaveBeenCalled()
    expect(backend.length).toBe(5)
  })
})

describe('watching a key', () => {
  const fromOtherTab = (key: string | null, storageArea: Storage | null = localStorage) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea }))
  it('A watcher gets own changes and those of another tab', () => {
    const { storage } = open(undefined)
    const seen: unknown[] = []
    const stop = storage.subscribe('title', (value) => seen.push(value))
    storage.set('title', 'mine')
    localStorage.setItem(KEY, '"theirs"')
    fromOtherTab(KEY)
    localStorage.clear()
    fromOtherTab(null)
    fromOtherTab('something else')
    fromOtherTab(KEY, sessionStorage)
    stop()
    storage.set('title', 'later')
    expect(seen).toEqual(['mine', 'theirs', undefined])
  })
  it('A watcher gives back its listener', () => {
    const add = vi.spyOn(window, 'addEventListener')
    const remove = vi.spyOn(window, 'removeEventListener')
    open(undefined).kernel.dispose()
    expect(add.mock.calls.length).toBeGreaterThan(0)
    expect(remove.mock.calls.length).toBe(add.mock.calls.length)
  })
})

/** Small seeded generator (mulberry32): the same values in every run. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

it('The kernel starts with the defaults, whatever lies under its own keys, and touches no foreign key', async () => {
  // A fiftieth of the full run, which `pnpm soak` does.
  const runs = process.env['LATCHKEY_SOAK'] ? 20_000 : 400
  const next = random(20_240_601)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const word = () =>
    pick([
      '',
      'eip155',
      '__proto__',
      'constructor',
      'a:b',
      'a:b:c',
      'toString',
      'x'.repeat(50),
      '\u0000',
      '🦊',
      'connected',
      'null',
    ])
  const value = (depth: number): unknown =>
    pick<() => unknown>([
      () => null,
      () => next() * 1e9,
      () => -1,
      () => word(),
      () => true,
      () => (depth ? Array.from({ length: Math.floor(next() * 4) }, () => value(depth - 1)) : []),
      () =>
        depth
          ? Object.fromEntries(
              Array.from({ length: Math.floor(next() * 4) }, () => [
                pick([word(), 'id', 'connectorId', 'namespaces', 'current', 'snapshot', 'name']),
                value(depth - 1),
              ]),
            )
          : {},
      () => [
        {
          id: word(),
          connectorId: word(),
          name: word(),
          namespaces: [word()],
          current: { [word()]: word() },
          snapshot: value(1),
        },
      ],
    ])()
  const content = () =>
    pick<() => string>([
      () => JSON.stringify(value(3)) ?? '',
      () => JSON.stringify(value(3))?.slice(0, -1) ?? '',
      () => word(),
      () => '{"__proto__":{"polluted":true}}',
      () => '1e999',
      () => '"\\ud800"',
    ])()
  const keys = [
    'connections',
    'connectionStatus',
    'connectedNamespaces',
    'walletId',
    'walletName',
    'activeNetwork',
    'activeNamespace',
    'recentWallets',
    'accountTypes',
    'nativeBalances',
  ]
  for (let run = 0; run < runs; run++) {
    const entries = Object.fromEntries(
      keys.map((key) => [`latchkey-default:kernel:v1:${key}`, content()]),
    )
    const backend = memoryStorage({
      ...entries,
      foreign: 'keep',
      'latchkey-default:kernel:v2:connections': 'newer',
    })
    const { kernel, late } = make([], { storage: backend })
    const state = kernel.ports.connections.get()
    expect(state.restoring, JSON.stringify(entries)).toBe(true)
    expect(state.connections).toEqual([])
    expect(kernel.ports.activeNetwork.current()).toBeUndefined()
    await kernel.ready
    for (const { core } of late.made) for (const key of keys) core.storage.get(key as 'walletId')
    expect(backend.getItem('foreign')).toBe('keep')
    expect(backend.getItem('latchkey-default:kernel:v2:connections')).toBe('newer')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    kernel.dispose()
  }
})
