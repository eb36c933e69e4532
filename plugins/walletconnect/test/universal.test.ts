import {
  definePlugin,
  createToken,
  isLatchkeyError,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { solana, solanaMainnet } from '@latchkey/solana'
import UniversalProvider from '@walletconnect/universal-provider'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { hiddenOf } from '../src/sdk/universal/library.js'
import type { UniversalProviderLike } from '../src/index.js'
import {
  ALICE,
  BOB,
  chain,
  openStage,
  sixth,
  type Site,
  type Stage,
  type Wallet,
} from './support.js'

// Where a page has a database, there is none here: one that lives as long as this file.
vi.mock('../src/sdk/store.js', async (original) => {
  const { memoryStore } = await original<typeof import('../src/sdk/store.js')>()
  const stores = new Map<string, ReturnType<typeof memoryStore>>()
  return {
    memoryStore,
    openStore: async (name: string) =>
      stores.get(name) ?? stores.set(name, memoryStore()).get(name),
  }
})

const EVENTS = [
  'connect',
  'disconnect',
  'display_uri',
  'accountsChanged',
  'chainChanged',
  'session_update',
  'session_delete',
  'session_event',
]
const NAMESPACES = {
  optionalNamespaces: {
    eip155: {
      chains: ['eip155:1', 'eip155:137'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged', 'accountsChanged'],
    },
  },
}

let stage: Stage
/** Addresses that the page asked by HTTP. */
let fetched: string[]
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  fetched = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    fetched.push(String(url))
    return Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Scene {
  site: Site
  wallet: Wallet
  provider: UniversalProvider
  /** Names of the events that the provider emitted, with their first value. */
  heard: [name: string, value: unknown][]
}
const openScene = async (options: Parameters<Stage['site']>[0] = {}): Promise<Scene> => {
  const [site, wallet] = await Promise.all([stage.site(options), stage.wallet()])
  const provider = await site.api.getUniversalProvider<UniversalProvider>()
  const heard: Scene['heard'] = []
  for (const name of EVENTS) provider.on(name, (value: unknown) => heard.push([name, value]))
  return { site, wallet, provider, heard }
}
const connect = async ({ provider, wallet }: Scene): Promise<void> => {
  provider.once('display_uri', (uri: string) => void wallet.scan(uri))
  await provider.connect(NAMESPACES)
}
const connected = async (options?: Parameters<Stage['site']>[0]): Promise<Scene> => {
  const scene = await openScene(options)
  await connect(scene)
  return scene
}
const failure = (promise: Promise<unknown>): Promise<Error & { code?: unknown; cause?: unknown }> =>
  promise.then(
    () => expect.fail('It was to fail.'),
    (error: unknown) => error as Error,
  )
const names = ({ heard }: Scene): string[] => heard.map(([name]) => name)
const sign = ({ provider }: Scene, chain?: string): Promise<unknown> =>
  provider.request({ method: 'personal_sign', params: ['0x00', ALICE] }, chain)
const network = ({ kernel }: Site): string | undefined =>
  kernel.ports.activeNetwork.current('eip155')?.id

it('The provider is the published class, and the same object each time', async () => {
  const { site, provider } = await openScene()
  expect(provider).toBeInstanceOf(UniversalProvider)
  expect(provider.constructor).toBe(UniversalProvider)
  expect(provider.isWalletConnect).toBe(true)
  expect(await site.api.getUniversalProvider()).toBe(provider)
})

it('The library has every hidden member by which the provider is started and followed', async () => {
  const { provider } = await openScene()
  for (const name of ['initialize', 'createProviders', 'onConnect'] as const)
    expect(hiddenOf(provider)[name]).toBeTypeOf('function')
  expect(provider.rpcProviders).toEqual({})
})

it('The provider connects by a code that it announces, through the kernel, and signs', async () => {
  const scene = await openScene()
  const { site, wallet, provider } = scene
  provider.once('display_uri', (uri: string) => void wallet.scan(uri))
  const session = await provider.connect(NAMESPACES)
  expect(names(scene)).toEqual(['display_uri', 'connect'])
  expect(session?.topic).toBe(wallet.topic)
  expect(provider.session?.namespaces['eip155']).toEqual({
    chains: ['eip155:1', 'eip155:137'],
    accounts: [`eip155:1:${ALICE}`, `eip155:137:${ALICE}`],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged', 'accountsChanged'],
  })
  expect(site.kernel.ports.connections.get().namespaces['eip155']).toMatchObject({
    status: 'connected',
    connectionId: wallet.topic,
  })
  expect(await sign(scene)).toBe('personal_sign!')
  expect(await sign(scene, 'eip155:137')).toBe('personal_sign!')
  expect(wallet.requests.map(({ chainId }) => chainId)).toEqual(['eip155:1', 'eip155:137'])
  expect(await provider.enable()).toEqual([ALICE])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
  expect(await provider.request({ method: 'eth_chainId' })).toBe(1)
})

it('The provider uses the socket and the keys of the kernel, and no others', async () => {
  const before = new Set(stage.asked.map(({ clientId }) => clientId))
  const scene = await connected()
  await sign(scene)
  const clients = new Set(stage.asked.map(({ clientId }) => clientId))
  // The page and the wallet.
  expect([...clients].filter((id) => !before.has(id))).toHaveLength(2)
  expect(fetched).toEqual([])
})

it('The modal shows the code, unless the host draws it', async () => {
  const scene = await openScene()
  const { site, provider } = scene
  const attempt = failure(provider.connect(NAMESPACES))
  await vi.waitFor(() => expect(provider.uri).toMatch(/^wc:/))
  expect(site.kernel.ports.modal.get().open).toBe(true)
  expect(site.kernel.ports.router.get().at(-1)).toMatchObject({
    view: 'ConnectingWalletConnect',
    params: { namespaces: ['eip155'] },
  })
  // The view shows the attempt that runs, and ends it when the visitor leaves.
  const view = new AbortController()
  const shown = failure(site.api.connect({ signal: view.signal }))
  view.abort()
  expect(await attempt).toMatchObject({ message: 'Modal closed', code: 5000 })
  expect(isLatchkeyError(await shown, 'kernel.aborted')).toBe(true)
  site.kernel.close()
  await site.api.getUniversalProvider({ modal: false })
  await connect(scene)
  expect(site.kernel.ports.modal.get().open).toBe(false)
})

it('Connecting rejects as the library does where the wallet declines, and succeeds the next time', async () => {
  const scene = await openScene()
  const { wallet, provider } = scene
  wallet.how = 'reject'
  expect(await failure(connect(scene))).toMatchObject({ code: 5000, message: 'User rejected.' })
  expect(provider.session).toBeUndefined()
  wallet.how = 'approve'
  await connect(scene)
  expect(provider.session?.topic).toBe(wallet.topic)
})

it('The provider takes over a connection that the visitor made in the modal, and tells its end once', async () => {
  const scene = await openScene()
  const { site, wallet, provider } = scene
  await site.connect(wallet)
  await vi.waitFor(() => expect(provider.session?.topic).toBe(wallet.topic))
  expect(names(scene)).toEqual(['connect'])
  expect(await sign(scene)).toBe('personal_sign!')
  await site.kernel.disconnect()
  await vi.waitFor(() => expect(names(scene)).toContain('disconnect'))
  expect(provider.session).toBeUndefined()
  expect(names(scene)).toEqual(['connect', 'session_delete', 'disconnect'])
  expect(await failure(sign(scene))).toMatchObject({
    message: 'Please call connect() before request()',
  })
  await connect(scene)
  expect(await sign(scene)).toBe('personal_sign!')
})

it('A disconnect by the host ends the session of the kernel and of the wallet', async () => {
  const scene = await connected()
  const { site, wallet, provider } = scene
  scene.heard.length = 0
  await provider.disconnect()
  expect(provider.session).toBeUndefined()
  expect(site.kernel.ports.connections.get().connections).toEqual([])
  await vi.waitFor(() => expect(wallet.ended).toEqual([wallet.topic]))
  expect(scene.heard).toEqual([])
  expect(await failure(provider.disconnect())).toMatchObject({
    message: 'Please call connect() before enable()',
  })
})

it('The provider tells once that the wallet ended the session', async () => {
  const scene = await connected()
  const { wallet, provider } = scene
  scene.heard.length = 0
  await wallet.client.disconnect({ topic: wallet.topic, reason: { code: 6000, message: 'bye' } })
  await vi.waitFor(() => expect(names(scene)).toEqual(['session_delete', 'disconnect']))
  expect(scene.heard[1]![1]).toMatchObject({ code: 6000, data: wallet.topic })
  expect(provider.session).toBeUndefined()
})

it("A wallet's refusal reaches the host with its own code and words", async () => {
  const scene = await connected()
  scene.wallet.answer = () => Promise.reject({ code: 4001, message: 'No, thanks.' })
  const error = await failure(sign(scene))
  expect(error).toMatchObject({ code: 4001, message: 'No, thanks.' })
  expect(isLatchkeyError(error.cause, 'wallet.user_rejected')).toBe(true)
})

it('A method that the host denies is not asked for, even where the library would answer itself', async () => {
  const scene = await connected({ rpcPolicy: { deny: ['personal_sign', 'eth_accounts'] } })
  const { provider, wallet } = scene
  expect(await failure(sign(scene))).toMatchObject({ code: 4200 })
  expect(await failure(provider.request({ method: 'eth_accounts' }))).toMatchObject({
    code: 4200,
    message: 'Requested RPC call is not allowed',
  })
  expect(await failure(provider.request({ method: 'made_up' }))).toMatchObject({ code: 4200 })
  expect(await failure(provider.request(undefined as never))).toMatchObject({ code: 4200 })
  expect(wallet.requests).toEqual([])
  expect(fetched).toEqual([])
})

it('A request that signs or sends is first shown to the visitor, as one of the host', async () => {
  const seen: unknown[] = []
  const previews = definePlugin({
    id: 'previews',
    version: '0.1.0',
    kernelApi: '*',
    setup: (ctx) =>
      void ctx.points.add(createToken<RequestPreviewer>('previews'), {
        id: 'test',
        takes: ({ origin }) => origin === 'host',
        async review({ method, params }) {
          seen.push([method, params])
          if (method === 'eth_sendTransaction')
            throw Object.assign(new Error('no'), { code: 'wallet.user_rejected' })
        },
      }),
  })
  const scene = await connected({ plugins: [previews] })
  expect(await sign(scene)).toBe('personal_sign!')
  const transaction = [{ from: ALICE, to: BOB, value: '0x1' }]
  await failure(
    scene.provider.request({ method: 'eth_sendTransaction', params: transaction }, 'eip155:137'),
  )
  expect(seen).toEqual([
    ['personal_sign', ['0x00', ALICE]],
    ['eth_sendTransaction', transaction],
  ])
  expect(scene.wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
})

it('Reads go to the nodes of the network that is named, and nowhere else', async () => {
  const scene = await openScene()
  const { provider, wallet } = scene
  // A host may name nodes, and a wallet a bundler: neither is asked.
  provider.once('display_uri', (uri: string) => void wallet.scan(uri))
  await provider.connect({
    optionalNamespaces: {
      eip155: {
        ...NAMESPACES.optionalNamespaces.eip155,
        rpcMap: { 1: 'https://elsewhere.test', 137: 'https://elsewhere.test' },
      },
    },
  })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
  expect(await provider.request({ method: 'eth_blockNumber' }, 'eip155:137')).toBe('0x10')
  provider.setDefaultChain('eip155:137', 'https://elsewhere.test')
  expect(await provider.request({ method: 'eth_gasPrice' })).toBe('0x10')
  const family = provider.rpcProviders['eip155']!
  await family.httpProviders['1']!.request({ method: 'eth_gasPrice' })
  expect(fetched.map((url) => new URL(url).host)).toEqual([
    'node-1.test',
    'node-137.test',
    'node-137.test',
    'node-1.test',
  ])
  expect(await failure(provider.request({ method: 'eth_blockNumber' }, 'eip155:5'))).toMatchObject({
    message: 'JSON-RPC provider for eip155:5 not found',
  })
})

it('The provider asks no bundler that a wallet names, and keeps calls in no storage of the page', async () => {
  const scene = await openScene()
  const { wallet, provider } = scene
  wallet.properties = { bundler_url: 'https://elsewhere.test', bundler_name: 'pimlico' }
  wallet.namespaces = {
    eip155: {
      ...wallet.namespaces['eip155']!,
      methods: ['personal_sign', 'wallet_sendCalls'],
    },
  }
  wallet.answer = () => ({
    id: '0x7',
    capabilities: { caip345: { caip2: 'eip155:137', transactionHashes: ['0x99'] } },
  })
  await connect(scene)
  await provider.request({
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x89', atomicRequired: false, calls: [] }],
  })
  expect(provider.session?.sessionProperties).toEqual({})
  const status = await provider.request({ method: 'wallet_getCallsStatus', params: ['0x7'] })
  expect(status).toMatchObject({ id: '0x7', chainId: '0x89' })
  expect(fetched.map((url) => new URL(url).host)).toEqual(['node-137.test'])
})

it('The default chain of the host and the network of the kernel follow each other', async () => {
  const scene = await connected()
  const { site, wallet, provider } = scene
  scene.heard.length = 0
  provider.setDefaultChain('eip155:137')
  await vi.waitFor(() => expect(network(site)).toBe('eip155:137'))
  expect(scene.heard).toEqual([
    ['chainChanged', '137'],
    ['accountsChanged', [ALICE]],
  ])
  await site.kernel.switchNetwork('eip155:1')
  await vi.waitFor(() => expect(names(scene)).toHaveLength(4))
  expect(scene.heard.slice(2)).toEqual([
    ['chainChanged', '1'],
    ['accountsChanged', [ALICE]],
  ])
  await wallet.client.emit({
    topic: wallet.topic,
    chainId: 'eip155:137',
    event: { name: 'chainChanged', data: 137 },
  })
  await vi.waitFor(() => expect(network(site)).toBe('eip155:137'))
  await vi.waitFor(() => expect(scene.heard.slice(4)).toContainEqual(['chainChanged', '137']))
  expect(names(scene).slice(4).sort()).toEqual(['accountsChanged', 'chainChanged', 'session_event'])
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
  expect(network(site)).toBe('eip155:1')
  expect(await provider.request({ method: 'eth_chainId' })).toBe(1)
  expect(wallet.requests).toEqual([])
})

it('A chain that the host sets in a listener of chainChanged is used by the kernel as well', async () => {
  const scene = await connected()
  const { site, provider } = scene
  scene.heard.length = 0
  provider.on('chainChanged', (reference: string) => {
    if (reference === '137') provider.setDefaultChain('eip155:1')
  })
  // The host's choice withdraws this one.
  await site.kernel.switchNetwork('eip155:137').catch(() => undefined)
  await vi.waitFor(() => expect(scene.heard).toContainEqual(['chainChanged', '1']))
  await vi.waitFor(() => expect(network(site)).toBe('eip155:1'))
  expect(await provider.request({ method: 'eth_chainId' })).toBe(1)
})

it('A listener that insists on a chain which the kernel refuses hears why, and is not called for ever', async () => {
  const scene = await connected()
  const { site, provider } = scene
  await site.kernel.switchNetwork('eip155:137')
  await vi.waitFor(async () => expect(await provider.request({ method: 'eth_chainId' })).toBe(137))
  site.kernel.setOptions({ networkSwitching: false })
  const refusals: unknown[] = []
  let calls = 0
  provider.on('chainChanged', (reference: string) => {
    if (++calls > 20 || reference !== '137') return
    try {
      provider.setDefaultChain('eip155:1')
    } catch (error) {
      refusals.push(error)
    }
  })
  provider.setDefaultChain('eip155:1')
  await vi.waitFor(() => expect(refusals).toHaveLength(1))
  expect(refusals[0]).toMatchObject({ code: 4200 })
  expect(await provider.request({ method: 'eth_chainId' })).toBe(137)
  expect(calls).toBe(2)
})

it('Of two quick switches the second one counts, and no other chain is told in between', async () => {
  const chains = [chain(1), chain(137), chain(10)] as const
  const scene = await openScene({ chains: [...chains] })
  const { site, wallet, provider } = scene
  wallet.namespaces = {
    eip155: {
      ...wallet.namespaces['eip155']!,
      accounts: chains.map(({ id }) => `eip155:${id}:${ALICE}`),
    },
  }
  provider.once('display_uri', (uri: string) => void wallet.scan(uri))
  await provider.connect({
    optionalNamespaces: {
      eip155: {
        ...NAMESPACES.optionalNamespaces.eip155,
        chains: chains.map(({ id }) => `eip155:${id}`),
      },
    },
  })
  scene.heard.length = 0
  provider.setDefaultChain('eip155:137')
  provider.setDefaultChain('eip155:10')
  await vi.waitFor(() => expect(network(site)).toBe('eip155:10'))
  await vi.waitFor(async () => expect(await provider.request({ method: 'eth_chainId' })).toBe(10))
  expect(scene.heard.filter(([name]) => name === 'chainChanged')).toEqual([
    ['chainChanged', '137'],
    ['chainChanged', '10'],
  ])
})

it("A listener of the provider's client that never ends holds nothing up", async () => {
  const scene = await connected()
  const { site, wallet, provider } = scene
  provider.client.on('session_delete', () => new Promise<void>(() => undefined) as never)
  await site.kernel.disconnect()
  await vi.waitFor(() => expect(names(scene)).toContain('disconnect'))
  expect(provider.session).toBeUndefined()
  await site.connect(wallet)
  await vi.waitFor(() => expect(provider.session?.topic).toBe(wallet.topic))
  expect(await sign(scene)).toBe('personal_sign!')
})

it("A disconnect by the provider's client ends the session, is told, and the next connection is taken", async () => {
  const scene = await connected()
  const { site, wallet, provider } = scene
  const { topic } = wallet
  scene.heard.length = 0
  const reason = { code: 6000, message: 'bye' }
  await provider.client.disconnect({ topic, reason })
  await vi.waitFor(() => expect(names(scene)).toEqual(['session_delete', 'disconnect']))
  expect(provider.session).toBeUndefined()
  expect(site.kernel.ports.connections.get().connections).toEqual([])
  await site.connect(wallet)
  await vi.waitFor(() => expect(provider.session?.topic).toBe(wallet.topic))
  // Another connection of the kernel is none of this client's.
  expect(await failure(provider.client.disconnect({ topic, reason }))).toMatchObject({
    message: expect.stringContaining('No matching key'),
  })
  await provider.disconnect()
  expect(provider.session).toBeUndefined()
})

it('A chain that the session does not allow is refused with the words of the library', async () => {
  const scene = await connected()
  const { site, provider } = scene
  expect(() => provider.setDefaultChain('eip155:5')).toThrow(/^Chain 'eip155:5' not approved/)
  // The library ignores a namespace that it does not know.
  provider.setDefaultChain('cosmos:x')
  expect(await failure(sign(scene, 'solana:x'))).toMatchObject({
    message:
      "Namespace 'solana' is not configured. Please call connect() first with namespace config.",
  })
  expect(await failure(sign(scene, 'eip155:5'))).toMatchObject({ code: 4901 })
  for (const chainId of ['0x5', 'x', undefined])
    await failure(provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }))
  expect(network(site)).toBe('eip155:1')
  expect(await failure(provider.connect({ pairingTopic: 'x' }))).toMatchObject({
    message: expect.stringContaining('pairingTopic'),
  })
  expect(
    await failure(
      provider.connect({
        optionalNamespaces: { tezos: { chains: ['tezos:x'], methods: [], events: [] } },
      }),
    ),
  ).toMatchObject({ message: 'Chain adapter not found' })
})

it('A switch to a network that the session does not grant fails, even where the wallet agrees', async () => {
  const scene = await openScene({ chains: [chain(1), chain(137), chain(10)] })
  const { provider, wallet } = scene
  wallet.namespaces = {
    eip155: {
      ...wallet.namespaces['eip155']!,
      chains: ['eip155:1'],
      accounts: [`eip155:1:${ALICE}`],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    },
  }
  wallet.answer = () => null
  await connect(scene)
  const asked = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }
  expect(await failure(provider.request(asked))).toMatchObject({ code: 4901 })
  expect(await provider.request({ method: 'eth_chainId' })).toBe(1)
  await sign(scene)
  expect(wallet.requests.at(-1)).toMatchObject({ method: 'personal_sign', chainId: 'eip155:1' })
})

it('The account in use comes first, and another one is told', async () => {
  const scene = await openScene()
  const { site, wallet, provider } = scene
  wallet.namespaces = {
    eip155: {
      ...wallet.namespaces['eip155']!,
      accounts: [`eip155:1:${ALICE}`, `eip155:1:${BOB}`, `eip155:137:${ALICE}`],
    },
  }
  await connect(scene)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([ALICE, BOB])
  scene.heard.length = 0
  await site.kernel.ports.accounts.select({
    connectionId: wallet.topic,
    namespace: 'eip155',
    key: BOB,
  })
  await vi.waitFor(() => expect(scene.heard).toEqual([['accountsChanged', [BOB, ALICE]]]))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([BOB, ALICE])
  expect(provider.session?.namespaces['eip155']?.accounts[0]).toBe(`eip155:1:${BOB}`)
})

it('The provider follows a wallet that changes its permissions', async () => {
  const scene = await connected()
  const { wallet, provider } = scene
  scene.heard.length = 0
  await wallet.client.update({
    topic: wallet.topic,
    namespaces: {
      eip155: { ...wallet.namespaces['eip155']!, accounts: [`eip155:1:${BOB}`] },
    },
  })
  await vi.waitFor(() => expect(names(scene)).toEqual(['session_update', 'accountsChanged']))
  expect(scene.heard[1]).toEqual(['accountsChanged', [BOB]])
  expect(provider.session?.namespaces['eip155']).toMatchObject({
    chains: ['eip155:1'],
    accounts: [`eip155:1:${BOB}`],
  })
})

it('Permissions that a wallet grants beyond those asked for are not shown', async () => {
  const scene = await openScene()
  const { wallet, provider } = scene
  wallet.namespaces = {
    eip155: {
      accounts: [`eip155:1:${ALICE}`, `eip155:666:${BOB}`],
      methods: ['personal_sign', 'made_up'],
      events: ['chainChanged', 'accountsChanged'],
    },
  }
  await connect(scene)
  expect(provider.session?.namespaces['eip155']).toMatchObject({
    chains: ['eip155:1'],
    accounts: [`eip155:1:${ALICE}`],
    methods: ['personal_sign'],
  })
})

it('The provider signs on several chain families, even on one that the library does not know', async () => {
  const [address] = ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM']
  const scene = await openScene({ plugins: [solana({ networks: [solanaMainnet] }), sixth()] })
  const { wallet, provider } = scene
  wallet.namespaces = {
    ...wallet.namespaces,
    solana: {
      accounts: [`${solanaMainnet.id}:${address}`],
      methods: ['solana_signMessage'],
      events: [],
    },
    sixth: { accounts: ['sixth:main:somebody'], methods: ['sixth_sign'], events: ['sixth_event'] },
  }
  provider.once('display_uri', (uri: string) => void wallet.scan(uri))
  await provider.connect({})
  const params = { pubkey: address, message: '2NEpo7TZRRrLZSi2U' }
  expect(await provider.request({ method: 'solana_signMessage', params }, solanaMainnet.id)).toBe(
    'solana_signMessage!',
  )
  expect(await provider.request({ method: 'sixth_sign', params: ['x'] }, 'sixth:main')).toBe(
    'sixth_sign!',
  )
  await provider.request({ method: 'getBalance', params: [address] }, solanaMainnet.id)
  expect(fetched).toEqual([solanaMainnet.rpcUrls[0]])
  await wallet.client.emit({
    topic: wallet.topic,
    chainId: 'sixth:main',
    event: { name: 'sixth_event', data: 7 },
  })
  await vi.waitFor(() => expect(names(scene)).toContain('session_event'))
})

it('The provider has the session of the last visit after a reload', async () => {
  const storage = fakeStorage()
  const { site, wallet } = await connected({ storage, id: 'again' })
  site.kernel.dispose()
  const again = await openScene({ storage, id: 'again' })
  expect(again.provider.session?.topic).toBe(wallet.topic)
  expect(await sign(again)).toBe('personal_sign!')
  expect(names(again)).toEqual([])
})

it('The provider ends with the kernel, which keeps the session for the next visit', async () => {
  const scene = await connected()
  const { site, wallet, provider } = scene
  scene.heard.length = 0
  site.kernel.dispose()
  expect(provider.session).toBeUndefined()
  expect(names(scene)).toEqual(['disconnect'])
  expect(await failure(sign(scene))).toMatchObject({
    message: 'Please call connect() before request()',
  })
  expect(isLatchkeyError(await failure(provider.connect(NAMESPACES)), 'kernel.disposed')).toBe(true)
  expect(wallet.ended).toEqual([])
})

it('The provider goes on where a listener of the host throws', async () => {
  const scene = await openScene()
  const { site, wallet, provider } = scene
  provider.on('connect', () => {
    throw new Error('a mistake of the host')
  })
  await site.connect(wallet)
  await vi.waitFor(() => expect(provider.session?.topic).toBe(wallet.topic))
  expect(await sign(scene)).toBe('personal_sign!')
})

it('Opening is refused where neither a relay nor a project is set', async () => {
  const site = await stage.site({ relayUrl: '' })
  const error = await failure(site.api.getUniversalProvider<UniversalProviderLike>())
  expect(isLatchkeyError(error, 'kernel.connector_missing')).toBe(true)
})
