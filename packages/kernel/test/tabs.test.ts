// @vitest-environment happy-dom
// Two tabs of one site: each gets an event of what the other writes.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { assembleKernel } from '../src/assembleKernel.js'
import { fakeAdapter } from './fakes/fakeAdapter.js'
import { FakeConnection, scopesOf, type FakeWallet } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, settle, type World, type WorldOptions } from './fakes/makeWorld.js'
import { deferred } from './support.js'

const SPACES = ['one', 'two', 'three']
const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  localStorage.clear()
  vi.restoreAllMocks()
})
/**
 * Sends every tab an event of a change in their common storage. The tab that wrote it gets it too,
 * which has no effect there.
 */
function deliver(): void {
  for (let index = 0; index < localStorage.length; index++)
    window.dispatchEvent(
      new StorageEvent('storage', { key: localStorage.key(index), storageArea: localStorage }),
    )
}
/** Waits for a chunk to load, and then for everything that is queued. */
const calm = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve))
    await settle()
  }
}
const until = (holds: () => boolean): Promise<void> =>
  vi.waitUntil(holds, { timeout: 20_000, interval: 5 }).then(settle)
async function openTab(wallet: Partial<FakeWallet> = {}, options: WorldOptions = {}) {
  const links: FakeConnection[] = []
  const make = (id: string, namespaces: readonly string[]) =>
    new FakeConnector(id, {
      namespaces,
      link() {
        const link = new FakeConnection(id, id, scopesOf(...namespaces), {
          answer: () => null,
          ...wallet,
        })
        links.push(link)
        return link
      },
    })
  const connectors = [make('whole', SPACES), make('other', ['two'])]
  const world = await makeWorld({
    networks: ['one:1', 'two:1', 'three:1'],
    connectors,
    ...options,
    kernel: { storage: localStorage, ...options.kernel },
  })
  worlds.push(world)
  await settle()
  return Object.assign(world, {
    links,
    connectors: (options.connectors as readonly FakeConnector[] | undefined) ?? connectors,
    statuses: () => SPACES.map((space) => world.status(space)),
    ids: () => world.kernel.ports.connections.get().connections.map(({ id }) => id),
  })
}
const ON = ['connected', 'connected', 'connected']
const OFF = ['disconnected', 'disconnected', 'disconnected']

describe('a second tab of the site', () => {
  it.each([[undefined], [{ connectionId: 'whole' }], [{ namespace: 'two' }]])(
    'A tab is disconnected when another one disconnects (%j), emits that, and does not tell the wallet again',
    async (target) => {
      const first = await openTab()
      await first.kernel.connect('whole')
      const second = await openTab()
      expect(second.statuses()).toEqual(ON)
      await first.kernel.disconnect(target)
      expect(second.statuses()).toEqual(ON)
      deliver()
      await settle()
      expect([second.statuses(), second.ids()]).toEqual([OFF, []])
      expect(second.links.map(({ released, listeners }) => [released, listeners])).toEqual([
        [[], 0],
      ])
      expect(second.named('connection:closed')).toEqual([
        { connectionId: 'whole', namespaces: SPACES, reason: 'user' },
      ])
      deliver()
      expect(first.links[0]?.released).toEqual([undefined])
    },
  )
  it('A tab parts with the same family as the other tab, and no other', async () => {
    const first = await openTab({ canRelease: () => true })
    await first.kernel.connect('whole')
    const second = await openTab({ canRelease: () => true })
    await first.kernel.disconnect({ namespace: 'two' })
    deliver()
    expect([second.statuses(), second.links[0]?.released]).toEqual([
      ['connected', 'disconnected', 'connected'],
      [],
    ])
  })
  it('A tab keeps other wallets, and those that only it has', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await second.kernel.connect('other')
    deliver()
    await first.kernel.disconnect({ connectionId: 'whole' })
    deliver()
    await settle()
    expect([second.ids(), second.statuses()]).toEqual([
      ['other'],
      ['disconnected', 'connected', 'disconnected'],
    ])
  })
  it('A tab loses no stored entry when another one writes', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await second.kernel.connect('other')
    deliver()
    await first.kernel.ports.accounts.select({ connectionId: 'whole', namespace: 'one', key: 'a' })
    deliver()
    second.kernel.dispose()
    const third = await openTab()
    expect(third.ids().sort()).toEqual(['other', 'whole'])
  })
  it('A tab ends with all others when one ends everything, also what only it has', async () => {
    const first = await openTab()
    const second = await openTab()
    await second.kernel.connect('other')
    deliver()
    await first.kernel.disconnect()
    deliver()
    await settle()
    expect([second.ids(), second.links[0]?.released]).toEqual([[], [undefined]])
  })
  it('A tab in the back-forward cache reads the storage again when it is shown', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await first.kernel.disconnect()
    await first.kernel.connect('other')
    const show = (persisted: boolean): boolean =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    show(false)
    expect([second.statuses(), second.ids()]).toEqual([ON, ['whole']])
    show(true)
    await until(() => second.ids().includes('other'))
    expect([second.statuses(), second.ids()]).toEqual([
      ['disconnected', 'connected', 'disconnected'],
      ['other'],
    ])
    expect(second.links[0]?.released).toEqual([])
    expect([first.ids(), (await openTab()).ids()]).toEqual([['other'], ['other']])
  })
  it('A tab that slept keeps a wallet that was connected again', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await first.kernel.disconnect()
    await first.kernel.connect('whole')
    deliver()
    await settle()
    expect([first.statuses(), second.statuses(), second.links[0]?.released]).toEqual([ON, ON, []])
  })
  it('A tab that is still restoring the wallet gives up', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const slow = new FakeConnector('whole', {
      namespaces: SPACES,
      link: () => new FakeConnection('whole', 'whole', scopesOf(...SPACES)),
    })
    slow.comeBack = 'silence'
    const second = await openTab({}, { connectors: [slow] })
    expect(second.status('one')).toBe('connecting')
    await first.kernel.disconnect()
    deliver()
    expect(second.status('one')).toBe('disconnected')
    slow.answerLate()
    await settle()
    expect(second.ids()).toEqual([])
  })
  it('A sleeping tab loads nothing when a connection ends elsewhere', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    await first.kernel.disconnect()
    let loads = 0
    const idle = assembleKernel(
      { metadata: { name: 'Test' }, storage: localStorage, logLevel: 'silent', plugins: [] },
      () => (loads++, Promise.reject(new Error('no'))),
    )
    await idle.ready
    deliver()
    await settle()
    idle.dispose()
    expect(loads).toBe(0)
  })
  it("A sleeping tab loads nothing for another tab's connect if reconnecting is off", async () => {
    let loads = 0
    const idle = assembleKernel(
      {
        metadata: { name: 'Test' },
        storage: localStorage,
        logLevel: 'silent',
        reconnect: false,
        plugins: [],
      },
      () => (loads++, Promise.reject(new Error('no'))),
    )
    await idle.ready
    const first = await openTab()
    await first.kernel.connect('whole')
    deliver()
    await settle()
    expect(loads).toBe(0)
    idle.setOptions({ reconnect: true })
    deliver()
    await settle()
    idle.dispose()
    expect(loads).toBe(1)
  })
})

describe('what another tab connects', () => {
  const both = async (options: WorldOptions = {}) =>
    [await openTab(), await openTab({}, options)] as const
  it('A connection of another tab is made here without a prompt, emitted as restored, and stays stored', async () => {
    const [first, second] = await both()
    await first.kernel.connect('whole')
    deliver()
    await until(() => second.ids().length > 0)
    expect([
      second.statuses(),
      second.connectors[0]?.asked,
      second.core.connections.get().restoring,
    ]).toEqual([ON, [], false])
    expect(second.named('connection:established')).toMatchObject([
      { connectionId: 'whole', restored: true },
    ])
    expect(second.named('modal:opened')).toEqual([])
    first.kernel.dispose()
    second.kernel.dispose()
    expect((await openTab()).ids()).toEqual(['whole'])
  })
  it('A connection of another tab is made here also before the modal was opened', async () => {
    const first = await openTab()
    const idle = await openTab({}, { isIdle: true })
    await first.kernel.connect('whole')
    deliver()
    await until(() => idle.ids().length > 0)
    expect(idle.statuses()).toEqual(ON)
  })
  it('A connection of another tab ends here with it, and is made again with it', async () => {
    const [first, second] = await both()
    for (let turn = 0; turn < 3; turn++) {
      await first.kernel.connect('whole')
      deliver()
      await until(() => second.ids().length > 0)
      await first.kernel.disconnect()
      deliver()
      await settle()
      expect([second.statuses(), second.ids()]).toEqual([OFF, []])
    }
    expect(second.links.map(({ released, listeners }) => [released.length, listeners])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
  it('A connection of another tab is known and not current if another wallet is in use', async () => {
    const [first, second] = await both()
    await second.kernel.connect('other')
    deliver()
    await until(() => first.ids().length > 0)
    await first.kernel.connect('whole')
    deliver()
    await until(() => second.ids().length > 1)
    const current = ({ core }: World) => core.connections.get().namespaces['two']?.connectionId
    expect([current(first), current(second), second.status('one')]).toEqual([
      'whole',
      'other',
      'connected',
    ])
  })
  it('Tabs that answer each other stop writing', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()]
    await tabs[0]!.kernel.connect('whole')
    deliver()
    await tabs[1]!.kernel.connect('other')
    for (let turn = 0; turn < 4; turn++) {
      deliver()
      await calm()
    }
    const written = vi.spyOn(Storage.prototype, 'setItem')
    deliver()
    await calm()
    expect([tabs.map(({ ids }) => ids().sort()), written.mock.calls]).toEqual([
      Array.from(tabs, () => ['other', 'whole']),
      [],
    ])
  })
  it.each<[string, FakeConnector['comeBack']]>([
    ['is nothing that can be revived here', 'nothing'],
    ['fails', { reject: new Error('locked') }],
    ['is answered too late', 'silence'],
  ])(
    'A connection of another tab that %s is asked for once and stays stored for that tab',
    async (_, comeBack) => {
      const connector = new FakeConnector('whole', {
        namespaces: SPACES,
        link: () => new FakeConnection('whole', 'whole', scopesOf(...SPACES)),
      })
      connector.comeBack = comeBack
      const [first, second] = await both({ connectors: [connector] })
      await first.kernel.connect('whole')
      for (let turn = 0; turn < 3; turn++) {
        deliver()
        await calm()
      }
      expect([connector.restored.length, second.statuses(), second.ids()]).toEqual([1, OFF, []])
      first.kernel.dispose()
      second.kernel.dispose()
      connector.answerLate()
      await settle()
      expect((await openTab()).ids()).toEqual(['whole'])
    },
  )
  it('A connection of another tab that ended before it came over is dropped without telling the wallet', async () => {
    const links: FakeConnection[] = []
    const slow = new FakeConnector('whole', {
      namespaces: SPACES,
      link() {
        const link = new FakeConnection('whole', 'whole', scopesOf(...SPACES))
        links.push(link)
        return link
      },
    })
    slow.comeBack = 'silence'
    const [first, second] = await both({ connectors: [slow] })
    await first.kernel.connect('whole')
    deliver()
    await until(() => slow.restored.length > 0)
    await first.kernel.disconnect()
    deliver()
    slow.answerLate()
    await calm()
    expect([
      second.ids(),
      links.map(({ released, listeners }) => [released.length, listeners]),
    ]).toEqual([[], [[0, 0]]])
  })
  it.each(['there', 'here'])(
    'A connection of another tab that ended %s while its adapter loaded stays ended in both tabs',
    async (where) => {
      const { promise, resolve } = deferred()
      const loading = vi.fn(() => promise)
      const [first, second] = await both({ adapters: [fakeAdapter('three', { loading })] })
      await first.kernel.connect('whole')
      deliver()
      await until(() => loading.mock.calls.length > 0)
      await (where === 'there' ? first : second).kernel.disconnect()
      deliver()
      resolve()
      for (let turn = 0; turn < 3; turn++) {
        await calm()
        deliver()
      }
      expect([first.ids(), second.ids(), second.statuses()]).toEqual([[], [], OFF])
      // The wallet is told once, by the tab that had the connection.
      expect(
        [first, second].map(({ links }) =>
          links.map(({ released, listeners }) => [released.length, listeners]),
        ),
      ).toEqual([[[1, 0]], [[0, 0]]])
    },
  )
  it('A connection of another tab does not come over if the host wants no reconnecting', async () => {
    const [first, second] = await both({ kernel: { reconnect: false } })
    await first.kernel.connect('whole')
    deliver()
    await calm()
    expect([second.ids(), second.connectors[0]?.restored]).toEqual([[], []])
  })
  it('A connection that is unknown in a tab leaves no family connecting after a failed attempt', async () => {
    const idle = await openTab({}, { isIdle: true })
    const first = await openTab()
    await first.kernel.connect('whole')
    idle.connectors[0]!.behave = { reject: { code: 4001 } }
    await expect(idle.kernel.connect('whole')).rejects.toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(idle.statuses()).toEqual(OFF)
  })
})
