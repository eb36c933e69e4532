import {
  definePlugin,
  type AnyPlugin,
  type Availability,
  type Connector,
  type Registry,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connector, memoryStorage, startServices } from '../../../test/services/support.js'
import { account, adapterFor, FakeLink } from '../../../test/walks/support.js'
import type { KernelOptions } from '../../types.js'

afterEach(() => vi.useRealTimers())

async function start(
  first: readonly Connector[],
  { also, ...options }: Partial<KernelOptions> & { also?: AnyPlugin } = {},
) {
  let registry: Registry<Connector> | undefined
  const plugin = definePlugin({
    id: 'wallets',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['test'],
    setup(ctx) {
      registry = ctx.connectors
      for (const one of first) ctx.connectors.add(one)
    },
  })
  const services = await startServices({ plugins: also ? [also, plugin] : [plugin], ...options })
  return { ...services, wallets: services.ports.wallets, registry: registry! }
}

const recently = (rdns: string) => {
  const storage = memoryStorage()
  storage.setItem('latchkey-default:kernel:v1:recentWallets', JSON.stringify([{ id: 'x', rdns }]))
  return storage
}

describe('the wallet list', () => {
  it('The wallet list is the same object until something changes', async () => {
    const { wallets, registry, kernel } = await start([connector({ id: 'a' })])
    const before = wallets.get()
    expect(wallets.get()).toBe(before)
    const seen: (readonly unknown[])[] = []
    const stop = wallets.subscribe((now, previous) => seen.push([now.length, previous.length]))
    const remove = registry.add(connector({ id: 'b' }))
    expect(wallets.get().map(({ name }) => name)).toEqual(['a', 'b'])
    remove()
    kernel.setOptions({ excludedWallets: ['a'] })
    expect(seen).toEqual([
      [2, 1],
      [1, 2],
      [0, 1],
    ])
    stop()
    stop()
    registry.add(connector({ id: 'c' }))
    expect(seen).toHaveLength(3)
  })
  it('A wallet list that reads the same as before wakes nobody', async () => {
    let availability: Availability = 'available'
    const link = connector({ id: 'link', kind: 'external', availability: () => availability })
    const { wallets, kernel } = await start([connector({ id: 'a' }), link])
    const heard = vi.fn()
    wallets.subscribe(heard)
    const before = wallets.get()
    kernel.setOptions({ logLevel: 'silent' })
    expect(wallets.get()).toBe(before)
    expect(heard).not.toHaveBeenCalled()
    availability = 'installed'
    kernel.setOptions({ logLevel: 'silent' })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('The wallet list is computed once for each change, also when its listeners read it', async () => {
    const { wallets, registry } = await start([connector({ id: 'a' })])
    let told = 0
    for (let reader = 0; reader < 3; reader++)
      wallets.subscribe(() => {
        told++
        wallets.get()
      })
    registry.add(connector({ id: 'b' }))
    expect(told).toBe(3)
  })

  it.each([
    ['the host features', { featuredWallets: ['io.real'] }],
    ['the host brings', { customWallets: [{ id: 'w', name: 'Rabby', rdns: 'io.real' }] }],
    [
      'the directory told of',
      {
        directory: () =>
          Promise.resolve({ wallets: [{ id: 'w', name: 'Rabby', rdns: 'io.real' }], total: 1 }),
      },
    ],
  ])('A contested name goes to the wallet that %s', async (_, options) => {
    const { wallets, ports } = await start(
      [
        connector({ id: 'fake', name: 'Rabby', rdns: 'io.fake' }),
        connector({ id: 'real', name: 'Rabby', rdns: 'io.real' }),
      ],
      options,
    )
    await ports.directory({ page: 1, count: 1 })
    expect(
      Object.fromEntries(
        wallets.get().map(({ connectors: [one], lookalike }) => [one?.id, lookalike]),
      ),
    ).toEqual({ real: false, fake: true })
  })

  it.each(['io.real', 'io.fake'])(
    'Recent use gives no trust: with %s as the recent wallet both are marked (audit M5)',
    async (rdns) => {
      const { wallets } = await start(
        [
          connector({ id: 'fake', name: 'Rabby', rdns: 'io.fake' }),
          connector({ id: 'real', name: 'Rabby', rdns: 'io.real' }),
        ],
        { storage: recently(rdns) },
      )
      expect(wallets.get().map(({ recent, lookalike }) => [recent, lookalike])).toEqual([
        [true, true],
        [false, true],
      ])
    },
  )

  it('An impostor is marked as before after it was connected, also after a reload (audit M5)', async () => {
    const storage = memoryStorage()
    const chain = definePlugin({
      id: 'chain',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['test'],
      setup: (ctx) => void ctx.adapters.add(adapterFor('test', () => true)),
    })
    const all = () => [
      connector({
        id: 'io.metamask-secure',
        rdns: 'io.metamask-secure',
        name: 'MetaMask',
        connect: () =>
          Promise.resolve(
            new FakeLink('link', 'io.metamask-secure', {
              test: { accounts: [account('test', 'x')], networks: 'any', methods: 'any' },
            }),
          ),
      }),
      connector({ id: 'io.metamask', rdns: 'io.metamask', name: 'MetaMask' }),
    ]
    const marks = ({
      wallets,
    }: {
      wallets: { get(): readonly { connectors: readonly Connector[]; lookalike: boolean }[] }
    }) =>
      Object.fromEntries(
        wallets.get().map(({ connectors: [one], lookalike }) => [one?.id, lookalike]),
      )
    for (const directory of [
      undefined,
      () =>
        Promise.resolve({
          wallets: [{ id: 'm', name: 'MetaMask', rdns: 'io.metamask' }],
          total: 1,
        }),
    ]) {
      const wanted = { 'io.metamask-secure': true, 'io.metamask': directory === undefined }
      const options = { storage, also: chain, reconnect: false, ...(directory && { directory }) }
      for (const turn of ['first', 'reload']) {
        const site = await start(all(), options)
        await site.ports.directory({ page: 1, count: 1 })
        expect([turn, marks(site)]).toEqual([turn, wanted])
        await site.kernel.connect('io.metamask-secure')
        expect([turn, marks(site)]).toEqual([turn, wanted])
        site.kernel.dispose()
      }
    }
  })

  it.each([
    ['its name under another rdns', 'MetaMask', 'app.phantom', true],
    ['another name under its rdns', 'Harmless', 'io.metamask', true],
    ['its name in Cyrillic', 'M\u0435taMask', 'io.metamask', true],
    ['its name and its rdns', 'MetaMask', 'io.metamask', false],
    ['its name and an rdns below its own', 'MetaMask', 'io.metamask.mobile', false],
    ['a fuller name under its rdns', 'MetaMask Wallet', 'io.metamask', false],
    ['its name where wallets have no rdns', 'MetaMask', 'MetaMask', false],
    ['nothing of it', 'Harmless', 'com.harmless', false],
  ])(
    'A wallet that claims %s is judged by the directory while the genuine one is absent (audit M5)',
    async (_, name, rdns, lookalike) => {
      const { wallets, ports } = await start([connector({ id: 'only', name, rdns })], {
        directory: () =>
          Promise.resolve({
            wallets: [
              { id: 'm', name: 'MetaMask', rdns: 'io.metamask' },
              { id: 'p', name: 'Phantom', rdns: 'app.phantom' },
            ],
            total: 2,
          }),
      })
      await ports.directory({ page: 1, count: 2 })
      expect(wallets.get().map((row) => row.lookalike)).toEqual([lookalike])
    },
  )

  it('The wallet that was used last comes first', async () => {
    const storage = memoryStorage()
    storage.setItem('latchkey-default:kernel:v1:recentWallets', JSON.stringify([{ id: 'c' }]))
    const { wallets } = await start(
      [connector({ id: 'a' }), connector({ id: 'b' }), connector({ id: 'c' })],
      { storage },
    )
    expect(wallets.get().map(({ id, recent }) => [id, recent])).toEqual([
      ['c', true],
      ['a', false],
      ['b', false],
    ])
  })

  it('The wallet that the visitor connected comes first after a reload [STORE-08] [ENT-51]', async () => {
    const storage = memoryStorage()
    const chain = definePlugin({
      id: 'chain',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['test'],
      setup: (ctx) => void ctx.adapters.add(adapterFor('test', () => true)),
    })
    const link = () =>
      Promise.resolve(
        new FakeLink('link', 'b', {
          test: { accounts: [account('test', 'x')], networks: 'any', methods: 'any' },
        }),
      )
    const all = () => [connector({ id: 'a' }), connector({ id: 'b', rdns: 'io.b', connect: link })]
    const first = await start(all(), { storage, also: chain })
    await first.kernel.connect('b')
    expect(first.wallets.get().map(({ name, recent }) => [name, recent])).toEqual([
      ['b', true],
      ['a', false],
    ])
    first.kernel.dispose()
    expect(JSON.parse(storage.getItem('latchkey-default:kernel:v1:recentWallets') ?? '')).toEqual([
      { id: 'b', rdns: 'io.b' },
    ])
    const again = await start(all(), { storage, reconnect: false })
    expect(again.wallets.get().map(({ name, recent }) => [name, recent])).toEqual([
      ['b', true],
      ['a', false],
    ])
  })

  it('The installed wallets are read again whenever the modal opens', async () => {
    let availability: Availability = 'unavailable'
    const { wallets, kernel } = await start([
      connector({ id: 'a', availability: () => availability }),
    ])
    expect(wallets.get()).toEqual([])
    availability = 'installed'
    kernel.open('Connect')
    await expect.poll(() => wallets.get()).toHaveLength(1)
  })

  it('A connector that throws is reported once, with its owner', async () => {
    const { wallets, kernel, registry } = await start([
      connector({
        id: 'a',
        availability: () => {
          throw new Error('no')
        },
      }),
    ])
    const reported = vi.fn()
    kernel.on('kernel:error-reported', reported)
    expect(wallets.get()).toEqual([])
    registry.add(connector({ id: 'b' }))
    expect(wallets.get()).toHaveLength(1)
    expect(reported).toHaveBeenCalledTimes(1)
    expect(reported.mock.lastCall?.[0]).toMatchObject({
      where: expect.stringContaining('wallets') as string,
    })
  })

  it('The wallet list is not computed while nobody reads it', async () => {
    const availability = vi.fn((): Availability => 'installed')
    const { registry } = await start([connector({ id: 'a', availability })])
    for (let index = 0; index < 100; index++) registry.add(connector({ id: `x${index}` }))
    expect(availability).not.toHaveBeenCalled()
  })

  it('The wallet list gives back its listeners', async () => {
    const { wallets, kernel, registry } = await start([connector({ id: 'a' })])
    const listener = vi.fn()
    wallets.subscribe(listener)
    kernel.dispose()
    listener.mockClear()
    registry.add(connector({ id: 'z' }))
    expect(listener).not.toHaveBeenCalled()
  })
})
