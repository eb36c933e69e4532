import type {
  ConnectRequest,
  ConnectStep,
  DirectoryWallet,
  Network,
  PluginContext,
} from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { createConnector } from './connector.js'
import { createPairing } from './pairing/pairing.js'
import type { Offer, RelayClient } from './sdk/relayClient.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const NETWORK: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const WALLET: DirectoryWallet = { id: 'w', name: 'Paper', mobileLink: 'paper://' }

/** A connector over a client whose codes no wallet uses. */
function make() {
  const made: string[] = []
  const offer = (kind: string): Promise<Offer> => {
    made.push(kind)
    return Promise.resolve({
      uri: `wc:${kind}${made.length}@2`,
      topic: String(made.length),
      madeAt: Date.now(),
      approval: new Promise<never>(() => undefined),
    } as unknown as Offer)
  }
  const client = {
    propose: () => offer('code'),
    authenticate: () => offer('sign'),
  } as unknown as RelayClient
  const registry = <T>(...values: T[]) => ({
    get: () => values.map((value) => ({ value })),
    find: () => undefined,
  })
  const ctx = {
    rpc: { sessionOf: () => ({ methods: ['personal_sign'], events: [] }) },
    adapters: registry({ namespace: 'eip155' }),
    networks: registry(NETWORK),
    log: { debug: () => undefined },
  } as unknown as PluginContext
  const opened: string[] = []
  const apps: unknown[] = []
  vi.stubGlobal('window', { open: (link: string) => void opened.push(link) })
  const pairing = createPairing({
    dispatch: () => undefined,
    reuses: () => false,
    isOnline: () => true,
    discard: () => undefined,
    withdraw: () => undefined,
  })
  const connector = createConnector({
    ctx,
    client: async () => client,
    pairing,
    onConnection: () => undefined,
    onEnd: () => undefined,
    onEvent: () => undefined,
    useApp: (link) => void apps.push(link),
  })
  const connect = async (more: Partial<ConnectRequest> = {}): Promise<string> =>
    new Promise((resolve) => {
      const onStep = (step: ConnectStep): void => ('uri' in step ? resolve(step.uri) : undefined)
      connector
        .connect({
          networks: [NETWORK],
          silent: false,
          signal: new AbortController().signal,
          onStep,
          ...more,
        })
        .catch(() => undefined)
    })
  return {
    connector,
    connect,
    made,
    opened,
    apps,
    ready: () =>
      connector.prepare!(new AbortController().signal).then(() =>
        vi.waitFor(() => expect(made).toHaveLength(1)),
      ),
  }
}

it('The row of WalletConnect has its mark without a server', () => {
  expect(make().connector.icon).toMatch(/^data:image\/svg\+xml,<svg /)
})

it('A tap opens the app at once with the prepared code, and the attempt waits for that code', async () => {
  const { connector, connect, made, opened, apps, ready } = make()
  expect(connector.handOver!(WALLET)).toBe(false)
  await ready()
  await vi.waitFor(() => expect(connector.handOver!(WALLET)).toBe(true))
  expect(opened).toEqual([`paper://wc?uri=${encodeURIComponent('wc:code1@2')}`])
  expect(apps).toEqual([{ href: 'paper://', name: 'Paper' }])
  expect(await connect()).toBe('wc:code1@2')
  expect(made).toEqual(['code'])
})

it('The code that opened an app is awaited although a sign-in would need a code of its own', async () => {
  const { connector, connect, made, ready } = make()
  const signIn = {
    message: { domain: 'a.example', uri: 'https://a.example', nonce: '12345678' },
    fulfil: () => undefined,
  }
  await ready()
  await vi.waitFor(() => expect(connector.handOver!(WALLET)).toBe(true))
  expect(await connect({ signIn })).toBe('wc:code1@2')
  expect(made).toEqual(['code'])
  expect(await make().connect({ signIn })).toBe('wc:sign1@2')
})

it('A sign-in is asked for where the code that was handed over has expired before', async () => {
  const now = vi.spyOn(Date, 'now')
  const { connector, connect, made, ready } = make()
  await ready()
  await vi.waitFor(() => expect(connector.handOver!(WALLET)).toBe(true))
  now.mockReturnValue(Date.now() + 86_400_000)
  expect(
    await connect({
      signIn: {
        message: { domain: 'a.example', uri: 'https://a.example', nonce: '12345678' },
        fulfil: () => undefined,
      },
    }),
  ).toBe('wc:sign2@2')
  expect(made).toEqual(['code', 'sign'])
})

it('A wallet without a usable link to its app opens nothing', async () => {
  const { connector, opened, ready } = make()
  await ready()
  await vi.waitFor(() => expect(connector.handOver!(WALLET)).toBe(true))
  for (const link of [undefined, 'javascript:alert(1)', 'data:text/html,x'])
    expect(connector.handOver!({ id: 'x', name: 'X', ...(link && { mobileLink: link }) })).toBe(
      false,
    )
  expect(opened).toHaveLength(1)
})
