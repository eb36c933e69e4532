// @vitest-environment happy-dom
// Two tabs of one site: what one writes, the other hears of.
import { afterEach, describe, expect, it } from 'vitest'
import { FakeConnection, scopesOf, type FakeWallet } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, settle, type World, type WorldOptions } from './fakes/makeWorld.js'

const SPACES = ['one', 'two', 'three']
const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  localStorage.clear()
})
/** Tells every tab what changed in the storage they share. The one that wrote it hears it too, which changes nothing there. */
function deliver(): void {
  for (let index = 0; index < localStorage.length; index++) window.dispatchEvent(new StorageEvent('storage', { key: localStorage.key(index), storageArea: localStorage }))
}
async function openTab(wallet: Partial<FakeWallet> = {}, options: WorldOptions = {}) {
  const links: FakeConnection[] = []
  const make = (id: string, namespaces: readonly string[]) => new FakeConnector(id, { namespaces, link() {
    const link = new FakeConnection(id, id, scopesOf(...namespaces), { answer: () => null, ...wallet })
    links.push(link)
    return link
  } })
  const connectors = [make('whole', SPACES), make('other', ['two'])]
  const world = await makeWorld({ networks: ['one:1', 'two:1', 'three:1'], connectors, ...options, kernel: { storage: localStorage } })
  worlds.push(world)
  await settle()
  return { ...world, links, connectors, statuses: () => SPACES.map((space) => world.status(space)), ids: () => world.core.connections.get().connections.map(({ id }) => id) }
}
const ON = ['connected', 'connected', 'connected']
const OFF = ['disconnected', 'disconnected', 'disconnected']

describe('a second tab of the site', () => {
  it.each([[undefined], [{ connectionId: 'whole' }], [{ namespace: 'two' }]])('is disconnected when another one disconnects (%j), tells so, and does not tell the wallet a second time', async (target) => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    expect(second.statuses()).toEqual(ON)
    await first.kernel.disconnect(target)
    expect(second.statuses()).toEqual(ON)
    deliver()
    await settle()
    expect([second.statuses(), second.ids()]).toEqual([OFF, []])
    expect(second.links.map(({ released, listeners }) => [released, listeners])).toEqual([[[], 0]])
    expect(second.named('connection:closed')).toEqual([{ connectionId: 'whole', namespaces: SPACES, reason: 'user' }])
    deliver()
    expect(first.links[0]?.released).toEqual([undefined])
  })
  it('parts with the same chain family and no other', async () => {
    const first = await openTab({ canRelease: () => true })
    await first.kernel.connect('whole')
    const second = await openTab({ canRelease: () => true })
    await first.kernel.disconnect({ namespace: 'two' })
    deliver()
    expect([second.statuses(), second.links[0]?.released]).toEqual([['connected', 'disconnected', 'connected'], []])
  })
  it('keeps other wallets, and those that only it has', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await second.kernel.connect('other')
    deliver()
    await first.kernel.disconnect({ connectionId: 'whole' })
    deliver()
    await settle()
    expect([second.ids(), second.statuses()]).toEqual([['other'], ['disconnected', 'connected', 'disconnected']])
  })
  it('loses nothing that is stored for it when another one writes', async () => {
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
  it('ends with all others when one ends everything, also what only it has', async () => {
    const first = await openTab()
    const second = await openTab()
    await second.kernel.connect('other')
    deliver()
    await first.kernel.disconnect()
    deliver()
    await settle()
    expect([second.ids(), second.links[0]?.released]).toEqual([[], [undefined]])
  })
  it('that slept meanwhile keeps a wallet that was connected again', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const second = await openTab()
    await first.kernel.disconnect()
    await first.kernel.connect('whole')
    deliver()
    await settle()
    expect([first.statuses(), second.statuses(), second.links[0]?.released]).toEqual([ON, ON, []])
  })
  it('that is still bringing the wallet back gives up', async () => {
    const first = await openTab()
    await first.kernel.connect('whole')
    const slow = new FakeConnector('whole', { namespaces: SPACES, link: () => new FakeConnection('whole', 'whole', scopesOf(...SPACES)) })
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
})
