import { definePlugin, type Account, type Connection } from '@latchkey/plugin-api'
import { createKernel } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterAll, afterEach, beforeAll, expect, describe, it, vi } from 'vitest'
import { evm } from '../src/index.js'
import { createSite, failure, methodsOf, openPage, RDNS, type Page, type Site } from './support.js'

let page: Page
let site: Site
beforeAll(async () => {
  page = await openPage()
})
afterEach(() => site.close())
afterAll(() => page.close())

const open = async (options?: Parameters<Page['site']>[0]) => {
  site = await page.site(options)
  const { provider } = site.kernel.plugins.evm
  const events: [string, unknown][] = []
  for (const name of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'])
    provider.on(name, (value: unknown) => void events.push([name, value]))
  return {
    ...site,
    provider,
    events,
    request: (method: string, params?: unknown) =>
      provider.request({ method, ...(params !== undefined && { params }) }),
  }
}
const announced = () => expect.poll(() => site.kernel.ports.connectors.find(RDNS)).toBeDefined()
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('eth_requestAccounts', () => {
  it('eth_requestAccounts opens the modal, and answers when a wallet is connected', async () => {
    const { request, kernel } = await open({ connect: false })
    expect(await request('eth_accounts')).toEqual([])
    const [one, two] = [request('eth_requestAccounts'), request('eth_requestAccounts')]
    await expect.poll(() => kernel.ports.modal.get().open).toBe(true)
    await announced()
    await kernel.connect(RDNS)
    expect(await Promise.all([one, two])).toEqual([[first], [first]])
    expect(await request('eth_accounts')).toEqual([first])
  })
  it('eth_requestAccounts is rejected when the modal is closed', async () => {
    const { request, kernel } = await open({ connect: false })
    const asked = failure(request('eth_requestAccounts'))
    await expect.poll(() => kernel.ports.modal.get().open).toBe(true)
    kernel.close()
    expect(await asked).toMatchObject({ code: 4001 })
  })
  it('eth_requestAccounts is rejected when the kernel is disposed', async () => {
    const { request, kernel } = await open({ connect: false })
    const asked = failure(request('eth_requestAccounts'))
    await expect.poll(() => kernel.ports.modal.get().open).toBe(true)
    kernel.dispose()
    expect(await asked).toMatchObject({ code: expect.any(Number) as number })
  })
  it('eth_requestAccounts opens nothing where a wallet is connected or being restored', async () => {
    const storage = fakeStorage()
    const { request, kernel } = await open({ kernel: { storage } })
    expect(await request('eth_requestAccounts')).toEqual([first])
    expect(kernel.ports.modal.get().open).toBe(false)
    kernel.dispose()
    const again = createSite(page.chains, { storage })
    expect(await again.plugins.evm.provider.request({ method: 'eth_requestAccounts' })).toEqual([
      first,
    ])
    expect(again.ports.modal.get().open).toBe(false)
    again.dispose()
  })
})

describe('events', () => {
  it('Events tell of the connection and its account, and of the end by an empty list and an error', async () => {
    const { events, kernel } = await open({ connect: false })
    await announced()
    await kernel.connect(RDNS)
    await vi.waitFor(() =>
      expect(events.map(([name]) => name)).toEqual(['connect', 'accountsChanged']),
    )
    expect(events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [first]],
    ])
    events.length = 0
    await kernel.disconnect()
    expect(events).toEqual([
      ['accountsChanged', []],
      [
        'disconnect',
        expect.objectContaining({ code: 4900, message: expect.any(String) as string }),
      ],
    ])
    expect(events[1]?.[1]).toBeInstanceOf(Error)
  })
  it('Events tell of other accounts and networks of the wallet, once each', async () => {
    const { events, wallet, request } = await open()
    events.length = 0
    wallet.setChain(31338)
    wallet.setAccounts([second])
    await vi.waitFor(() => expect(events).toHaveLength(2))
    expect(events).toEqual([
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', [second]],
    ])
    expect([
      await request('eth_chainId'),
      await request('net_version'),
      await request('eth_accounts'),
    ]).toEqual(['0x7a6a', '31338', [second]])
  })
  it('An event reaches the other listeners when one throws, and no removed listener', async () => {
    const { provider, wallet, kernel } = await open()
    const [gone, heard] = [vi.fn(), vi.fn()]
    provider.on('accountsChanged', gone).removeListener('accountsChanged', gone)
    provider.on('accountsChanged', () => {
      throw new Error('mine')
    })
    provider.on('accountsChanged', heard)
    wallet.setAccounts([second])
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith([second]))
    expect(gone).not.toHaveBeenCalled()
    expect(kernel.plugins.evm.getProvider()).toBe(provider)
  })
})

describe('networks', () => {
  it('A switch to a network that nobody configured fails with 4902, and the wallet is not asked', async () => {
    const { request, wallet } = await open()
    const before = wallet.requests.length
    expect(
      await failure(request('wallet_switchEthereumChain', [{ chainId: '0x5' }])),
    ).toMatchObject({ code: 4902 })
    expect(wallet.requests).toHaveLength(before)
  })
  it.each([undefined, [], [{}], [{ chainId: 'x' }], [null], { chainId: '0x1' }])(
    'A switch with the parameters %j is refused as invalid',
    async (params) => {
      const { request } = await open()
      expect(await failure(request('wallet_switchEthereumChain', params))).toMatchObject({
        code: -32602,
      })
    },
  )
  it('A request to add a configured network moves the wallet and the page to it', async () => {
    const { request, wallet, kernel } = await open()
    expect(await request('wallet_addEthereumChain', [{ chainId: '0x7a6a' }])).toBeNull()
    expect([wallet.state.chainId, kernel.ports.activeNetwork.current('eip155')?.id]).toEqual([
      31338,
      'eip155:31338',
    ])
  })
})

describe('a refusal', () => {
  it('A refused request carries the code that EIP-1193 gives it', async () => {
    const { request, wallet, kernel } = await open()
    expect(await failure(request('eth_sign', [first, '0x00']))).toMatchObject({ code: 4200 })
    wallet.rejectNext({ method: 'personal_sign' })
    expect(await failure(request('personal_sign', ['0x00', first]))).toMatchObject({ code: 4001 })
    wallet.goOffline()
    expect(await failure(request('personal_sign', ['0x00', first]))).toMatchObject({ code: 4900 })
    wallet.goOnline()
    await kernel.disconnect()
    expect(await failure(request('personal_sign', ['0x00', first]))).toMatchObject({ code: 4100 })
    expect(methodsOf(site)).not.toContain('eth_sign')
  })
  it('An answer that comes after the account changed is refused', async () => {
    const { request, wallet } = await open({ wallet: { ui: 'manual' }, connect: false })
    await announced()
    const connecting = site.kernel.connect(RDNS)
    await expect.poll(() => wallet.pending.length).toBe(1)
    wallet.approve()
    await connecting
    const asked = failure(request('personal_sign', ['0x00', first]))
    await expect.poll(() => wallet.pending.length).toBe(1)
    wallet.setAccounts([second])
    expect(await asked).toMatchObject({ code: -32603, cause: { code: 'wallet.account_changed' } })
  })
})

it('A connection with a smart account uses it, unless the host chooses another type [ACCT-07]', async () => {
  await open({ connect: false })
  const account = (type: string, address: string): Account => ({
    key: type,
    namespace: 'eip155',
    address,
    type,
  })
  const connection: Connection = {
    id: 'two',
    connectorId: 'two',
    scopes: {
      eip155: {
        accounts: [account('eoa', first), account('smartAccount', second)],
        network: 'eip155:31337',
        networks: 'any',
        methods: 'any',
      },
    },
    request: () => Promise.resolve(null),
    onChange: () => () => undefined,
    release: () => Promise.resolve(),
    snapshot: () => null,
  }
  const embedded = definePlugin({
    id: 'two',
    version: '1.0.0',
    kernelApi: '^0.1',
    setup: (ctx) =>
      void ctx.connectors.add({
        id: 'two',
        name: 'Two',
        kind: 'auth',
        namespaces: ['eip155'],
        availability: () => 'available',
        connect: () => Promise.resolve(connection),
      }),
  })
  for (const [accountTypes, address] of [
    [undefined, second],
    [{ eip155: 'eoa' }, first],
  ] as const) {
    const kernel = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      mobile: false,
      logLevel: 'silent',
      plugins: [evm({ networks: page.chains }), embedded],
      ...(accountTypes && { accountTypes }),
    })
    await kernel.connect('two')
    expect(kernel.ports.accounts.active('eip155')?.address).toBe(address)
    kernel.dispose()
  }
})
