import type { StoredConnection } from '../../core.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope, scopesOf } from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import {
  makeWorld,
  memoryStorage,
  settle,
  type World,
  type WorldOptions,
} from '../../../test/fakes/makeWorld.js'
import { deferred } from '../../../test/support.js'

const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  vi.useRealTimers()
})
const entry = (
  id: string,
  current: Readonly<Record<string, string>> = { test: 'a' },
  more: Partial<StoredConnection> = {},
): StoredConnection => ({
  id,
  connectorId: id,
  name: id,
  namespaces: Object.keys(current),
  current,
  snapshot: { of: id },
  ...more,
})
const stored = (...entries: readonly StoredConnection[]) => {
  const storage = memoryStorage()
  storage.setItem('latchkey-default:kernel:v1:connections', JSON.stringify(entries))
  return storage
}
const wallet = (id: string, ...namespaces: string[]) => {
  const links: FakeConnection[] = []
  const spaces = namespaces.length ? namespaces : ['test']
  const connector = new FakeConnector(id, {
    namespaces: spaces,
    link: () => {
      const link = new FakeConnection(id, id, scopesOf(...spaces))
      links.push(link)
      return link
    },
  })
  return { connector, links }
}
/** Does not wait for what is being restored. */
const start = async (options: WorldOptions): Promise<World> => {
  const world = await makeWorld(options)
  worlds.push(world)
  return world
}
const ids = (storage: ReturnType<typeof stored>) =>
  ((storage.read('connections') ?? []) as StoredConnection[]).map(({ id }) => id)

describe('a stored connection', () => {
  it('A stored connection comes back without a prompt and is emitted as restored', async () => {
    const { connector } = wallet('w')
    const { kernel, status, address, core, named } = await start({
      connectors: [connector],
      kernel: { storage: stored(entry('w')) },
    })
    await settle()
    expect(connector.asked).toEqual([])
    expect(connector.restored).toEqual([{ of: 'w' }])
    expect([status(), address(), core.connections.get().restoring]).toEqual([
      'connected',
      'test-a',
      false,
    ])
    expect(named('connection:established')).toMatchObject([{ connectionId: 'w', restored: true }])
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('A restored connection is current where it was, with the account that was in use', async () => {
    const link = new FakeConnection('w', 'w', {
      ...scopesOf('other'),
      test: scope([account('test', 'a'), account('test', 'b')]),
    })
    const { status, core } = await start({
      connectors: [new FakeConnector('w', { namespaces: ['test', 'other'], link: () => link })],
      kernel: { storage: stored(entry('w', { test: 'b' })) },
    })
    await settle()
    expect(core.connections.get().namespaces['test']?.accountKey).toBe('b')
    expect(status('other')).toBe('disconnected')
  })
  it('A restored connection runs the steps after a connect as restored, and does not wait for them', async () => {
    const seen: boolean[] = []
    const world = start({
      connectors: [wallet('w').connector],
      kernel: { storage: stored(entry('w')) },
      plugins: [
        {
          id: 'p',
          version: '1.0.0',
          kernelApi: '^0.1',
          setup: (ctx) =>
            ctx.flow.connect.after(
              ({ restored }) => (seen.push(restored), new Promise<void>(() => undefined)),
            ),
        },
      ],
    })
    const { core } = await world
    await settle()
    expect([seen, core.connections.get().restoring]).toEqual([[true], false])
  })
  it('A restored connection turns an open Connect into Account', async () => {
    const { connector } = wallet('w')
    connector.comeBack = 'silence'
    const { kernel, views } = await start({
      connectors: [connector],
      kernel: { storage: stored(entry('w')) },
    })
    kernel.open()
    await settle()
    connector.answerLate()
    await settle()
    expect([kernel.ports.modal.get().open, views()]).toEqual([true, ['Account']])
  })
  it.each([[{ reject: new Error('locked') }], [{ throw: 'text' }]])(
    'A stored connection that fails (%j) leaves its namespace disconnected, and the others come back [CONN-05]',
    async (comeBack) => {
      const [bad, good] = [wallet('bad'), wallet('good', 'other')]
      bad.connector.comeBack = comeBack
      const storage = stored(entry('bad'), entry('good', { other: 'a' }))
      const { core } = await start({
        connectors: [bad.connector, good.connector],
        kernel: { storage },
      })
      await settle()
      expect(core.connections.get()).toMatchObject({
        restoring: false,
        namespaces: { test: { status: 'disconnected' }, other: { status: 'connected' } },
      })
      // The wallet may be there the next time.
      expect(ids(storage)).toEqual(['good', 'bad'])
    },
  )
  it('A stored connection is removed when its connector has nothing to bring back', async () => {
    const { connector } = wallet('w')
    connector.comeBack = 'nothing'
    const storage = stored(entry('w'))
    const { status } = await start({ connectors: [connector], kernel: { storage } })
    await settle()
    expect([status(), storage.read('connections')]).toEqual(['disconnected', undefined])
  })
  it('A stored connection waits for a wallet that announces itself late', async () => {
    const { connector } = wallet('w')
    const { ctx, status, core } = await start({ kernel: { storage: stored(entry('w')) } })
    await settle()
    expect([status(), core.connections.get().restoring]).toEqual(['connecting', true])
    ctx.connectors.add(connector)
    await settle()
    expect([status(), core.connections.get().restoring]).toEqual(['connected', false])
  })
  it('A wallet that does not answer is waited for 10 s, stays stored, and is disconnected', async () => {
    vi.useFakeTimers()
    const silent = wallet('silent', 'other')
    silent.connector.comeBack = 'silence'
    const storage = stored(entry('silent', { other: 'a' }))
    const { core, status } = await start({ connectors: [silent.connector], kernel: { storage } })
    await vi.advanceTimersByTimeAsync(9_990)
    expect([status('other'), core.connections.get().restoring]).toEqual(['connecting', true])
    await vi.advanceTimersByTimeAsync(10)
    expect([status('other'), core.connections.get().restoring]).toEqual(['disconnected', false])
    expect(ids(storage)).toEqual(['silent'])
    silent.connector.answerLate()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(core.connections.get().connections).toEqual([])
    expect(silent.links[0]?.listeners).toBe(0)
  })
  it('A wallet that is not on the page is waited for 1 s, stays stored, and logs no error (audit C3)', async () => {
    vi.useFakeTimers()
    const said = (['warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => undefined),
    )
    const storage = stored(entry('missing'))
    const { core, status, named } = await start({ kernel: { storage, logLevel: 'warn' } })
    await vi.advanceTimersByTimeAsync(990)
    expect([status(), core.connections.get().restoring]).toEqual(['connecting', true])
    await vi.advanceTimersByTimeAsync(10)
    expect([status(), core.connections.get().restoring]).toEqual(['disconnected', false])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said.map(({ mock }) => mock.calls)).toEqual([[], []])
    expect(named('kernel:error-reported')).toEqual([])
    expect(ids(storage)).toEqual(['missing'])
  })
  it.each([
    ['a few seconds after the page', 4_000, 'connected'],
    ['when nobody waits any more', 11_000, 'disconnected'],
  ])('A stored connection whose wallet comes %s is %s (audit C3)', async (_, ms, wanted) => {
    vi.useFakeTimers()
    const { connector } = wallet('w')
    const storage = stored(entry('w'))
    const { ctx, status, core } = await start({ kernel: { storage } })
    await vi.advanceTimersByTimeAsync(ms)
    expect([status(), core.connections.get().restoring]).toEqual(['disconnected', false])
    ctx.connectors.add(connector)
    await vi.advanceTimersByTimeAsync(100)
    expect([status(), ids(storage)]).toEqual([wanted, ['w']])
    expect(connector.asked).toEqual([])
  })
  it('A wallet that comes late claims no namespace in which another was connected since (audit C3)', async () => {
    vi.useFakeTimers()
    const [late, fresh] = [wallet('late'), wallet('fresh')]
    const { ctx, kernel, core } = await start({
      connectors: [fresh.connector],
      kernel: { storage: stored(entry('late')) },
    })
    await vi.advanceTimersByTimeAsync(2_000)
    await kernel.connect('fresh')
    ctx.connectors.add(late.connector)
    await vi.advanceTimersByTimeAsync(100)
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['fresh', 'late'])
    expect(core.connections.get().namespaces['test']?.connectionId).toBe('fresh')
  })
  it('A wallet that comes late does not come back after the visitor disconnected it (audit C3)', async () => {
    vi.useFakeTimers()
    const late = wallet('late')
    const { ctx, kernel, core } = await start({ kernel: { storage: stored(entry('late')) } })
    await vi.advanceTimersByTimeAsync(2_000)
    await kernel.disconnect()
    ctx.connectors.add(late.connector)
    await vi.advanceTimersByTimeAsync(100)
    expect(core.connections.get().connections).toEqual([])
  })
  it('A stored connection is not restored when two wallets claim its id (audit M3)', async () => {
    const [first, second] = [wallet('io.metamask'), wallet('io.metamask:uuid')]
    const storage = stored(entry('io.metamask'))
    const { status } = await start({
      connectors: [first.connector, second.connector],
      kernel: { storage },
    })
    await settle()
    expect([status(), first.connector.restored, second.connector.restored, ids(storage)]).toEqual([
      'disconnected',
      [],
      [],
      ['io.metamask'],
    ])
  })
  it("A stored connection is not asked of another chain's wallet that took its id (audit M3)", async () => {
    const [impostor, genuine] = [wallet('cosmos.keplr', 'other'), wallet('cosmos.keplr')]
    const storage = stored(entry('cosmos.keplr'))
    const { ctx, status } = await start({ kernel: { storage } })
    const leave = ctx.connectors.add(impostor.connector)
    await settle()
    expect([impostor.connector.restored, ids(storage)]).toEqual([[], ['cosmos.keplr']])
    // Its announcement was none of the wallet's.
    leave()
    ctx.connectors.add(genuine.connector)
    await settle()
    expect([status(), genuine.connector.restored]).toEqual(['connected', [{ of: 'cosmos.keplr' }]])
  })
  it('A connection of several chains comes back on a site that dropped one of them (audit M3)', async () => {
    const several = wallet('w')
    const { status } = await start({
      connectors: [several.connector],
      kernel: { storage: stored(entry('w', { test: 'a', dropped: 'a' })) },
    })
    await settle()
    expect(status()).toBe('connected')
  })
  it('A stored connection is not restored with a wallet whose rival has no place in the list (audit M3)', async () => {
    const { connector } = wallet('io.metamask')
    const { status } = await start({
      connectors: [Object.assign(connector, { contested: true })],
      kernel: { storage: stored(entry('io.metamask')) },
    })
    await settle()
    expect([status(), connector.restored]).toEqual(['disconnected', []])
  })
  it('A namespace is disconnected as soon as nothing is awaited for it, while others still wait', async () => {
    const [bad, slow] = [wallet('bad'), wallet('slow', 'other')]
    bad.connector.comeBack = 'nothing'
    slow.connector.comeBack = 'silence'
    const { status } = await start({
      connectors: [bad.connector, slow.connector],
      kernel: { storage: stored(entry('bad'), entry('slow', { other: 'a' })) },
    })
    await settle()
    expect([status('test'), status('other')]).toEqual(['disconnected', 'connecting'])
  })
  it('A restored connection without an acceptable account is dropped', async () => {
    const link = new FakeConnection('w', 'w', {
      test: scope([account('test', 'a', { address: 'junk' })]),
    })
    const storage = stored(entry('w'))
    const { status } = await start({
      connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
      kernel: { storage },
    })
    await settle()
    expect([status(), link.listeners, link.released, storage.read('connections')]).toEqual([
      'disconnected',
      0,
      [],
      undefined,
    ])
  })
  it('A connection whose adapter does not load stays stored and its wallet is told nothing', async () => {
    const { connector, links } = wallet('w')
    const storage = stored(entry('w'))
    const { status, kernel } = await start({
      networks: ['test:1'],
      adapters: [
        fakeAdapter('test', { loading: () => Promise.reject(new Error('the chunk is gone')) }),
      ],
      connectors: [connector],
      kernel: { storage },
    })
    await settle()
    expect([
      status(),
      links.map(({ listeners, released }) => [listeners, released]),
      ids(storage),
    ]).toEqual(['disconnected', [[0, []]], ['w']])
    kernel.dispose()
    const next = await start({ connectors: [connector], kernel: { storage } })
    await settle()
    expect([next.status(), ids(storage)]).toEqual(['connected', ['w']])
  })
  it('A connection that comes back too late gives back its resources, and its wallet is told nothing', async () => {
    vi.useFakeTimers()
    const heard = vi.fn<() => void>()
    const late = new FakeConnection('w', 'w', scopesOf('test'))
    vi.spyOn(late, 'onChange').mockReturnValue(heard)
    const slow = new FakeConnector('w', { namespaces: ['test'], link: () => late })
    slow.comeBack = 'silence'
    const storage = stored(entry('w'))
    await start({ connectors: [slow], kernel: { storage } })
    await vi.advanceTimersByTimeAsync(10_000)
    slow.answerLate()
    await vi.advanceTimersByTimeAsync(0)
    expect([heard.mock.calls.length, late.released, ids(storage)]).toEqual([1, [], ['w']])
  })
})

describe('a visitor who does not wait', () => {
  it('A visitor who connects the same wallet during restoring has one connection', async () => {
    const { connector, links } = wallet('w')
    connector.comeBack = 'silence'
    const { kernel, core, status } = await start({
      connectors: [connector],
      kernel: { storage: stored(entry('w')) },
    })
    await settle()
    await kernel.connect('w')
    connector.answerLate()
    await settle()
    expect(core.connections.get().connections).toHaveLength(1)
    expect([
      status(),
      links.map(({ listeners, released }) => [listeners, released.length]),
    ]).toEqual([
      'connected',
      [
        [1, 0],
        [0, 0],
      ],
    ])
  })
  it('A visitor who connects another wallet during restoring keeps that one in use', async () => {
    const [old, fresh] = [wallet('old'), wallet('fresh')]
    old.connector.comeBack = 'silence'
    const { kernel, core } = await start({
      connectors: [old.connector, fresh.connector],
      kernel: { storage: stored(entry('old')) },
    })
    await settle()
    await kernel.connect('fresh')
    old.connector.answerLate()
    await settle()
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['fresh', 'old'])
    expect(core.connections.get().namespaces['test']?.connectionId).toBe('fresh')
  })
  it.each([[undefined], [{ connectionId: 'w' }], [{ namespace: 'test' }]])(
    'A visitor who disconnects (%j) during restoring stays disconnected',
    async (target) => {
      const { connector, links } = wallet('w')
      connector.comeBack = 'silence'
      const storage = stored(entry('w'))
      const { kernel, core, status } = await start({ connectors: [connector], kernel: { storage } })
      await settle()
      await kernel.disconnect(target)
      expect([status(), storage.read('connections')]).toEqual(['disconnected', undefined])
      connector.answerLate()
      await settle()
      expect(core.connections.get().connections).toEqual([])
      expect([links[0]?.released, links[0]?.listeners]).toEqual([[undefined], 0])
    },
  )
  it.each([[undefined], [{ connectionId: 'w' }], [{ namespace: 'test' }]])(
    'A visitor who disconnects (%j) while the adapter loads stays disconnected, and so does the wallet',
    async (target) => {
      const { promise, resolve } = deferred()
      const { connector, links } = wallet('w')
      const storage = stored(entry('w'))
      const { kernel, core, status } = await start({
        networks: ['test:1'],
        adapters: [fakeAdapter('test', { loading: () => promise })],
        connectors: [connector],
        kernel: { storage },
      })
      await settle()
      expect([links[0]?.listeners, status()]).toEqual([1, 'connecting'])
      await kernel.disconnect(target)
      resolve()
      await settle()
      expect([
        status(),
        core.connections.get().connections,
        core.connections.get().restoring,
        storage.read('connections'),
      ]).toEqual(['disconnected', [], false, undefined])
      expect([links[0]?.released, links[0]?.listeners]).toEqual([[undefined], 0])
    },
  )
  it('A visitor who cancels a connect during restoring still waits for stored connections', async () => {
    const { connector } = wallet('w')
    connector.comeBack = 'silence'
    connector.behave = { reject: { code: 4001 } }
    const { kernel, status } = await start({
      connectors: [connector],
      kernel: { storage: stored(entry('w')) },
    })
    await settle()
    await expect(kernel.connect('w')).rejects.toMatchObject({ code: 'wallet.user_rejected' })
    expect(status()).toBe('connecting')
    connector.answerLate()
    await settle()
    expect(status()).toBe('connected')
  })
})

it('A connection that is not restored stays stored and claims no namespace that another has', async () => {
  const storage = stored(entry('old', { test: 'a', other: 'a' }))
  const { kernel } = await start({
    connectors: [wallet('w').connector],
    kernel: { storage, reconnect: false },
  })
  await kernel.connect('w')
  expect(storage.read('connections')).toMatchObject([
    { id: 'w', current: { test: 'a' } },
    { id: 'old', current: { other: 'a' } },
  ])
})

it('A wallet comes back as it was stored, twice [STORE-07]', async () => {
  const storage = memoryStorage()
  for (const how of ['connect', 'restore', 'restore']) {
    const { connector } = wallet('w', 'test', 'other')
    const world = await makeWorld({ connectors: [connector], kernel: { storage } })
    if (how === 'connect') await world.kernel.connect('w')
    await settle()
    expect([world.status('test'), world.status('other')]).toEqual(['connected', 'connected'])
    expect(storage.read('connectionStatus')).toEqual({ test: 'connected', other: 'connected' })
    world.kernel.dispose()
  }
})
