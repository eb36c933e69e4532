import { bitcoin, mainnet } from '@latchkey/bitcoin'
import { isLatchkeyError, type Connection } from '@latchkey/plugin-api'
import { solana, solanaMainnet } from '@latchkey/solana'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { RelayClient } from '../src/sdk/relayClient.js'
import { openSession } from '../src/session/connection.js'
import { toAsk } from '../src/session/namespaces.js'
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

// Node lacks the browser's database. This store lives as long as this file.
vi.mock('../src/sdk/store.js', async (original) => {
  const { memoryStore } = await original<typeof import('../src/sdk/store.js')>()
  const stores = new Map<string, ReturnType<typeof memoryStore>>()
  return {
    memoryStore,
    openStore: async (name: string) =>
      stores.get(name) ?? stores.set(name, memoryStore()).get(name),
  }
})

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pair = async (
  options: Parameters<Stage['site']>[0] = {},
  prepare?: (wallet: Wallet) => void,
): Promise<{ site: Site; wallet: Wallet }> => {
  const [site, wallet] = await Promise.all([stage.site(options), stage.wallet()])
  prepare?.(wallet)
  await site.connect(wallet)
  return { site, wallet }
}
const request = (
  { kernel }: Site,
  method: string,
  params?: unknown,
  network: `${string}:${string}` = 'eip155:1',
): Promise<unknown> => kernel.ports.connections.request({ network, method, params })
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const scope = ({ kernel }: Site, namespace = 'eip155') =>
  kernel.ports.connections.get().connections[0]?.scopes[namespace]
const eip155 = (...accounts: string[]) => ({
  accounts,
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
})
/** The client behind the next site. */
const spyOnClient = (): { client(): Promise<RelayClient> } => {
  const open = vi.spyOn(RelayClient, 'open')
  return { client: () => open.mock.results.at(-1)!.value as Promise<RelayClient> }
}

it('A wallet that uses the code is connected [FEAT-10, WSIDE-01]', async () => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  expect(site.kernel.ports.connections.get().namespaces['eip155']).toMatchObject({
    status: 'connected',
    address: ALICE,
  })
  expect((await client()).sessions().map(({ topic }) => topic)).toEqual([wallet.topic])
})

it('A session keeps topic, namespaces and metadata of the peer [ENT-41]', async () => {
  const { client } = spyOnClient()
  const { wallet } = await pair()
  expect((await client()).find(wallet.topic)).toMatchObject({
    topic: wallet.topic,
    namespaces: { eip155: { accounts: wallet.namespaces['eip155']!.accounts } },
    peer: { metadata: { name: 'Wallet', url: 'https://wallet.test' } },
  })
})

it('A proposal asks for every installed namespace, also unknown ones, and requires none [WSIDE-29]', async () => {
  const { site, wallet } = await pair({ plugins: [sixth()] }, (made) => {
    made.namespaces = {
      ...made.namespaces,
      sixth: { accounts: ['sixth:main:somebody'], methods: ['sixth_sign'], events: [] },
    }
  })
  expect(wallet.proposal).toMatchObject({
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: { chains: ['eip155:1', 'eip155:137'] },
      sixth: { chains: ['sixth:main'], methods: ['sixth_sign'], events: ['sixth_event'] },
    },
  })
  expect(site.kernel.ports.connections.get().namespaces).toMatchObject({
    eip155: { status: 'connected' },
    sixth: { status: 'connected', address: 'somebody' },
  })
  await expect(request(site, 'sixth_sign', ['x'], 'sixth:main')).resolves.toBe('sixth_sign!')
})

it('An EVM wallet is asked for signing and sending, and is not told RPC urls [WSIDE-26]', async () => {
  const { wallet } = await pair()
  expect(wallet.proposal?.optionalNamespaces).toMatchObject({
    eip155: {
      methods: expect.arrayContaining([
        'personal_sign',
        'eth_signTypedData_v4',
        'eth_sendTransaction',
      ]),
    },
  })
  expect(JSON.stringify(wallet.proposal)).not.toContain('node-1.test')
})

it('A Solana wallet and a Bitcoin wallet are asked for signing and sending [WSIDE-27] [WSIDE-28]', async () => {
  const { wallet } = await pair({
    plugins: [solana({ networks: [solanaMainnet] }), bitcoin({ networks: [mainnet] })],
  })
  expect(wallet.proposal?.optionalNamespaces).toMatchObject({
    solana: {
      chains: [solanaMainnet.id],
      methods: expect.arrayContaining([
        'solana_signMessage',
        'solana_signTransaction',
        'solana_signAllTransactions',
        'solana_signAndSendTransaction',
      ]),
    },
    bip122: {
      chains: [mainnet.id],
      methods: expect.arrayContaining([
        'signMessage',
        'signPsbt',
        'sendTransfer',
        'getAccountAddresses',
      ]),
    },
  })
})

it('A request goes to the wallet, and its answer or refusal comes back [WSIDE-15]', async () => {
  const { site, wallet } = await pair()
  await expect(request(site, 'personal_sign', ['0x00', ALICE])).resolves.toBe('personal_sign!')
  expect(wallet.requests).toEqual([
    { method: 'personal_sign', params: ['0x00', ALICE], chainId: 'eip155:1' },
  ])
  wallet.answer = () => Promise.reject({ code: 5000, message: 'User rejected.' })
  expect(
    isLatchkeyError(
      await failure(request(site, 'personal_sign', ['0x01', ALICE])),
      'wallet.user_rejected',
    ),
  ).toBe(true)
})

it('A read that the session does not list goes to the network, past the relay [WSIDE-22]', async () => {
  const { site, wallet } = await pair()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url))
    return Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
  })
  const before = stage.asked.length
  await expect(request(site, 'eth_blockNumber')).resolves.toBe('0x10')
  await expect(request(site, 'eth_sendRawTransaction', ['0x02'])).resolves.toBe('0x10')
  expect(asked).toEqual(['https://node-1.test', 'https://node-1.test'])
  expect(wallet.requests).toEqual([])
  expect(stage.asked.slice(before).filter(({ method }) => method === 'irn_publish')).toEqual([])
})

it('The session client opens no app, and reports each request that is under way (audit L3)', async () => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  const { sdk } = await client()
  expect(sdk.client.session.get(wallet.topic).sessionConfig).toMatchObject({
    disableDeepLink: true,
  })
  const created = vi.fn()
  sdk.core.history.on('history_created', created)
  await request(site, 'personal_sign', ['0x00', ALICE])
  expect(created).toHaveBeenCalledWith(
    expect.objectContaining({
      id: expect.any(Number) as number,
      topic: wallet.topic,
      request: expect.objectContaining({ method: 'wc_sessionRequest' }) as object,
    }),
  )
})

it('An app opens only for methods that the kernel does not call reads (audit A1)', async () => {
  const open = vi.spyOn(RelayClient, 'open')
  await pair()
  const { isRead } = open.mock.calls.at(-1)![0]
  const asked = [
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    'wallet_getAssets',
    'wallet_sendCalls',
    'personal_sign',
    'wallet_switchEthereumChain',
    'nobody_knows',
  ]
  expect(asked.filter((method) => isRead!(method, 'eip155'))).toEqual([
    'wallet_getCapabilities',
    'wallet_getCallsStatus',
    'wallet_getAssets',
  ])
  expect(isRead!('wallet_getAssets', 'solana')).toBe(false)
})

it.each(['javascript:alert(1)', 'intent://x'])(
  'A link to an app is refused where it opens no app: %s (audit L3)',
  async (href) => {
    const { site } = await pair()
    await expect(site.api.useApp({ href, name: 'Paper' })).rejects.toMatchObject({
      code: 'kernel.invalid_option',
    })
    await expect(site.api.useApp({ href: 'paper://', name: 'Paper' })).resolves.toBeUndefined()
  },
)

it('A method that the session lists goes over the relay, and not to the network [WSIDE-23]', async () => {
  const { site, wallet } = await pair()
  const fetching = vi.fn()
  vi.stubGlobal('fetch', fetching)
  await expect(request(site, 'eth_sendTransaction', [{ from: ALICE }])).resolves.toBe(
    'eth_sendTransaction!',
  )
  expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
  expect(fetching).not.toHaveBeenCalled()
})

it('A method that only a wallet can answer is refused where the session does not grant it', async () => {
  const { site } = await pair()
  expect(
    isLatchkeyError(
      await failure(request(site, 'eth_signTypedData_v4', [ALICE, '{}'])),
      'wallet.unsupported_method',
    ),
  ).toBe(true)
})

it('A disconnect by the visitor ends the session at the wallet and here [WSIDE-03, WSIDE-16]', async () => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  const before = stage.asked.length
  await site.kernel.disconnect()
  await expect.poll(() => wallet.ended).toEqual([wallet.topic])
  expect((await client()).sessions()).toEqual([])
  expect(site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('disconnected')
  expect(stage.asked.slice(before)).toContainEqual(
    expect.objectContaining({
      method: 'irn_publish',
      params: expect.objectContaining({ topic: wallet.topic, tag: 1112 }),
    }),
  )
})

const endByWallet = async ({ client }: Wallet, topic: string): Promise<void> =>
  client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })

it('A session ends here when the wallet deletes it [WSIDE-04]', async () => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  await endByWallet(wallet, wallet.topic)
  await expect
    .poll(() => site.kernel.ports.connections.get().namespaces['eip155']?.status)
    .toBe('disconnected')
  expect((await client()).sessions()).toEqual([])
})

it('A session leaves no namespaces and pairings, and reports its end once [WSIDE-05, WSIDE-06, WSIDE-07]', async () => {
  const { client } = spyOnClient()
  const storage = fakeStorage()
  const { site, wallet } = await pair({ storage })
  const closed = vi.fn()
  site.kernel.on('connection:closed', closed)
  const { core } = (await client()).sdk
  const pairings = (): unknown[] =>
    core.pairing.pairings.getAll().filter(({ peerMetadata }) => peerMetadata)
  const written = async (): Promise<string> => JSON.stringify(await core.storage.getEntries())
  expect(pairings()).toHaveLength(1)
  expect(await written()).toContain(ALICE)
  await endByWallet(wallet, wallet.topic)
  await expect.poll(pairings).toEqual([])
  await expect
    .poll(
      async () =>
        (await core.storage.getItem<unknown[]>(
          'wc@2:client:0.3:' + core.customStoragePrefix.slice(1) + '//session',
        )) ?? [],
    )
    .toEqual([])
  expect(
    Array.from({ length: storage.length }, (_, index) =>
      storage.getItem(storage.key(index)!),
    ).join(),
  ).not.toContain(wallet.topic)
  expect(closed).toHaveBeenCalledTimes(1)
  expect(closed).toHaveBeenCalledWith(
    expect.objectContaining({ namespaces: ['eip155'], reason: 'wallet' }),
  )
})

it('An update adds accounts, and drops those that it leaves out [WSIDE-08]', async () => {
  const { site, wallet } = await pair()
  await (
    await wallet.client.update({
      topic: wallet.topic,
      namespaces: { eip155: eip155(`eip155:1:${ALICE}`, `eip155:1:${BOB}`) },
    })
  ).acknowledged()
  await expect.poll(() => scope(site)?.accounts.map(({ address }) => address)).toEqual([ALICE, BOB])
  expect(scope(site)?.networks).toEqual(['eip155:1'])
  expect(site.kernel.ports.accounts.active('eip155')?.address).toBe(ALICE)
  await (
    await wallet.client.update({
      topic: wallet.topic,
      namespaces: { eip155: eip155(`eip155:1:${BOB}`) },
    })
  ).acknowledged()
  await expect.poll(() => scope(site)?.accounts.map(({ address }) => address)).toEqual([BOB])
})

it('An update can remove one namespace and keep the other', async () => {
  const { site, wallet } = await pair({ plugins: [sixth()] }, (made) => {
    made.namespaces = {
      ...made.namespaces,
      sixth: { accounts: ['sixth:main:somebody'], methods: ['sixth_sign'], events: [] },
    }
  })
  await (
    await wallet.client.update({
      topic: wallet.topic,
      namespaces: { eip155: eip155(`eip155:1:${ALICE}`) },
    })
  ).acknowledged()
  await expect
    .poll(() => site.kernel.ports.connections.get().namespaces['sixth']?.status)
    .toBe('disconnected')
  expect(site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
})

const withSixth = (made: Wallet): void => {
  made.namespaces = {
    ...made.namespaces,
    sixth: { accounts: ['sixth:main:somebody'], methods: ['sixth_sign'], events: [] },
  }
}

it('A session over several namespaces is known as a whole and ends as a whole', async () => {
  const { site, wallet } = await pair({ plugins: [sixth()] }, withSixth)
  const { ports } = site.kernel
  expect(
    ports.connections.get().connections.map(({ id, scopes }) => [id, Object.keys(scopes)]),
  ).toEqual([[wallet.topic, ['eip155', 'sixth']]])
  expect(ports.late.now()?.endsTogetherWith('sixth')).toEqual(['eip155', 'sixth'])
  await site.kernel.disconnect({ namespace: 'sixth' })
  await expect.poll(() => wallet.ended).toEqual([wallet.topic])
  expect(ports.connections.get().connections).toEqual([])
})

it('An attempt asks only for the namespaces wanted, and leaves the others to their wallet', async () => {
  const { site, wallet: first } = await pair({ plugins: [sixth()] })
  const second = await stage.wallet()
  second.namespaces = {
    sixth: { accounts: ['sixth:main:somebody'], methods: ['sixth_sign'], events: [] },
  }
  const connected = site.api.connect({ namespaces: ['sixth'] })
  await second.scan(await site.uri())
  await connected
  expect(Object.keys(second.proposal?.optionalNamespaces as object)).toEqual(['sixth'])
  const { namespaces } = site.kernel.ports.connections.get()
  expect([namespaces['eip155']?.connectionId, namespaces['sixth']?.connectionId]).toEqual([
    first.topic,
    second.topic,
  ])
})

it('A session stays stored where the client could not load, and comes back the next time', async () => {
  const storage = fakeStorage()
  const { site } = await pair({ storage })
  site.kernel.dispose()
  vi.spyOn(RelayClient, 'open').mockRejectedValueOnce(new Error('chunk not loaded'))
  const offline = await stage.site({ storage })
  await expect.poll(() => offline.kernel.ports.connections.get().restoring).toBe(false)
  expect(offline.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('disconnected')
  offline.kernel.dispose()
  const again = await stage.site({ storage })
  await expect
    .poll(() => again.kernel.ports.connections.get().namespaces['eip155']?.status)
    .toBe('connected')
})

const emit = (
  { client, topic }: Wallet,
  name: string,
  data: unknown,
  chainId = 'eip155:1',
): Promise<void> => client.emit({ topic, event: { name, data }, chainId })

it('A session follows the wallet to another chain and its accounts [WSIDE-09, WSIDE-10]', async () => {
  const { site, wallet } = await pair({}, (made) => {
    made.namespaces = { eip155: eip155(`eip155:1:${ALICE}`, `eip155:137:${BOB}`) }
  })
  const { provider } = (
    site.kernel.plugins as unknown as {
      evm: { provider: { on(event: string, listener: (value: unknown) => void): void } }
    }
  ).evm
  const accounts = vi.fn()
  provider.on('accountsChanged', accounts)
  await emit(wallet, 'chainChanged', 137, 'eip155:137')
  await expect.poll(() => scope(site)?.network).toBe('eip155:137')
  await expect(request(site, 'eth_chainId')).resolves.toBe('0x89')
  await expect.poll(() => accounts.mock.calls).toEqual([[[BOB]]])
})

it('A chain event that names the active chain changes no accounts [WSIDE-11]', async () => {
  const { site, wallet } = await pair({}, (made) => {
    made.namespaces = { eip155: eip155(`eip155:1:${ALICE}`, `eip155:137:${BOB}`) }
  })
  const { provider } = (
    site.kernel.plugins as unknown as {
      evm: { provider: { on(event: string, listener: (value: unknown) => void): void } }
    }
  ).evm
  const [accounts, chains] = [vi.fn(), vi.fn()]
  provider.on('accountsChanged', accounts)
  provider.on('chainChanged', chains)
  await emit(wallet, 'chainChanged', '0x1')
  // The second event of the wallet has arrived, so the first has arrived too.
  await emit(wallet, 'accountsChanged', [ALICE])
  await expect.poll(() => scope(site)?.selected).toBe(ALICE)
  expect([accounts.mock.calls, chains.mock.calls]).toEqual([[], []])
  expect(scope(site)?.network).toBe('eip155:1')
  expect(site.kernel.ports.accounts.active('eip155')?.address).toBe(ALICE)
})

it('Another chain of the session is used without asking the wallet; one outside of it is asked for', async () => {
  const { site, wallet } = await pair({ chains: [chain(1), chain(137), chain(10)] }, (made) => {
    made.namespaces = {
      eip155: {
        ...made.namespaces['eip155']!,
        methods: ['personal_sign', 'wallet_switchEthereumChain'],
      },
    }
    made.answer = () => null
  })
  await site.kernel.switchNetwork('eip155:137')
  expect(wallet.requests).toEqual([])
  expect(scope(site)?.network).toBe('eip155:137')
  await site.kernel.switchNetwork('eip155:10')
  expect(wallet.requests).toEqual([
    { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }], chainId: 'eip155:137' },
  ])
})

it('A session comes back after a reload and answers requests', async () => {
  const storage = fakeStorage()
  const { site, wallet } = await pair({ storage })
  site.kernel.dispose()
  const again = await stage.site({ storage })
  await expect.poll(() => again.kernel.ports.connections.get().restoring).toBe(false)
  expect(again.kernel.ports.connections.get().namespaces['eip155']).toMatchObject({
    status: 'connected',
    address: ALICE,
  })
  await expect(request(again, 'personal_sign', ['0x00', ALICE])).resolves.toBe('personal_sign!')
  expect(wallet.requests).toHaveLength(1)
})

it('A session works in two tabs of one site at a time, and ends in both', async () => {
  const storage = fakeStorage()
  const { site, wallet } = await pair({ storage })
  const second = await stage.site({ storage })
  await expect.poll(() => second.kernel.ports.connections.get().restoring).toBe(false)
  expect(second.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
  wallet.answer = ({ params }) => (params as string[])[0]
  const answers = await Promise.all([
    request(site, 'personal_sign', ['0xa', ALICE]),
    request(second, 'personal_sign', ['0xb', ALICE]),
    request(site, 'personal_sign', ['0xc', ALICE]),
  ])
  expect(answers).toEqual(['0xa', '0xb', '0xc'])
  await endByWallet(wallet, wallet.topic)
  for (const { kernel } of [site, second])
    await expect
      .poll(() => kernel.ports.connections.get().namespaces['eip155']?.status, { timeout: 5_000 })
      .toBe('disconnected')
})

it('A session answers a ping and can be made to live longer', async () => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  await site.api.ping()
  const loaded = await client()
  const before = loaded.find(wallet.topic).expiry
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await site.api.extend()
  expect(loaded.find(wallet.topic).expiry).toBeGreaterThan(before)
})

it('Two kernels on a page have separate sessions', async () => {
  const [one, two] = await Promise.all([pair({ id: 'one' }), pair({ id: 'two' })])
  await one.site.kernel.disconnect()
  expect(two.site.kernel.ports.connections.get().namespaces['eip155']?.status).toBe('connected')
  await expect(request(two.site, 'personal_sign', ['0x00', ALICE])).resolves.toBe('personal_sign!')
  expect(two.wallet.ended).toEqual([])
})

it('A ping fails without a client, then without a session, and the error says which [ERR-25, ERR-30]', async () => {
  const site = await stage.site()
  await expect(site.api.ping()).rejects.toThrow('Sign Client not initialized')
  const wallet = await stage.wallet()
  await site.connect(wallet)
  await site.kernel.disconnect()
  await expect(site.api.ping()).rejects.toThrow('Session not initialized')
})

/** The connection of a session, without the kernel's rpc door in front of it. */
const directly = async (): Promise<Connection> => {
  const { client } = spyOnClient()
  const { site, wallet } = await pair()
  const {
    ports: { adapters, networks },
  } = site.kernel
  return openSession(wallet.topic, {
    connectorId: 'walletConnect',
    end: new AbortController().signal,
    client: await client(),
    onSurplus: () => undefined,
    onEnd: () => undefined,
    asked: () =>
      toAsk(
        adapters.get().map(({ value }) => value),
        networks.get().map(({ value }) => value),
      ),
    ruleOf: () => ({ class: undefined, nodes: false }),
    adapter: () => undefined,
    network: () => undefined,
  })
}

it('A request is refused once the session is over [VALID-15]', async () => {
  const connection = await directly()
  await connection.release()
  await expect(
    connection.request({ network: 'eip155:1', method: 'personal_sign' }),
  ).rejects.toThrow('Please call connect() before request()')
})

it('A request for a namespace that the session lacks fails with the name of that namespace [VALID-16]', async () => {
  const connection = await directly()
  await expect(
    connection.request({ network: 'solana:x', method: 'solana_signMessage' }),
  ).rejects.toThrow(
    "Namespace 'solana' is not configured. Please call connect() first with namespace config.",
  )
})

it('A session that the client does not have is named in the error [ERR-31]', async () => {
  const { client } = spyOnClient()
  await pair()
  const loaded = await client()
  expect(() => loaded.find('t1')).toThrow(
    /^The provided session .*t1.* doesn't exist in the Sign client/,
  )
})

it('A request without an internet connection fails with an error that says so [ERR-32]', async () => {
  const { site, wallet } = await pair()
  vi.stubGlobal('navigator', { onLine: false })
  const error = await failure(request(site, 'personal_sign', ['0x00', ALICE]))
  expect(isLatchkeyError(error, 'walletconnect.offline')).toBe(true)
  expect(String(error)).toMatch(/No internet connection/)
  expect(wallet.requests).toEqual([])
})
