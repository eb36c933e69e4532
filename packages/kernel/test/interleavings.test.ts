// Every order of six of the seven events that can come while a wallet is asked to connect or to
// switch. The invariants must hold after each of them.
import type { Caip2, NamespaceState, Scopes } from '@latchkey/plugin-api'
import { afterAll, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, memoryStorage, type World } from './fakes/makeWorld.js'
// Loaded before the fake clock starts, so that no test waits for a chunk.
import '../src/late/connections/takeOver.js'

const EVENTS = [
  'answer',
  'reject',
  'chain change',
  'account change',
  'disconnect',
  'second tab',
  'dispose',
] as const
type Happening = (typeof EVENTS)[number]
const DEPTH = 6
// A fiftieth of the full run, which `pnpm soak` does. 50 and 7 have no divisor in common: every
// event comes at every place.
const STRIDE = process.env['LATCHKEY_SOAK'] ? 1 : 50
const STATUSES = ['disconnected', 'connecting', 'connected']
const REJECTED = { code: 4001, message: 'no' }

/** The sequence with that number. */
const sequence = (number: number): Happening[] =>
  Array.from(
    { length: DEPTH },
    (_, place) => EVENTS[Math.floor(number / EVENTS.length ** place) % EVENTS.length]!,
  )
/** Lets all that is queued run, chunks included. */
const drain = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Storage that two tabs share, with its events that are not delivered yet. */
function sharedStorage() {
  const storage = memoryStorage()
  const changed = new Set<string>()
  const backend = {
    ...storage,
    get length() {
      return storage.length
    },
    setItem: (key: string, value: string) => (
      storage.getItem(key) !== value && changed.add(key),
      storage.setItem(key, value)
    ),
    removeItem: (key: string) => (
      storage.getItem(key) !== null && changed.add(key),
      storage.removeItem(key)
    ),
  }
  return {
    backend,
    /** Tells all tabs, until they come to rest. Answers whether they did. */
    async deliver(): Promise<boolean> {
      for (let round = 0; round < 8; round++) {
        await drain()
        const keys = [...changed]
        changed.clear()
        if (!keys.length) return true
        for (const key of keys)
          window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: backend }))
      }
      return false
    },
  }
}
type Shared = ReturnType<typeof sharedStorage>

/** One wallet, as it stands for all tabs. */
interface Wallet {
  chain: Caip2
  key: string
}
const scopesOf = ({ chain, key }: Wallet): Scopes => ({
  test: scope([account('test', key)], { network: chain, selected: key }),
})

interface Tab {
  world: World
  links: FakeConnection[]
  connector: FakeConnector
  /** Switches that the wallet was asked for and did not answer. */
  switches: { network: Caip2; resolve(): void; reject(error: unknown): void }[]
  /** Calls that are not settled. */
  pending: Set<Promise<unknown>>
  ask(what: Promise<unknown>): void
  isDisposed: boolean
}
async function openTab(wallet: Wallet, { backend }: Shared): Promise<Tab> {
  const links: FakeConnection[] = []
  const switches: Tab['switches'] = []
  const connector = new FakeConnector('w', {
    namespaces: ['test'],
    link() {
      const link = new FakeConnection('w', 'w', scopesOf(wallet), {
        answer: () => null,
        switchNetwork: ({ id }) =>
          new Promise<void>((resolve, reject) => switches.push({ network: id, resolve, reject })),
      })
      links.push(link)
      return link
    },
  })
  const pending = new Set<Promise<unknown>>()
  const ask = (what: Promise<unknown>): void => {
    const settled = what
      .catch((error: { code?: string }) => {
        if (!/^[a-z]+\.[a-z_]+$/.test(error.code ?? '')) throw error
      })
      .finally(() => pending.delete(settled))
    pending.add(settled)
  }
  const world = await makeWorld({
    networks: ['test:1', 'test:2'],
    connectors: [connector],
    kernel: { storage: backend },
  })
  return { world, links, connector, switches, pending, ask, isDisposed: false }
}

/** Invariants of a tab whenever its kernel is idle. */
function broken({ world: { core, kernel }, links, pending, isDisposed }: Tab): string | undefined {
  const { connections, namespaces, attempt } = core.connections.get()
  const { status, ...current }: Partial<NamespaceState> = namespaces['test'] ?? {}
  if (isDisposed)
    return links.some(({ listeners }) => listeners)
      ? 'a connection listens after the end'
      : pending.size
        ? 'somebody waits after the end'
        : undefined
  if (!STATUSES.includes(String(status))) return `the status is ${status}`
  const inUse = connections
    .find(({ id }) => id === current.connectionId)
    ?.scopes['test']?.accounts.find(({ key }) => key === current.accountKey)
  if (
    status === 'connected'
      ? inUse?.address !== current.address ||
        kernel.ports.accounts.active('test')?.key !== inUse?.key
      : Object.keys(current).length
  )
    return `${status} with ${JSON.stringify(current)}`
  if (status !== 'connected' && connections.length) return 'a connection that nobody uses'
  if (status === 'connecting' && !attempt) return 'connecting, and nobody connects'
  if (attempt && !pending.size) return 'an attempt, and nobody waits for it'
  if (links.filter(({ listeners }) => listeners).length !== connections.length)
    return 'links that listen are not those that are connected'
  return undefined
}

/** Invariants between the tabs, the storage and the wallet. */
function apart(tabs: readonly Tab[], { backend }: Shared, wallet: Wallet): string | undefined {
  const live = tabs.filter(({ isDisposed }) => !isDisposed)
  const ids = live.map(({ world }) =>
    world.core.connections
      .get()
      .connections.map(({ id }) => id)
      .join(),
  )
  if (new Set(ids).size > 1) return `tabs are out of step: ${ids.join(' | ')}`
  const stored = ((backend.read('connections') as { id: string }[] | undefined) ?? [])
    .map(({ id }) => id)
    .join()
  if (live.length && stored !== ids[0]) return `stored: ${stored}, connected: ${ids[0]}`
  for (const { world, switches } of live) {
    const state = world.core.connections.get().namespaces['test']
    if (state?.status !== 'connected') continue
    const network = world.core.activeNetwork.get().networks['test']
    if (state.accountKey !== wallet.key) return `uses ${state.accountKey}, the wallet ${wallet.key}`
    if (!switches.length && network !== wallet.chain)
      return `on ${network}, the wallet on ${wallet.chain}`
  }
  return undefined
}

type Scenario = 'connecting' | 'switching'
/** The state of the tabs as a text: equal texts count as one state. */
const stateOf = (tabs: readonly Tab[]): string =>
  JSON.stringify(
    tabs.map(({ world, pending, switches, isDisposed }) => [
      isDisposed,
      world.core.connections.get(),
      world.core.activeNetwork.get(),
      pending.size,
      switches.length,
      world.kernel.ports.modal.get().open,
      world.views(),
    ]),
  )

function createDeeds(
  scenario: Scenario,
  wallet: Wallet,
  shared: Shared,
  tabs: Tab[],
): Record<Happening, () => unknown> {
  const [first] = tabs as [Tab]
  const tell = (): void => {
    for (const { links } of tabs)
      for (const link of links.filter(({ listeners }) => listeners))
        link.tell({ scopes: scopesOf(wallet) })
  }
  /** The visitor asks, where nothing is asked. */
  const begin = (): void => {
    const { kernel, core } = first.world
    const isConnected = core.connections.get().connections.length > 0
    if (scenario === 'switching' && isConnected)
      first.ask(
        kernel.switchNetwork(
          core.activeNetwork.get().networks['test'] === 'test:1' ? 'test:2' : 'test:1',
        ),
      )
    else first.ask(kernel.connect('w'))
  }
  return {
    answer() {
      const [asked] = first.switches.splice(0)
      if (asked) {
        wallet.chain = asked.network
        asked.resolve()
        tell()
      } else if (first.pending.size) first.connector.answerLate()
      else begin()
    },
    reject() {
      first.switches.splice(0).forEach(({ reject }) => reject(REJECTED))
      first.connector.refuseLate(REJECTED)
    },
    'chain change'() {
      wallet.chain = wallet.chain === 'test:1' ? 'test:9' : 'test:1'
      tell()
    },
    'account change'() {
      wallet.key = wallet.key === 'a' ? 'b' : 'a'
      tell()
    },
    disconnect: () => first.ask(first.world.kernel.disconnect()),
    async 'second tab'() {
      if (!tabs[1]) tabs.push(await openTab(wallet, shared))
      const [, second] = tabs as [Tab, Tab]
      const { kernel, core } = second.world
      await shared.deliver()
      second.ask(
        core.connections.get().connections.length ? kernel.disconnect() : kernel.connect('w'),
      )
    },
    dispose() {
      if (first.isDisposed) return
      first.isDisposed = true
      first.world.kernel.dispose()
    },
  }
}

const check = async (
  tabs: readonly Tab[],
  shared: Shared,
  wallet: Wallet,
): Promise<string | undefined> => {
  if (!(await shared.deliver())) return 'the tabs never come to rest'
  for (const tab of tabs)
    if (tab.isDisposed || !tab.world.core.connections.get().connections.length)
      tab.switches.splice(0)
  return tabs.map(broken).find(Boolean) ?? apart(tabs, shared, wallet)
}

/** Runs one sequence. Answers what broke, and after which event. */
async function run(
  scenario: Scenario,
  events: readonly Happening[],
  states: Set<string>,
): Promise<string | undefined> {
  const shared = sharedStorage()
  const wallet: Wallet = { chain: 'test:1', key: 'a' }
  const tabs = [await openTab(wallet, shared)]
  const [first] = tabs as [Tab]
  const deeds = createDeeds(scenario, wallet, shared, tabs)
  try {
    if (scenario === 'switching') await first.world.kernel.connect('w')
    first.connector.behave = 'silence'
    await shared.deliver()
    deeds.answer()
    for (const [at, event] of events.entries()) {
      await deeds[event]()
      const fault = await check(tabs, shared, wallet)
      states.add(stateOf(tabs))
      if (fault) return `${events.slice(0, at + 1).join(', ')}: ${fault}`
    }
    // Whatever came before, the next good attempt succeeds.
    const [last] = tabs.filter(({ isDisposed }) => !isDisposed)
    if (last) {
      last.connector.behave = 'accept'
      await last.world.kernel
        .connect('w')
        .catch(
          (error: unknown) => `${events.join(', ')}: cannot connect any more: ${String(error)}`,
        )
      const fault = await check(tabs, shared, wallet)
      if (fault ?? (last.world.status() !== 'connected' && 'not connected'))
        return `${events.join(', ')}, good attempt: ${fault ?? 'not connected'}`
    }
    for (const tab of tabs) {
      tab.isDisposed = true
      tab.world.kernel.dispose()
    }
    await drain()
    return tabs.map(broken).find(Boolean)
  } finally {
    for (const { world } of tabs) world.kernel.dispose()
  }
}

vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

it.each<Scenario>(['connecting', 'switching'])(
  '%s: no invariant breaks in any order of six events',
  async (scenario) => {
    const all = EVENTS.length ** DEPTH
    const states = new Set<string>()
    const faults: string[] = []
    let count = 0
    for (let number = 0; number < all && faults.length < 20; number += STRIDE) {
      const fault = await run(scenario, sequence(number), states)
      if (fault) faults.push(fault)
      count++
    }
    console.info(
      `${scenario}: ${count} of ${all} sequences, ${states.size} states, ${faults.length} broken invariants`,
    )
    expect(faults).toEqual([])
  },
  process.env['LATCHKEY_SOAK'] ? 3_600_000 : 120_000,
)
