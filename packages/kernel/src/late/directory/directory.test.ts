import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DirectoryQuery, KernelOptions } from '../../types.js'
import { connector, network, startServices } from '../../../test/services/support.js'

const fetched = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>()
const wallet = (id: string, more: object = {}) => ({ id, name: `Wallet ${id}`, ...more })
beforeEach(() => {
  fetched
    .mockReset()
    .mockImplementation(() =>
      Promise.resolve(
        Response.json({ wallets: [wallet('w1', { rdns: 'io.one' }), wallet('w2')], total: 2 }),
      ),
    )
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const URL_OF_LIST = 'https://list.test/wallets?key=1'
const start = (options: Partial<KernelOptions> = {}) =>
  startServices({ directory: URL_OF_LIST, ...options })
const query: DirectoryQuery = { page: 1, count: 40 }
const queries = () => fetched.mock.calls.map(([url]) => Object.fromEntries(url.searchParams))

describe('the wallet directory', () => {
  it('The directory asks the URL of the host for a page, once', async () => {
    const { ports } = await start()
    const page = await ports.directory({ ...query, include: ['a', 'b'], exclude: ['c'] })
    expect(page).toEqual({ wallets: [wallet('w1', { rdns: 'io.one' }), wallet('w2')], total: 2 })
    expect(queries()).toEqual([{ key: '1', page: '1', count: '40', include: 'a,b', exclude: 'c' }])
    expect(await ports.directory({ ...query, include: ['a', 'b'], exclude: ['c'] })).toBe(page)
    expect(fetched).toHaveBeenCalledTimes(1)
    await ports.directory({ ...query, namespaces: ['ink', 'oak'] })
    expect(queries()[1]).toMatchObject({ namespaces: 'ink,oak' })
  })

  it('The directory asks the function of the host', async () => {
    const directory = vi.fn((_: DirectoryQuery) =>
      Promise.resolve({ wallets: [wallet('x')], total: 1 }),
    )
    const { ports } = await start({ directory })
    expect(await ports.directory(query)).toEqual({ wallets: [wallet('x')], total: 1 })
    expect(directory.mock.lastCall?.[0]).toMatchObject(query)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('The directory asks a new function of the host, also one with equal source', async () => {
    const listing = (id: string) => () => Promise.resolve({ wallets: [wallet(id)], total: 1 })
    const { kernel, ports } = await start({ directory: listing('x') })
    expect((await ports.directory(query)).wallets).toEqual([wallet('x')])
    kernel.setOptions({ directory: listing('y') })
    expect((await ports.directory(query)).wallets).toEqual([wallet('y')])
  })

  it('The directory is empty if the host has none', async () => {
    const { ports } = await startServices()
    expect(await ports.directory(query)).toEqual({ wallets: [], total: 0 })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('The directory is asked for the wallets that the host allows, and others are left out', async () => {
    const onlyWallets = ['w2', { rdns: 'io.Three' }, { name: 'Wallet w4' }]
    const { kernel, ports } = await start({ onlyWallets })
    expect((await ports.directory(query)).wallets).toEqual([wallet('w2')])
    expect(queries()).toMatchObject([{ include: 'w2,io.Three,Wallet w4' }])
    const page = [wallet('w3', { rdns: 'io.three' }), wallet('w4'), wallet('w5')]
    fetched.mockImplementation(() => Promise.resolve(Response.json({ wallets: page, total: 3 })))
    expect((await ports.directory({ ...query, page: 2 })).wallets).toEqual(page.slice(0, 2))
    kernel.setOptions({ onlyWallets: ['w5'] })
    expect((await ports.directory({ ...query, page: 2 })).wallets).toEqual(page.slice(2))
  })

  it('A failed page of the directory is asked for again', async () => {
    const { ports } = await start()
    fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
    await expect(ports.directory(query)).rejects.toMatchObject({ code: 'http.status' })
    expect((await ports.directory(query)).total).toBe(2)
  })

  it('Entries that are not wallets, and unsafe fields of wallets, are left out', async () => {
    fetched.mockResolvedValue(
      Response.json({
        total: 9,
        wallets: [
          null,
          7,
          {},
          wallet(''),
          { id: 'a' },
          { id: 1, name: 'a' },
          wallet('x'.repeat(201)),
          wallet('ok', {
            homepage: 'javascript:alert(1)',
            imageUrl: 'http://a.test/i.png',
            mobileLink: 'javascript:x',
            universalLink: 'http://a.test/link',
            desktopLink: 'ok:',
            webLink: 'data:text/html,x',
            stores: [{ store: 'a', url: 'file:///x' }],
            namespaces: [7],
            extra: 1,
          }),
          wallet('good', {
            homepage: 'https://a.test',
            imageUrl: 'https://a.test/i.png',
            mobileLink: 'good://',
            universalLink: 'https://a.test/link',
            webLink: 'https://a.test/app',
            stores: [{ store: 'apple', url: 'https://apps.test/1' }],
            namespaces: ['solana'],
          }),
        ],
      }),
    )
    const { ports } = await start()
    expect((await ports.directory(query)).wallets).toEqual([
      wallet('ok', { desktopLink: 'ok:' }),
      wallet('good', {
        homepage: 'https://a.test',
        imageUrl: 'https://a.test/i.png',
        mobileLink: 'good://',
        universalLink: 'https://a.test/link',
        webLink: 'https://a.test/app',
        stores: [{ store: 'apple', url: 'https://apps.test/1' }],
        namespaces: ['solana'],
      }),
    ])
  })

  it.each([
    '[]',
    'null',
    '{}',
    '{"wallets":{},"total":1}',
    '{"wallets":[],"total":-1}',
    '{"wallets":[],"total":1e400}',
    '{"wallets":[],"total":"1"}',
  ])('The directory answers %s with a typed error', async (body) => {
    fetched.mockResolvedValue(new Response(body))
    await expect((await start()).ports.directory(query)).rejects.toMatchObject({
      code: 'http.bad_answer',
    })
    const { ports } = await start({ directory: () => Promise.resolve(JSON.parse(body) as never) })
    await expect(ports.directory(query)).rejects.toMatchObject({ code: 'http.bad_answer' })
  })

  it('Only the last of several quick searches is sent, 500 ms after it [CONST-03]', async () => {
    const { ports } = await start()
    await ports.directory(query)
    fetched.mockClear()
    vi.useFakeTimers()
    const searches = ['m', 'me', 'met'].map((search) =>
      ports.directory({ ...query, search }).then(
        () => search,
        ({ code }: { code: string }) => code,
      ),
    )
    await vi.advanceTimersByTimeAsync(499)
    expect(fetched).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all(searches)).toEqual(['kernel.aborted', 'kernel.aborted', 'met'])
    expect(queries()).toMatchObject([{ search: 'met' }])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('opening the modal', () => {
  const excluded = { excludedWallets: [{ id: 'bad' }], featuredWallets: [{ id: 'w1' }] }

  it('Opening the modal asks a directory for featured and recommended wallets [OPEN-09]', async () => {
    const none = await startServices({ excludedWallets: ['bad'] })
    none.kernel.open()
    await none.kernel.ports.late.load()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(fetched).not.toHaveBeenCalled()
    const { kernel, ports } = await start(excluded)
    expect(fetched).not.toHaveBeenCalled()
    kernel.open()
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3))
    expect(queries()).toMatchObject([
      { include: 'w1', exclude: 'bad' },
      { include: 'bad' },
      { page: '1', exclude: 'bad' },
    ])
    kernel.close()
    kernel.open()
    await ports.directory({ page: 1, count: 4, exclude: ['bad'] })
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('Opening the modal asks nothing without a directory', async () => {
    const { kernel } = await startServices(excluded)
    kernel.open()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(fetched).not.toHaveBeenCalled()
  })

  it('Connectors of excluded ids are hidden once the directory has told their rdns [CONN-18]', async () => {
    const plugin = definePlugin({
      id: 'p',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['test'],
      setup: (ctx) => void ctx.connectors.add(connector({ id: 'a', rdns: 'io.one' })),
    })
    const { kernel, ports } = await start({ plugins: [plugin], excludedWallets: ['w1'] })
    expect(ports.wallets.get()).toHaveLength(1)
    kernel.open()
    await expect.poll(() => ports.wallets.get()).toEqual([])
  })

  it('Connectors of allowed ids are listed once the directory has told their rdns', async () => {
    const plugin = definePlugin({
      id: 'p',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['test'],
      setup(ctx) {
        ctx.connectors.add(connector({ id: 'a', rdns: 'io.one' }))
        ctx.connectors.add(connector({ id: 'b', rdns: 'io.two' }))
      },
    })
    const { kernel, ports } = await start({ plugins: [plugin], onlyWallets: ['w1'] })
    expect(ports.wallets.get()).toEqual([])
    kernel.open()
    await expect.poll(() => ports.wallets.get().map(({ name }) => name)).toEqual(['a'])
  })

  it('Opening the modal fetches the pictures of connectors and networks ahead [OPEN-10]', async () => {
    const plugin = definePlugin({
      id: 'p',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['test'],
      setup(ctx) {
        ctx.adapters.add({
          namespace: 'test',
          abilities: [],
          resembles: () => true,
          session: { methods: [], events: [] },
          load: () => Promise.reject(new Error('not needed')),
        })
        ctx.connectors.add(connector({ id: 'a', imageId: 'i1' }))
        ctx.networks.add(network('test:1', { assets: { imageId: 'i2' } }))
      },
    })
    const paths = () => fetched.mock.calls.map(([{ href }]) => href)
    const none = await startServices({ plugins: [plugin] })
    none.kernel.open()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(paths()).toEqual([])
    const { kernel } = await startServices({ plugins: [plugin], imageUrl: 'https://img.test/v1' })
    kernel.open()
    await vi.waitFor(() =>
      expect(paths()).toEqual([
        'https://img.test/v1/connector/i1',
        'https://img.test/v1/network/i2',
      ]),
    )
  })

  it('Opening the modal works while the directory is down', async () => {
    fetched.mockRejectedValue(new TypeError('offline'))
    const { kernel } = await start(excluded)
    const reported = vi.fn()
    kernel.on('kernel:error-reported', reported)
    kernel.open()
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(reported).not.toHaveBeenCalled()
  })
})
