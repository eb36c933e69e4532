import {
  definePlugin,
  knownNamespaces,
  parseCaip10,
  toCaip10,
  type Account,
  type AccountType,
  type Caip2,
  type ConnectionInfo,
  type Connector,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { fakeAdapter } from './fakes/fakeAdapter.js'
import {
  makeWorld,
  memoryStorage,
  network,
  settle,
  type World,
  type WorldOptions,
} from './fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
/** A kernel with one wallet, `w`, that shows these accounts in the namespace of the first. */
const start = async (accounts: readonly Account[], options: WorldOptions = {}) => {
  const namespace = accounts[0]?.namespace ?? 'test'
  const link = new FakeConnection('w', 'w', { [namespace]: scope(accounts) })
  const connector = new FakeConnector('w', {
    namespaces: [namespace],
    link: () => link,
    name: 'Wallet',
  })
  const world = await makeWorld({ connectors: [connector], ...options })
  worlds.push(world)
  const select = (key: string) =>
    world.kernel.ports.accounts.select({ connectionId: 'w', namespace, key })
  return {
    ...world,
    link,
    connector,
    select,
    current: () => world.kernel.ports.accounts.active(namespace),
  }
}

describe('an account', () => {
  it('An account is what the wallet said, parsed by its adapter [ENT-01]', async () => {
    const { kernel, current } = await start([
      account('test', 'A', { publicKey: '02ab', path: "m/84'/0'/0'" }),
      account('test', 'B'),
    ])
    await kernel.connect('w')
    // These fields and no other: none carries a role.
    expect(current()).toEqual({
      connectionId: 'w',
      key: 'A',
      namespace: 'test',
      address: 'test-a',
      type: 'eoa',
      publicKey: '02ab',
      path: "m/84'/0'/0'",
    })
    expect(kernel.ports.accounts.all('test')[1]).not.toHaveProperty('publicKey')
  })
  it('An account names the person who signed in to it, by user name, email, both or neither [ENT-04]', async () => {
    const both = { username: 'ada', email: 'ada@shop.example' }
    const { kernel, select, current } = await start([
      account('test', 'both', { user: both }),
      account('test', 'email', { user: { email: both.email } }),
      account('test', 'nobody'),
    ])
    await kernel.connect('w')
    expect(current()?.user).toEqual(both)
    await select('email')
    expect([current()?.user?.email, current()?.user?.username]).toEqual([both.email, undefined])
    await select('nobody')
    expect(current()).toMatchObject({ key: 'nobody' })
    expect(current()).not.toHaveProperty('user')
  })
  it.each<AccountType>(['eoa', 'smartAccount', 'payment'])(
    'An account of type %s can be in use [ENT-02]',
    async (type) => {
      const { kernel, select, current } = await start([
        account('test', 'other', { type: 'eoa' }),
        account('test', 'it', { type }),
      ])
      await kernel.connect('w')
      await select('it')
      expect(current()).toMatchObject({ key: 'it', type })
    },
  )
  it('An account is replaced by another one of the wallet [FEAT-15]', async () => {
    const { kernel, select, current, link, named } = await start([
      account('test', 'one'),
      account('test', 'two'),
    ])
    await kernel.connect('w')
    await select('two')
    const { address } = current() ?? { address: '' }
    expect(
      parseCaip10(toCaip10(kernel.ports.activeNetwork.current('test')?.id ?? 'test:0', address)),
    ).toMatchObject({ network: 'test:1', address: 'test-two' })
    expect(named('account:changed').at(-1)).toMatchObject({ account: { address: 'test-two' } })
    expect(link.requests).toEqual([])
  })
  it.each(['', 'a:b'])(
    'An account whose address makes no CAIP-10 (%j) is left out and reported [VALID-02]',
    async (address) => {
      const said: unknown[] = []
      const { kernel } = await start(
        [account('test', 'bad', { address }), account('test', 'good')],
        {
          adapters: [
            {
              ...fakeAdapter('test'),
              load: async () => ({
                ...(await fakeAdapter('test').load()),
                parseAddress: (text) => text,
              }),
            },
          ],
        },
      )
      kernel.on('kernel:error-reported', ({ error }) => said.push(error))
      const { scopes } = await kernel.connect('w')
      expect(scopes['test']?.accounts.map(({ key }) => key)).toEqual(['good'])
      expect(said).toMatchObject([
        { code: 'caip.invalid_account', message: 'Invalid CAIP Address' },
      ])
      expect(() => parseCaip10('eip155:1')).toThrow(/^Invalid CAIP-10 address/)
    },
  )
})

describe('the preferred type of account', () => {
  const types = (namespace = 'test') => [
    account(namespace, 'owner', { type: 'eoa' }),
    account(namespace, 'smart', { type: 'smartAccount' }),
  ]
  it('The preferred type changes with the selected account, in state and storage [ACCT-01]', async () => {
    const storage = memoryStorage()
    const { kernel, select, current } = await start(types(), { kernel: { storage } })
    await kernel.connect('w')
    for (const [key, type] of [
      ['smart', 'smartAccount'],
      ['owner', 'eoa'],
      ['smart', 'smartAccount'],
    ] as const) {
      await select(key)
      expect([current()?.type, storage.read('accountTypes')]).toEqual([type, { test: type }])
    }
  })
  it('The next kernel reads the preferred type of account [STORE-13]', async () => {
    const storage = memoryStorage()
    const options = { networks: ['eip155:1'] as Caip2[], kernel: { storage } }
    const before = await start(types('eip155'), options)
    await before.kernel.connect('w')
    expect(before.current()?.type).toBe('smartAccount')
    await before.select('owner')
    await before.kernel.disconnect()
    before.kernel.dispose()
    const after = await start(types('eip155'), options)
    await after.kernel.connect('w')
    expect(after.current()?.type).toBe('eoa')
  })
})

describe("what is known of a namespace's networks", () => {
  it('A namespace knows the networks in use, approved, requested and with an account [ENT-07]', async () => {
    const { kernel, link, connector, core } = await start([
      account('test', 'owner'),
      account('test', 'smart', { type: 'smartAccount', networks: ['test:2'] }),
    ])
    await kernel.connect('w')
    const scopeNow = () => core.connections.get().connections[0]?.scopes['test']
    expect(connector.asked[0]?.networks.map(({ id }) => id)).toEqual(['test:1', 'test:2'])
    expect(kernel.ports.activeNetwork.current('test')).toMatchObject({
      id: 'test:1',
      supported: true,
    })
    expect(scopeNow()?.networks).toBe('any')
    expect(scopeNow()?.accounts.find(({ type }) => type === 'smartAccount')?.networks).toEqual([
      'test:2',
    ])
    link.tell({ scopes: { test: scope([account('test', 'owner')], { networks: ['test:1'] }) } })
    expect(scopeNow()?.networks).toEqual(['test:1'])
  })
  it('A network has pictures by url or by id [ENT-10]', async () => {
    const fetched = vi.fn(
      async (_url: URL | string) =>
        new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
    )
    vi.stubGlobal('fetch', fetched)
    const { kernel, half } = await start([account('test', 'a')], {
      kernel: { imageUrl: 'https://images.example' },
    })
    kernel.addNetwork(network('test:7', { assets: { imageUrl: 'data:image/png;base64,AA==' } }))
    kernel.addNetwork(network('test:8', { assets: { imageId: 'seven' } }))
    const assets = (id: Caip2) => kernel.ports.networks.find(id)?.value.assets ?? {}
    expect(await half.ports.image('network', assets('test:7'))).toBe('data:image/png;base64,AA==')
    expect(await half.ports.image('network', assets('test:8'))).toMatch(/^blob:/)
    expect(fetched.mock.calls.map(([url]) => String(url))).toEqual([
      'https://images.example/network/seven',
    ])
    vi.unstubAllGlobals()
  })
})

it('A connection has its connector, addresses, whether it is recent, and the name of a sign-in [ENT-15]', async () => {
  const { kernel, half } = await start([
    account('test', 'A', { label: 'ada', user: { username: 'ada' } }),
    account('test', 'B'),
  ])
  const isRecent = () =>
    half.ports.wallets
      .get()
      .find(({ connectors }) => connectors.some(({ id }) => id === info.connectorId))?.recent
  const info = await kernel.connect('w')
  expect(kernel.ports.connections.get().connections).toEqual([info])
  expect(info.connectorId).toBe('w')
  const accounts = Object.values(info.scopes).flatMap((each) => each.accounts)
  expect(accounts.map(({ address }) => address)).toEqual(['test-a', 'test-b'])
  expect(accounts.map(({ label }) => label)).toEqual(['ada', undefined])
  await vi.waitFor(() => expect(isRecent()).toBe(true))
})

it('A connector is found with all its members [ENT-16]', async () => {
  const { kernel, ctx } = await start([account('test', 'a')])
  const all: Connector = {
    id: 'full',
    name: 'Full',
    kind: 'announced',
    namespaces: ['test'],
    imageId: 'image',
    explorerId: 'explorer',
    rdns: 'org.full',
    icon: 'data:image/png;base64,AA==',
    availability: () => 'installed',
    connect: () => Promise.reject(new Error('no')),
  }
  ctx.connectors.add(all)
  expect(kernel.ports.connectors.find('full')?.value).toMatchObject(all)
  await settle()
  expect(
    kernel.ports.late
      .now()
      ?.wallets.get()
      .find(({ connectors }) => connectors.some(({ id }) => id === 'full')),
  ).toMatchObject({ name: 'Full', type: 'ANNOUNCED', icon: all.icon })
})

it('Five namespaces are known, and a sixth works like them [ENT-52]', async () => {
  expect(Object.keys(knownNamespaces).sort()).toEqual([
    'bip122',
    'cosmos',
    'eip155',
    'polkadot',
    'solana',
  ])
  const { kernel, link, select, current, ctx } = await start(
    [account('sixth', 'a'), account('sixth', 'b')],
    {
      networks: ['sixth:1', 'sixth:2'],
      policies: [{ namespace: 'sixth', methods: { sixth_sign: 'sign' } }],
    },
  )
  await kernel.connect('w')
  await select('b')
  await kernel.switchNetwork('sixth:2')
  expect(current()?.address).toBe('sixth-b')
  expect(await ctx.connections.request({ network: 'sixth:2', method: 'sixth_sign' })).toBe(
    'sixth_sign!',
  )
  await kernel.disconnect({ namespace: 'sixth' })
  expect([link.released, kernel.ports.connections.get().namespaces['sixth']?.status]).toEqual([
    [undefined],
    'disconnected',
  ])
})

it('A request without a network says what is missing [ERR-08]', async () => {
  const { kernel, ctx, link } = await start([account('test', 'a')], {
    policies: [{ namespace: 'test', methods: { sign: 'sign' } }],
  })
  await kernel.connect('w')
  for (const at of [undefined, '', 'test'])
    await expect(
      ctx.connections.request({ network: at as Caip2, method: 'sign' }),
    ).rejects.toMatchObject({
      code: 'kernel.account_or_network_missing',
      message: 'CaipNetwork or CaipAddress is undefined',
    })
  expect(link.requests).toEqual([])
})

it('Every stored key has kernel, plugin, version and name, and one meaning [STORE-01]', async () => {
  const storage = memoryStorage()
  const written: string[] = []
  const notes = definePlugin({
    id: 'notes',
    version: '0.1.0',
    kernelApi: '^0.1',
    storage: { version: 3, keys: { walletId: (value: unknown) => String(value) } },
    setup: (ctx) => ctx.storage.set('walletId', 'mine'),
  })
  const { kernel, select, half } = await start(
    [account('test', 'a'), account('test', 'b', { type: 'payment' })],
    {
      plugins: [notes],
      adapters: [
        fakeAdapter('test', { balance: async () => ({ value: 1n, decimals: 0, symbol: 'T' }) }),
      ],
      kernel: {
        storage: Object.assign(Object.create(storage) as typeof storage, {
          setItem: (key: string, value: string) => (written.push(key), storage.setItem(key, value)),
        }),
      },
    },
  )
  const { id }: ConnectionInfo = await kernel.connect('w')
  await select('b')
  await kernel.switchNetwork('test:2')
  await half.ports.balance({ network: 'test:2', address: 'test-b' })
  await kernel.disconnect({ connectionId: id })
  const keys = [...new Set(written)]
  for (const key of keys) expect(key).toMatch(/^latchkey-default:(kernel:v1|notes:v3):[a-zA-Z]+$/)
  const names = keys.map((key) => key.split(':').at(-1))
  for (const name of [
    'walletId',
    'walletName',
    'activeNetwork',
    'connectedNamespaces',
    'connectionStatus',
    'connections',
    'recentWallets',
    'accountTypes',
    'nativeBalances',
  ])
    expect(names).toContain(name)
  expect(names.filter((name) => name === 'walletId')).toHaveLength(2)
})
