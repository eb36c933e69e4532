import type { Caip2 } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredConnection } from '../src/core.js'
import { contentSecurityPolicy } from '../src/services/contentSecurityPolicy.js'
import type { Kernel, KernelOptions } from '../src/types.js'
import { adapter, chain, make, memoryStorage, network, plugin, probe, settle } from './support.js'

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.useRealTimers()
})
const keep = <T extends { kernel: Kernel }>(made: T): T => (kernels.push(made.kernel), made)
const two = () =>
  plugin(
    'other',
    (ctx) => {
      ctx.adapters.add(adapter('other'))
      ctx.networks.add(network('other:1'))
    },
    { chains: ['other'] },
  )
const stored = (more: Partial<StoredConnection> = {}): StoredConnection => ({
  id: 'c1',
  connectorId: 'wallet',
  name: 'Wallet',
  namespaces: ['test'],
  current: { test: 'a' },
  snapshot: null,
  ...more,
})
const withStored = (entries: Record<string, unknown>) =>
  memoryStorage(
    Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [
        `latchkey-default:kernel:v1:${key}`,
        JSON.stringify(value),
      ]),
    ),
  )

describe('what is stored', () => {
  it('Namespaces of stored connections begin as connecting, and the others do not [CONN-04]', () => {
    const { kernel } = keep(
      make([chain(), two()], { storage: withStored({ connections: [stored()] }) }),
    )
    expect(kernel.ports.connections.get()).toMatchObject({
      restoring: true,
      namespaces: { test: { status: 'connecting' }, other: { status: 'disconnected' } },
    })
  })
  it('Stored connections are restored by the late half, after every plugin has started', async () => {
    const order: string[] = []
    const { kernel, late } = keep(
      make(
        [
          chain(),
          plugin('slow', undefined, {
            start: async () => void (await settle(), order.push('started')),
          }),
        ],
        { storage: withStored({ connections: [stored()] }) },
      ),
    )
    await kernel.ready
    await settle()
    order.push(...late.made[0]!.calls)
    expect(order).toEqual(['started', 'restore'])
    expect(kernel.ports.connections.get().restoring).toBe(true)
    late.made[0]!.restoring.resolve()
    await settle()
    expect(kernel.ports.connections.get()).toMatchObject({
      restoring: false,
      namespaces: { test: { status: 'disconnected' } },
    })
  })
  it('A stored connection that cannot be restored leaves the namespace disconnected [CONN-05]', async () => {
    const { kernel, late } = keep(
      make([chain()], { storage: withStored({ connections: [stored()] }) }),
    )
    await kernel.ready
    await settle()
    late.made[0]!.restoring.reject(new Error('gone'))
    await settle()
    expect(kernel.ports.connections.get()).toMatchObject({
      restoring: false,
      namespaces: { test: { status: 'disconnected' } },
    })
  })
  it('Restoring takes 10 s at most, also when the late half cannot be loaded', async () => {
    vi.useFakeTimers()
    const one = keep(make([chain()], { storage: withStored({ connections: [stored()] }) }))
    const other = keep(make([chain()], { storage: withStored({ connections: [stored()] }) }))
    other.late.failNext(new Error('offline'))
    await vi.advanceTimersByTimeAsync(9_990)
    expect(one.kernel.ports.connections.get().restoring).toBe(true)
    expect(other.kernel.ports.connections.get().restoring).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(one.kernel.ports.connections.get()).toMatchObject({
      restoring: false,
      namespaces: { test: { status: 'disconnected' } },
    })
  })
  it('The end of restoring does not end an attempt that the visitor began', async () => {
    const { kernel, late } = keep(
      make([chain()], { storage: withStored({ connections: [stored()] }) }),
    )
    await kernel.ready
    await settle()
    late.made[0]!.core.connections.set({
      attempt: { connectorId: 'w', namespaces: ['test'], step: { step: 'opening' } },
      namespaces: { test: { status: 'connecting' } },
    })
    late.made[0]!.restoring.resolve()
    await settle()
    expect(kernel.ports.connections.get().namespaces['test']?.status).toBe('connecting')
  })
  it('Stored connections are not restored if the host does not want it', async () => {
    const { kernel, late } = keep(
      make([chain()], { reconnect: false, storage: withStored({ connections: [stored()] }) }),
    )
    expect(kernel.ports.connections.get().namespaces['test']?.status).toBe('disconnected')
    await kernel.ready
    await settle()
    expect(late.imports()).toBe(0)
    expect(kernel.ports.connections.get().restoring).toBe(false)
  })
})

it('Without stored connections restoring is over after ready, without the late half', async () => {
  const { kernel, late } = keep(make([chain()]))
  expect(kernel.ports.connections.get().restoring).toBe(true)
  await kernel.ready
  await settle()
  expect(kernel.ports.connections.get().restoring).toBe(false)
  expect(late.imports()).toBe(0)
})
it('A kernel on a server stays in restoring', async () => {
  const { kernel } = keep(make([chain()], { storage: undefined as never }))
  await kernel.ready
  expect(kernel.ports.connections.get().restoring).toBe(true)
})
it('A namespace is known as long as it has an adapter', () => {
  const { kernel, ctx } = keep(probe([chain()], {}, { chains: ['late'] }))
  const back = ctx.adapters.add(adapter('late'))
  expect(kernel.ports.connections.get().namespaces).toEqual({
    test: { status: 'disconnected' },
    late: { status: 'disconnected' },
  })
  back()
  expect(Object.keys(kernel.ports.connections.get().namespaces)).toEqual(['test'])
})

describe('the active network', () => {
  const active = (options: Partial<KernelOptions> = {}) => {
    const { kernel } = keep(make([chain(), two()], options))
    return [
      kernel.ports.activeNetwork.get().namespace,
      kernel.ports.activeNetwork.current()?.id,
      kernel.ports.activeNetwork.current('test')?.id,
    ]
  }
  it('The active network is the first registered one', () =>
    expect(active()).toEqual(['test', 'test:1', 'test:1']))
  it("The active network is the host's default", () => {
    expect(active({ defaultNetwork: 'other:1' })).toEqual(['other', 'other:1', 'test:1'])
    expect(active({ defaultNetwork: 'test:2' })).toEqual(['test', 'test:2', 'test:2'])
    expect(active({ defaultNetwork: 'test:9' })).toEqual(['test', 'test:1', 'test:1'])
  })
  it('The active network is read from the storage [STORE-04]', () => {
    const storage = memoryStorage()
    const { kernel } = keep(make([chain(), two()], { storage }))
    return kernel.switchNetwork('test:2').then(() => {
      kernel.dispose()
      expect(active({ storage, defaultNetwork: 'other:1' })).toEqual(['test', 'test:2', 'test:2'])
    })
  })
  it('The active network is in the stored namespace [STORE-05]', async () => {
    const storage = memoryStorage()
    const { kernel } = keep(make([chain(), two()], { storage }))
    await kernel.switchNetwork('other:1')
    kernel.dispose()
    expect(active({ storage })).toEqual(['other', 'other:1', 'test:1'])
  })
  it('The active network is not one that is no longer configured', () =>
    expect(
      active({ storage: withStored({ activeNetwork: 'gone:1', activeNamespace: 'gone' }) }),
    ).toEqual(['test', 'test:1', 'test:1']))
  it('An active network that is not configured is unknown and unsupported [NET-11]', () => {
    const { kernel, ctx } = keep(
      probe([
        chain({
          describeNetwork: (id) =>
            id === 'test:8'
              ? {
                  name: 'Told',
                  nativeCurrency: { name: 'Told', symbol: 'TOLD', decimals: 6 },
                  rpcUrls: ['https://told.test'],
                }
              : undefined,
        }),
      ]),
    )
    const { activeNetwork } = kernel.ports
    const go = async (id: Caip2) => (await kernel.switchNetwork(id), activeNetwork.current('test'))
    return (async () => {
      expect(await go('test:9')).toEqual({
        id: 'test:9',
        namespace: 'test',
        reference: '9',
        name: 'Unknown Network',
        nativeCurrency: { name: '', symbol: '', decimals: 0 },
        rpcUrls: [],
        supported: false,
      })
      expect(await go('test:8')).toMatchObject({
        name: 'Unknown Network',
        nativeCurrency: { symbol: 'TOLD' },
        supported: false,
      })
      expect(await go('test:2')).toMatchObject({ name: 'test:2', supported: true })
      expect(ctx.activeNetwork.current('test')).toBe(activeNetwork.current('test'))
      expect(ctx.activeNetwork.current('nobody')).toBeUndefined()
    })()
  })
  it('An adapter that throws when it describes an unknown network does no harm', async () => {
    const { kernel } = keep(
      make([
        chain({
          describeNetwork: () => {
            throw new Error('no')
          },
        }),
      ]),
    )
    await kernel.switchNetwork('test:9')
    expect(kernel.ports.activeNetwork.current()?.name).toBe('Unknown Network')
  })
})

describe('networks of the host', () => {
  it('Adding a network needs an adapter [NET-12] [VALID-11]', () => {
    const { kernel } = keep(make([chain()]))
    expect(() => kernel.addNetwork(network('cosmos:hub'))).toThrow(
      expect.objectContaining({
        code: 'kernel.adapter_missing',
        message: expect.stringMatching(/^Chain adapter not found/) as string,
      }),
    )
    const back = kernel.addNetwork(network('test:5'))
    expect(kernel.ports.networks.find('test:5')).toMatchObject({ owner: 'host' })
    expect(() => kernel.addNetwork(network('test:5'))).toThrow(
      expect.objectContaining({ code: 'kernel.duplicate_id' }),
    )
    back()
    expect(kernel.ports.networks.find('test:5')).toBeUndefined()
  })
  it('Removing a network needs an adapter [NET-13]', () => {
    const { kernel } = keep(make([chain()]))
    expect(() => kernel.removeNetwork('cosmos:hub')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^Chain adapter not found/) as string,
      }),
    )
    kernel.removeNetwork('test:2')
    kernel.removeNetwork('test:77')
    expect(kernel.ports.networks.get().map(({ value }) => value.id)).toEqual(['test:1'])
  })
  it('An added network becomes active if there was none', () => {
    const { kernel } = keep(
      make([plugin('bare', (ctx) => void ctx.adapters.add(adapter('test')), { chains: ['test'] })]),
    )
    expect(kernel.ports.activeNetwork.current()).toBeUndefined()
    kernel.addNetwork(network('test:1'))
    expect(kernel.ports.activeNetwork.current()?.id).toBe('test:1')
  })
})

describe('accounts', () => {
  it("Accounts are read from the connections, in the network's spelling, as the same objects", async () => {
    const { kernel, late } = keep(make([chain()]))
    const { accounts } = kernel.ports
    expect(accounts.active()).toBeUndefined()
    await kernel.connect('wallet')
    expect(accounts.active()).toEqual({
      key: 'a',
      namespace: 'test',
      address: '0xa',
      type: 'eoa',
      connectionId: 'c1',
    })
    expect(accounts.active()).toBe(accounts.active('test'))
    expect(accounts.all()).toBe(accounts.all())
    expect(accounts.all('test')).toEqual([accounts.active()])
    expect(accounts.all('other')).toEqual([])
    expect(accounts.active('constructor')).toBeUndefined()
    late.made[0]!.core.connections.set({ namespaces: { test: { status: 'disconnected' } } })
    expect(accounts.active()).toBeUndefined()
    expect(accounts.all()[0]?.address).toBe('0xA')
  })
  it('Accounts of one namespace do not change those of another [ENT-05]', async () => {
    const { kernel } = keep(make([chain(), two()]))
    const before = kernel.ports.connections.get().namespaces['other']
    await kernel.connect('wallet')
    expect(kernel.ports.connections.get().namespaces['other']).toBe(before)
    expect(kernel.ports.accounts.active('other')).toBeUndefined()
  })
})

describe('the adapter of a namespace', () => {
  it('An adapter is loaded once, and again after a failure', async () => {
    const load = vi
      .fn(adapter().load)
      .mockImplementationOnce(() => Promise.reject(new Error('chunk')))
    const { kernel } = keep(make([chain({ load })]))
    await expect(kernel.ports.adapter('test')).rejects.toMatchObject({
      code: 'kernel.plugin_failed',
      context: { plugin: 'chain', phase: 'load' },
    })
    expect(await kernel.ports.adapter('test')).toBe(await kernel.ports.adapter('test'))
    expect(load).toHaveBeenCalledTimes(2)
    await expect(kernel.ports.adapter('nobody')).rejects.toMatchObject({
      code: 'kernel.adapter_missing',
      message: expect.stringMatching(/^Chain adapter not found/) as string,
    })
  })
})

describe('the late half', () => {
  it('The late half is called in the task of the click once it is loaded', async () => {
    const { kernel, late } = keep(make([chain()]))
    await kernel.ports.late.load()
    void kernel.connect('wallet')
    expect(late.made[0]!.calls).toEqual(['connect wallet'])
    expect(kernel.ports.late.now()).toBe(await kernel.ports.late.load())
  })
  it('The late half says when it is loaded', async () => {
    const { kernel } = keep(make([chain()]))
    const told = vi.fn()
    kernel.ports.late.whenLoaded?.(vi.fn())()
    kernel.ports.late.whenLoaded?.(told)
    expect(told).not.toHaveBeenCalled()
    const ports = await kernel.ports.late.load()
    kernel.ports.late.whenLoaded?.(told)
    expect(told.mock.calls).toEqual([[ports], [ports]])
  })
  it('The late half answers the host and the plugins', async () => {
    const { late, ctx } = keep(probe([chain()]))
    await ctx.connections.connect('wallet')
    expect(await ctx.connections.request({ network: 'test:1', method: 'm' })).toBe('m!')
    await ctx.accounts.select({ connectionId: 'c1', namespace: 'test', key: 'a' })
    await ctx.activeNetwork.switch('test:2')
    await ctx.connections.disconnect()
    expect(late.made[0]!.calls).toEqual([
      'connect wallet',
      'request m',
      'select a',
      'switch test:2',
      'disconnect',
    ])
  })
})

it('The page policy follows from passports, networks and options', () => {
  const { kernel } = keep(
    make(
      [
        plugin(
          'reaching',
          (ctx) => {
            ctx.adapters.add(adapter('test'))
            ctx.networks.add(
              network('test:1', {
                rpcUrls: ['https://rpc.test/key?x=1', 'wss://rpc.test', 'nonsense'],
                assets: { imageUrl: 'https://cdn.test/a.png' },
              }),
            )
          },
          {
            chains: ['test'],
            reaches: {
              origins: ['https://api.test', 'https://*.test', 'https://api.test'],
              frames: ['https://frame.test'],
              images: ['https://pictures.test'],
              popups: ['https://popup.test'],
            },
          },
        ),
      ],
      {
        directory: 'https://wallets.test/v1',
        remoteConfig: 'https://config.test/f.json',
        imageUrl: 'https://images.test/i',
      },
    ),
  )
  expect(contentSecurityPolicy(kernel)).toEqual({
    connect: [
      'https://api.test',
      'https://*.test',
      'https://rpc.test',
      'wss://rpc.test',
      'https://wallets.test',
      'https://config.test',
      'https://images.test',
    ],
    frame: ['https://frame.test'],
    image: ['data:', 'blob:', 'https://pictures.test', 'https://images.test', 'https://cdn.test'],
  })
})
