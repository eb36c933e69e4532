import type { StorageBackend } from '@latchkey/kernel'
import { brand, type AnyPlugin, type Json } from '@latchkey/plugin-api'
import { demand, demandUnpolluted, rules, settled, show, ended } from '../check.js'
import { demandNoFaults, inWorld, visit, type PluginSubject, type World } from '../world.js'

const SLICE = `${brand.storagePrefix}-default:`
const JUNK = [
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  '[[[[[[[[]]]]]]]]',
  '{"id":{},"at":"never"}',
  `"${'x'.repeat(10_000)}"`,
]

/** Starts a kernel with this value under every key of the plugin. */
async function bootWith(subject: PluginSubject, world: World, content: string): Promise<void> {
  const { id, storage } = subject.make()
  for (const key of Object.keys(storage?.keys ?? {}))
    world.storage.setItem(`${SLICE}${id}:v${storage?.version}:${key}`, content)
  const kernel = world.create(subject.make())
  await visit(kernel)
  kernel.dispose()
  demandNoFaults(world, `with ${JSON.stringify(content.slice(0, 40))} stored`)
}
const refuse = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
const inStorage =
  (storage: StorageBackend, what: string) =>
  (subject: PluginSubject): Promise<void> =>
    inWorld(subject, async (world) => {
      await visit(world.create(subject.make(), { storage }))
      demandNoFaults(world, what)
    })
const throwing: StorageBackend = {
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
  key: refuse,
  get length() {
    return refuse()
  },
}
const full: StorageBackend = {
  getItem: () => null,
  setItem: refuse,
  removeItem: () => undefined,
  key: () => null,
  length: 0,
}

/** Entries that a plugin may keep where it does not name a limit. */
const MAX_ENTRIES = 1_000
const HOSTILE = 5_000
const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0
const LONG: readonly unknown[] = [
  Array.from({ length: HOSTILE }, (_, index) => `entry ${index}`),
  Array.from({ length: HOSTILE }, (_, index) => ({ id: `entry ${index}`, at: index })),
  Object.fromEntries(Array.from({ length: HOSTILE }, (_, index) => [`entry ${index}`, 'text'])),
]

/** Wraps a plugin to record how much its checks get and how much it stores. */
function measured(plugin: AnyPlugin, note: (key: string, size: number) => void): AnyPlugin {
  const { storage } = plugin
  const keys = Object.fromEntries(
    Object.entries(storage?.keys ?? {}).map(([key, check]) => [
      key,
      (value: unknown) => {
        note(key, sizeOf(value))
        return check(value)
      },
    ]),
  )
  return { ...plugin, ...(storage && { storage: { ...storage, keys } }) }
}
async function demandBounds(subject: PluginSubject, world: World, content: unknown): Promise<void> {
  const plugin = subject.make()
  const { keys = {}, most = {}, version } = plugin.storage ?? {}
  const full = (key: string): string => `${SLICE}${plugin.id}:v${version}:${key}`
  for (const key of Object.keys(keys)) world.storage.setItem(full(key), JSON.stringify(content))
  const kernel = world.create(
    measured(plugin, (key, size) =>
      demand(size <= (most[key] ?? MAX_ENTRIES), `storage key "${key}" was given ${size} entries`),
    ),
  )
  await visit(kernel)
  kernel.dispose()
  demandNoFaults(world, `with ${HOSTILE} entries stored under each key`)
}

/** Values that an older version may have left. */
const OLD: readonly Readonly<Record<string, Json>>[] = [
  {},
  { last: null },
  { last: { deep: [1, { x: 'y' }] } },
  { unheard: 'of' },
  JSON.parse('{"__proto__":{"polluted":true}}') as Readonly<Record<string, Json>>,
]

export const storingChecks = rules<PluginSubject>('storage', {
  'boots whatever is stored': (subject) =>
    inWorld(subject, async (world) => {
      for (const junk of JUNK) await bootWith(subject, world, junk)
    }),
  'boots with thousands of stored entries, and gets a bounded part of them': (subject) =>
    inWorld(subject, async (world) => {
      for (const content of LONG) await demandBounds(subject, world, content)
    }),
  'does not let a stored value pollute prototypes': (subject) =>
    inWorld(subject, async (world) => {
      await bootWith(
        subject,
        world,
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      ).finally(() => demandUnpolluted('stored content'))
    }),
  'keeps to the keys of its kernel': (subject) =>
    inWorld(subject, async (world) => {
      await visit(world.create(subject.make()))
      for (const { kind, what } of world.ledger.acts)
        demand(
          kind !== 'storage' || what.includes(` ${SLICE}`),
          `storage: ${what} is not a key of this kernel`,
        )
    }),
  'boots where storage is blocked': inStorage(throwing, 'with blocked storage'),
  'boots where storage is full': inStorage(full, 'with full storage'),
  'has checks that accept or refuse anything': async ({ make }) => {
    for (const [key, check] of Object.entries(make().storage?.keys ?? {})) {
      for (const content of [undefined, null, 0, '', [], {}, [[[]]], 'x'.repeat(10_000)]) {
        // In a list, so that a promise is not awaited.
        const outcome = await settled('check', () => [check(content)])
        demand(
          'thrown' in outcome ||
            typeof (outcome.value[0] as { then?: unknown } | undefined | null)?.then !== 'function',
          `the check of storage key "${key}" answered a promise`,
        )
        demand(
          'value' in outcome || outcome.thrown instanceof Error,
          `the check of storage key "${key}" threw a value that is not an error: ${ended(outcome)}`,
        )
      }
    }
  },
  'has checks that accept what they returned': async ({ make }) => {
    for (const [key, check] of Object.entries(make().storage?.keys ?? {})) {
      for (const content of [null, 0, 1, '', 'text', true, [], {}, ['a']]) {
        const first = await settled('check', () => check(content))
        if ('thrown' in first) continue
        const second = await settled('check', () =>
          check(JSON.parse(JSON.stringify(first.value ?? null))),
        )
        demand(
          'value' in second || first.value === undefined,
          `the check of storage key "${key}" refuses what it answered for ${show(content)}`,
        )
      }
    }
  },
  'migrates anything older to keys that it has, or drops it': async ({ make }) => {
    const { storage } = make()
    for (const entries of storage?.migrate ? OLD : []) {
      const outcome = await settled('migrate', () =>
        storage!.migrate!({ version: storage!.version - 1, entries }),
      )
      if ('value' in outcome)
        for (const key of Object.keys(outcome.value))
          demand(
            Object.hasOwn(storage!.keys, key),
            `migrate answered the key "${key}", which storage.keys does not have`,
          )
    }
    demandUnpolluted('a migration')
  },
})
