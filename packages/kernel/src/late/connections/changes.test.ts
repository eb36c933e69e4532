import type { Scopes } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it } from 'vitest'
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

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const connected = async (
  scopes: Scopes = scopesOf('test', 'other'),
  options: WorldOptions = {},
) => {
  const link = new FakeConnection('w', 'w', scopes)
  const world = await makeWorld({
    connectors: [
      new FakeConnector('w', { namespaces: ['test', 'other', 'slow'], link: () => link }),
    ],
    ...options,
  })
  worlds.push(world)
  await world.kernel.connect('w')
  await settle()
  world.events.length = 0
  return { ...world, link }
}

describe('an update of a wallet', () => {
  it('An update that drops a namespace ends only that namespace and emits it [STORE-06]', async () => {
    const storage = memoryStorage()
    const { link, status, named } = await connected(undefined, { kernel: { storage } })
    link.tell({ scopes: scopesOf('test') })
    expect([status('test'), status('other')]).toEqual(['connected', 'disconnected'])
    expect(named('connection:closed')).toEqual([
      { connectionId: 'w', namespaces: ['other'], reason: 'wallet' },
    ])
    expect(named('account:changed')).toEqual([{ namespace: 'other', account: undefined }])
    expect(storage.read('connectedNamespaces')).toEqual(['test'])
    expect(link.listeners).toBe(1)
  })
  it('An update that drops all namespaces ends the connection', async () => {
    const { link, core, named } = await connected()
    link.tell({ scopes: {} })
    expect(core.connections.get().connections).toEqual([])
    expect(named('connection:closed')).toEqual([
      { connectionId: 'w', namespaces: ['test', 'other'], reason: 'wallet' },
    ])
    expect(link.listeners).toBe(0)
  })
  it('An account whose address no adapter accepts is removed by an update', async () => {
    const { link, kernel, status, reports } = await connected()
    link.tell({
      scopes: { ...scopesOf('other'), test: scope([account('test', 'a', { address: 'junk' })]) },
    })
    expect([status('test'), status('other')]).toEqual(['disconnected', 'connected'])
    expect(kernel.ports.accounts.all().map(({ address }) => address)).toEqual(['other-a'])
    expect(reports).toEqual(['connection: an account of test'])
  })
  it('A new namespace appears when its adapter has loaded, and at once if it is loaded', async () => {
    let go = (): void => undefined
    const { link, kernel, address } = await connected(scopesOf('test'), {
      networks: ['test:1', 'slow:1'],
      adapters: [fakeAdapter('slow', { loading: () => new Promise((resolve) => (go = resolve)) })],
    })
    // Loading was begun by the connect, and is not over.
    link.tell({
      scopes: { ...scopesOf('slow'), test: scope([account('test', 'b')], { selected: 'b' }) },
    })
    expect(address('test')).toBe('test-b')
    expect(kernel.ports.accounts.all('slow')).toEqual([])
    go()
    await settle()
    expect(kernel.ports.accounts.all('slow').map(({ key }) => key)).toEqual(['a'])
    expect(address('slow')).toBeUndefined()
  })
  it('A slow update never overtakes a newer one', async () => {
    let go = (): void => undefined
    const { link, kernel } = await connected(scopesOf('test'), {
      networks: ['test:1', 'slow:1'],
      adapters: [fakeAdapter('slow', { loading: () => new Promise((resolve) => (go = resolve)) })],
    })
    link.tell({ scopes: scopesOf('test', 'slow') })
    link.tell({ scopes: scopesOf('test') })
    go()
    await settle()
    expect(Object.keys(kernel.ports.connections.get().connections[0]?.scopes ?? {})).toEqual([
      'test',
    ])
  })
  it('An update after the end of the connection changes nothing', async () => {
    const { link, core, kernel } = await connected()
    const tell = link.tell.bind(link)
    let heard = 0
    link.onChange(() => heard++)
    await kernel.disconnect()
    const state = core.connections.get()
    tell({ scopes: scopesOf('test') })
    tell({ network: 'test:2' })
    tell({ closed: 'wallet' })
    expect(heard).toBe(3)
    expect(core.connections.get()).toBe(state)
  })
  it('An update of a connection that was replaced is ignored', async () => {
    class Talker extends FakeConnection {
      override onChange(listener: Parameters<FakeConnection['onChange']>[0]) {
        super.onChange(listener)
        return () => undefined
      }
    }
    const links: Talker[] = []
    const connector = new FakeConnector('w', {
      namespaces: ['test'],
      link: () => {
        const link = new Talker('w', 'w', scopesOf('test'))
        links.push(link)
        return link
      },
    })
    const {
      link: _,
      kernel,
      status,
      core,
    } = await connected(undefined, { connectors: [connector] })
    await kernel.connect('w')
    links[0]?.tell({ network: 'test:2' })
    links[0]?.tell({ closed: 'wallet' })
    expect([status(), core.activeNetwork.get().networks['test']]).toEqual(['connected', 'test:1'])
  })
  it.each([
    [{ scopes: null }],
    [{ scopes: { test: {} } }],
    [{ network: null }],
    [{ network: 'test' }],
    [{ network: 'strange:1' }],
    [{}],
  ])('A malformed update of a wallet (%j) leaves its connection as it is', async (change) => {
    const { link, status } = await connected()
    link.tell(change as never)
    await settle()
    expect([status('other'), status('test')]).toEqual(['connected', 'connected'])
  })
})

describe('an account', () => {
  it('An account that the wallet chooses comes into use, is emitted, and starts the network steps', async () => {
    const { link, ctx, address, named } = await connected()
    const changes: unknown[] = []
    ctx.flow.network((change) => void changes.push(change))
    link.tell({
      scopes: {
        ...scopesOf('other'),
        test: scope([account('test', 'a'), account('test', 'b')], { selected: 'b' }),
      },
    })
    expect(address()).toBe('test-b')
    expect(named('account:changed')).toMatchObject([
      { namespace: 'test', account: { key: 'b', connectionId: 'w' } },
    ])
    expect(changes).toMatchObject([
      {
        namespace: 'test',
        network: 'test:1',
        previousNetwork: 'test:1',
        account: { key: 'b' },
        previousAccount: { key: 'a' },
        origin: 'wallet',
      },
    ])
  })
  it('An account that appears or disappears starts no network step', async () => {
    const { link, ctx, kernel } = await connected()
    const changes: unknown[] = []
    ctx.flow.network((change) => void changes.push(change))
    link.tell({ closed: 'wallet' })
    await kernel.connect('w')
    expect(changes).toEqual([])
  })
  it('The address in use is spelled as its network spells it, also for a network that is added later', async () => {
    const link = new FakeConnection('w', 'w', {
      test: scope([account('test', 'a')], { network: 'test:9' }),
    })
    const world = await makeWorld({
      networks: ['test:1'],
      adapters: [fakeAdapter('test', { addressOn: (it, { id }) => `${it.address}@${id}` })],
      connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
      kernel: { allowUnsupportedNetworks: true },
    })
    worlds.push(world)
    await world.kernel.connect('w')
    expect(world.address()).toBe('test-a')
    world.kernel.addNetwork({
      id: 'test:9',
      namespace: 'test',
      reference: '9',
      name: 'Nine',
      nativeCurrency: { name: 'C', symbol: 'C', decimals: 1 },
      rpcUrls: [],
    })
    expect(world.address()).toBe('test-a@test:9')
  })
  it('An address whose spelling fails stays as the wallet spells it, and the error is reported', async () => {
    const { address, reports } = await connected(scopesOf('test'), {
      adapters: [
        fakeAdapter('test', {
          addressOn: () => {
            throw new Error('no')
          },
        }),
      ],
    })
    expect(address()).toBe('test-a')
    expect(new Set(reports)).toEqual(new Set(['adapter of test: addressOn']))
  })
})

describe('network steps', () => {
  it('Network steps end when a newer change comes and when the kernel ends', async () => {
    const { link, ctx, kernel, reports } = await connected(undefined, {
      kernel: { allowUnsupportedNetworks: true },
    })
    const signals: AbortSignal[] = []
    ctx.flow.network((_, signal) => (signals.push(signal), new Promise<void>(() => undefined)))
    link.tell({ network: 'test:2' })
    link.tell({ network: 'test:1' })
    await settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    kernel.dispose()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    await settle()
    expect(reports).toEqual([])
  })
  it('Network steps of one namespace do not end those of another', async () => {
    const { link, ctx } = await connected(undefined, {
      networks: ['test:1', 'test:2', 'other:1', 'other:2'],
    })
    const signals: AbortSignal[] = []
    ctx.flow.network((_, signal) => (signals.push(signal), new Promise<void>(() => undefined)))
    link.tell({ network: 'test:2' })
    link.tell({ network: 'other:2' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  })
})

describe('a listener that meddles', () => {
  it('A listener that changes things during an account change does not disturb the other listeners', async () => {
    const { link, kernel, core, ctx } = await connected()
    ctx.activeNetwork.subscribe(() => void kernel.disconnect().catch(() => undefined))
    link.tell({ network: 'test:2' })
    await settle()
    expect(core.connections.get()).toMatchObject({
      connections: [],
      namespaces: { test: { status: 'disconnected' }, other: { status: 'disconnected' } },
    })
    expect(link.listeners).toBe(0)
  })
})
