import type { Caip2, Network } from '@latchkey/plugin-api'
import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  account,
  FakeConnection,
  scope,
  scopesOf,
  type FakeWallet,
} from '../../../test/fakes/FakeConnection.js'
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
const start = async (options: WorldOptions = {}): Promise<World> => {
  const world = await makeWorld(options)
  worlds.push(world)
  return world
}
/** Connected in `test`, and in `other` where it says so. */
const connected = async (
  wallet: Partial<FakeWallet> = {},
  {
    namespaces = ['test'],
    network,
    ...options
  }: WorldOptions & { namespaces?: readonly string[]; network?: Caip2 } = {},
) => {
  const scopes = Object.fromEntries(
    namespaces.map((name) => [
      name,
      scope([account(name, 'a')], network?.startsWith(name) ? { network } : {}),
    ]),
  )
  const link = new FakeConnection('w', 'w', scopes, { answer: () => null, ...wallet })
  const world = await start({
    connectors: [new FakeConnector('w', { namespaces, link: () => link })],
    ...options,
  })
  await world.kernel.connect('w')
  await settle()
  const active = () => [
    world.core.activeNetwork.get().namespace,
    world.kernel.ports.activeNetwork.current()?.id,
  ]
  return { ...world, link, active }
}
const refuse = () => Promise.reject({ code: 4001 })

describe('switching networks', () => {
  it('A switch asks the wallet first, is emitted once, and is stored', async () => {
    const storage = memoryStorage()
    const order: unknown[] = []
    const { kernel, ctx, active, named } = await connected(
      { switchNetwork: async () => void order.push(kernel.ports.activeNetwork.current()?.id) },
      { kernel: { storage } },
    )
    ctx.flow.network(
      ({ origin, network, previousNetwork }) => void order.push([origin, network, previousNetwork]),
    )
    await kernel.switchNetwork('test:2')
    expect(order).toEqual(['test:1', ['visitor', 'test:2', 'test:1']])
    expect(active()).toEqual(['test', 'test:2'])
    expect(named('network:changed')).toEqual([
      { namespace: 'test', network: 'test:2', supported: true },
    ])
    expect([storage.read('activeNetwork'), storage.read('activeNamespace')]).toEqual([
      'test:2',
      'test',
    ])
  })
  it("A switch that the wallet reports itself is emitted once as the visitor's, after the steps", async () => {
    const order: unknown[] = []
    const { kernel, ctx, link, named } = await connected(
      { switchNetwork: async ({ id }) => link.tell({ network: id }) },
      { network: 'test:1' },
    )
    ctx.flow.network(async ({ origin }) => {
      await settle()
      order.push(origin)
    })
    await kernel.switchNetwork('test:2')
    expect(order).toEqual(['visitor'])
    expect(named('network:changed')).toHaveLength(1)
    expect(kernel.ports.connections.get().connections[0]?.scopes['test']?.network).toBe('test:2')
  })
  it('The network of a wallet that does not report a switch is known', async () => {
    const { kernel } = await connected(
      { switchNetwork: async () => undefined },
      { network: 'test:1' },
    )
    await kernel.switchNetwork('test:2')
    expect(kernel.ports.connections.get().connections[0]?.scopes['test']?.network).toBe('test:2')
  })
  it('A switch to the network in use does nothing', async () => {
    const { kernel, link, named } = await connected({ switchNetwork: refuse })
    await kernel.switchNetwork('test:1')
    expect([link.switched, named('network:changed')]).toEqual([[], []])
  })
  it('A switch to another namespace takes effect before its wallet is asked [NET-02] [NET-03]', async () => {
    const seen: unknown[] = []
    const { kernel, active } = await connected(
      { switchNetwork: async () => void seen.push(active()) },
      { namespaces: ['test', 'other'], networks: ['test:1', 'other:1', 'other:2'] },
    )
    await kernel.switchNetwork('other:2')
    expect(seen).toEqual([['other', 'other:2']])
    expect(active()).toEqual(['other', 'other:2'])
  })
  it('A switch to another namespace stores that namespace', async () => {
    const storage = memoryStorage()
    const { kernel } = await connected({}, { namespaces: ['test', 'other'], kernel: { storage } })
    await kernel.switchNetwork('other:1')
    expect([storage.read('activeNetwork'), storage.read('activeNamespace')]).toEqual([
      'other:1',
      'other',
    ])
  })
  it('A switch to another namespace asks no wallet that is on that network, and is emitted', async () => {
    const { kernel, link, active, named, ctx } = await connected(
      { switchNetwork: refuse },
      { namespaces: ['test', 'other'] },
    )
    const changes: unknown[] = []
    ctx.flow.network((change) => void changes.push(change))
    await kernel.switchNetwork('other:1')
    expect([link.switched, active(), named('network:changed')]).toEqual([
      [],
      ['other', 'other:1'],
      [{ namespace: 'other', network: 'other:1', supported: true }],
    ])
    expect(changes).toMatchObject([{ namespace: 'other', network: 'other:1', origin: 'visitor' }])
  })
  it('A switch spells the account anew', async () => {
    const { kernel, address, named } = await connected(
      {},
      { adapters: [fakeAdapter('test', { addressOn: (it, { id }) => `${it.address}@${id}` })] },
    )
    await kernel.switchNetwork('test:2')
    expect(address()).toBe('test-a@test:2')
    expect(named('account:changed').at(-1)).toMatchObject({ account: { address: 'test-a@test:2' } })
  })
  it('A switch works before any wallet is connected', async () => {
    const { kernel, core, views } = await start()
    kernel.open('Networks')
    await kernel.switchNetwork('other:1')
    expect(core.activeNetwork.get().namespace).toBe('other')
    expect(views()).toEqual(['Networks'])
  })
})

describe('a switch that cannot be', () => {
  it('A switch is refused when the site does not allow it', async () => {
    const { kernel, active } = await connected({}, { kernel: { networkSwitching: false } })
    await expect(kernel.switchNetwork('test:2')).rejects.toMatchObject({
      code: 'kernel.network_switch_disabled',
    })
    expect(active()).toEqual(['test', 'test:1'])
    kernel.setOptions({ networkSwitching: true })
    await kernel.switchNetwork('test:2')
  })
  it.each([
    ['strange:1', 'kernel.adapter_missing', 'Chain adapter not found'],
    ['test:9', 'kernel.network_unknown', undefined],
    ['nonsense', 'kernel.network_unknown', undefined],
    ['', 'kernel.network_unknown', undefined],
  ] as const)('A switch to %j is refused [VALID-11]', async (id, code, message) => {
    const { kernel, link } = await connected({ switchNetwork: refuse })
    await expect(kernel.switchNetwork(id as Caip2)).rejects.toMatchObject({
      code,
      ...(message && { message }),
    })
    expect(link.switched).toEqual([])
  })
  it('A switch is refused when the wallet approved other networks and cannot be asked [VALID-12]', async () => {
    const link = new FakeConnection('w', 'w', {
      test: scope([account('test', 'a')], { networks: ['test:1', 'test:3'] }),
    })
    const { kernel, core } = await start({
      networks: ['test:1', 'test:2', 'test:3'],
      connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
    })
    await kernel.connect('w')
    await expect(kernel.switchNetwork('test:2')).rejects.toMatchObject({
      code: 'kernel.network_client_missing',
      message: 'NetworkController client not set',
    })
    expect(core.activeNetwork.get().networks['test']).toBe('test:1')
    await kernel.switchNetwork('test:3')
  })
  it.each([
    [{ code: 4001 }, 'wallet.user_rejected'],
    [{ code: 4902 }, 'wallet.unknown_chain'],
    [new LatchkeyError('wallet.switch_unsupported', 'no'), 'wallet.switch_unsupported'],
    [undefined, 'rpc.failed'],
  ] as const)(
    'A switch leaves everything as it was when the wallet answers %j',
    async (error, code) => {
      for (const target of ['test:2', 'other:2'] as const) {
        const { kernel, core, named } = await connected(
          { switchNetwork: () => Promise.reject(error) },
          { namespaces: ['test', 'other'], networks: ['test:1', 'test:2', 'other:1', 'other:2'] },
        )
        const before = [core.activeNetwork.get(), core.connections.get()]
        await expect(kernel.switchNetwork(target)).rejects.toMatchObject({ code })
        expect([core.activeNetwork.get(), core.connections.get()]).toEqual(before)
        expect(named('network:changed')).toEqual([])
      }
    },
  )
  it('A failed switch goes back one view from the view that waited for it [NET-01]', async () => {
    const { kernel, views } = await connected({ switchNetwork: refuse })
    kernel.open('Networks')
    kernel.ports.router.push('SwitchNetwork', { network: 'test:2' })
    await expect(kernel.switchNetwork('test:2')).rejects.toBeDefined()
    expect(views()).toEqual(['Networks'])
  })
  it('A failed switch stays in a first view, and where the visitor went since', async () => {
    const { kernel, views } = await connected({ switchNetwork: refuse })
    kernel.open('SwitchNetwork', { network: 'test:2' })
    await expect(kernel.switchNetwork('test:2')).rejects.toBeDefined()
    expect([kernel.ports.modal.get().open, views()]).toEqual([true, ['SwitchNetwork']])
    kernel.ports.router.push('Account')
    await expect(kernel.switchNetwork('test:2')).rejects.toBeDefined()
    expect(views()).toEqual(['SwitchNetwork', 'Account'])
  })
  it('A switch rejects when the wallet ends', async () => {
    const { kernel, core, link } = await connected({
      switchNetwork: () => new Promise(() => undefined),
    })
    const failing = expect(kernel.switchNetwork('test:2')).rejects.toMatchObject({
      code: 'wallet.disconnected',
    })
    link.tell({ closed: 'wallet' })
    await failing
    expect(core.connections.get().namespaces['test']).toEqual({ status: 'disconnected' })
    await kernel.switchNetwork('test:2')
    expect(core.activeNetwork.get().networks['test']).toBe('test:2')
  })
})

describe('two switches at once', () => {
  const slow = () => {
    const asked: { network: Network; signal: AbortSignal | undefined; go(): void }[] = []
    return {
      asked,
      switchNetwork: (network: Network, signal?: AbortSignal) =>
        new Promise<void>((resolve) => asked.push({ network, signal, go: resolve })),
    }
  }
  it('Of two switches the last one wins, and the first rejects', async () => {
    const { asked, switchNetwork } = slow()
    const { kernel, active } = await connected(
      { switchNetwork },
      { networks: ['test:1', 'test:2', 'test:3'] },
    )
    const first = expect(kernel.switchNetwork('test:2')).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    const second = kernel.switchNetwork('test:3')
    expect(asked[0]?.signal?.aborted).toBe(true)
    asked[0]?.go()
    await first
    expect(active()).toEqual(['test', 'test:1'])
    asked[1]?.go()
    await second
    expect(active()).toEqual(['test', 'test:3'])
  })
  it('A second switch undoes what the first one did in advance', async () => {
    const { asked, switchNetwork } = slow()
    const { kernel, core, active } = await connected(
      { switchNetwork },
      { namespaces: ['test', 'other'], networks: ['test:1', 'test:2', 'other:1', 'other:2'] },
    )
    const first = expect(kernel.switchNetwork('other:2')).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    const second = kernel.switchNetwork('test:2')
    await first
    asked[1]?.go()
    await second
    expect(active()).toEqual(['test', 'test:2'])
    expect(core.activeNetwork.get().networks['other']).toBe('other:1')
  })
  it('A second switch to the network in use withdraws the first', async () => {
    const { switchNetwork } = slow()
    const { kernel, core, active } = await connected(
      { switchNetwork },
      { namespaces: ['test', 'other'], networks: ['test:1', 'other:1', 'other:2'] },
    )
    const first = expect(kernel.switchNetwork('other:2')).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    await kernel.switchNetwork('test:1')
    await first
    expect([active(), core.activeNetwork.get().networks['other']]).toEqual([
      ['test', 'test:1'],
      'other:1',
    ])
  })
  it('Switches reject when the kernel is disposed', async () => {
    const { switchNetwork } = slow()
    const { kernel } = await connected({ switchNetwork })
    const failing = expect(kernel.switchNetwork('test:2')).rejects.toMatchObject({
      code: 'kernel.disposed',
    })
    kernel.dispose()
    await failing
  })
})

describe('a namespace without an account', () => {
  it('A switch to a namespace without an account offers to connect there in an open modal [VIEW-14]', async () => {
    const { kernel, core } = await connected()
    kernel.open('Networks')
    await kernel.switchNetwork('other:1')
    expect(kernel.ports.router.get().at(-1)).toMatchObject({
      view: 'SwitchActiveChain',
      params: { switchToChain: 'other', navigateTo: 'Connect' },
    })
    expect(core.activeNetwork.get().namespace).toBe('other')
  })
  it('A switch to a namespace without an account leaves a closed modal closed', async () => {
    const { kernel, views } = await connected()
    await kernel.switchNetwork('other:1')
    expect([kernel.ports.modal.get().open, views()]).toEqual([false, ['Connect']])
  })
})

describe('a network that nobody configured', () => {
  it('A wallet on an unconfigured network opens the warning, whether the modal is open or not [NET-05]', async () => {
    for (const isOpen of [false, true]) {
      const { kernel, link, views, active } = await connected()
      if (isOpen) kernel.open('Account')
      link.tell({ network: 'test:999' })
      expect(active()).toEqual(['test', 'test:999'])
      expect([kernel.ports.modal.get().open, views()]).toEqual([
        true,
        isOpen ? ['Account', 'UnsupportedChain'] : ['UnsupportedChain'],
      ])
    }
  })
  it('A wallet that is on an unconfigured network from the start opens the warning', async () => {
    const { views } = await connected({}, { network: 'test:999' })
    expect(views()).toEqual(['UnsupportedChain'])
  })
  it.each([
    ['the network is configured [NET-06]', {}, 'test:2'],
    ['switching is off [NET-07]', { networkSwitching: false }, 'test:999'],
    ['such networks are allowed [NET-08]', { allowUnsupportedNetworks: true }, 'test:999'],
    ['the modal is basic [NET-09]', { basic: true }, 'test:999'],
  ] as const)('The warning does not open when %s', async (_, options, id) => {
    const { kernel, link, active } = await connected({}, { kernel: options })
    link.tell({ network: id })
    expect([active(), kernel.ports.modal.get().open]).toEqual([['test', id], false])
  })
  it('The warning does not open for an inactive namespace, nor for a wallet that is not in use', async () => {
    const { kernel, link } = await connected({}, { namespaces: ['test', 'other'] })
    link.tell({ network: 'other:999' })
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('The warning opens once, not each time that the wallet repeats its network', async () => {
    const { kernel, link } = await connected()
    link.tell({ network: 'test:999' })
    kernel.close()
    link.tell({ network: 'test:999' })
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('The warning closes when the wallet comes back by itself', async () => {
    const { kernel, link, views } = await connected()
    kernel.open('Account')
    link.tell({ network: 'test:999' })
    link.tell({ network: 'test:1' })
    expect(views()).toEqual(['Account'])
    kernel.close()
    link.tell({ network: 'test:999' })
    link.tell({ network: 'test:1' })
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('A switch away from an unconfigured network closes the modal, and no other switch [NET-10]', async () => {
    const { kernel, link } = await connected({ switchNetwork: async () => undefined })
    link.tell({ network: 'test:999' })
    await kernel.switchNetwork('test:2')
    expect(kernel.ports.modal.get().open).toBe(false)
    kernel.open('Networks')
    await kernel.switchNetwork('test:1')
    expect(kernel.ports.modal.get().open).toBe(true)
  })
  it('The warning does not open after a reload', async () => {
    const storage = memoryStorage()
    const link = () =>
      new FakeConnection('w', 'w', { test: scope([account('test', 'a')], { network: 'test:999' }) })
    const world = () =>
      start({
        connectors: [new FakeConnector('w', { namespaces: ['test'], link })],
        kernel: { storage },
      })
    const first = await world()
    await first.kernel.connect('w')
    first.kernel.dispose()
    const second = await world()
    await settle()
    expect([
      second.status(),
      second.kernel.ports.activeNetwork.current()?.id,
      second.kernel.ports.modal.get().open,
    ]).toEqual(['connected', 'test:999', false])
  })
})

it('The network in use follows the wallet in use, not another one of the namespace', async () => {
  const links = new Map<string, FakeConnection>()
  const make = (id: string) =>
    new FakeConnector(id, {
      namespaces: ['test'],
      link: () => {
        const link = new FakeConnection(id, id, scopesOf('test'))
        links.set(id, link)
        return link
      },
    })
  const { kernel } = await start({ connectors: [make('a'), make('b')] })
  await kernel.connect('a')
  await kernel.connect('b')
  const heard = vi.fn()
  kernel.on('network:changed', heard)
  links.get('a')?.tell({ network: 'test:2' })
  expect(heard).not.toHaveBeenCalled()
  links.get('b')?.tell({ network: 'test:2' })
  expect(heard).toHaveBeenCalledTimes(1)
})
