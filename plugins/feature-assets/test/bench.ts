import { backend } from '@latchkey/backend'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  type Ability,
  type Asset,
  type Caip2,
  type ChainAdapter,
  type Json,
  type PluginContext,
  type PluginDefinition,
} from '@latchkey/plugin-api'
import {
  account,
  FakeConnection,
  FakeConnector,
  fakeStorage,
  scope,
} from '@latchkey/plugin-testkit/fakes'
import { afterEach, vi } from 'vitest'
import { assets, type AssetsApi, type AssetsOptions } from '../src/index.js'

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const GOLD = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const SILVER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const SERVER = 'https://api.shop.test'
export const ETHER = 10n ** 18n

/** An entry of the server's answer. */
export const balance = (changes: object = {}): Record<string, unknown> => ({
  name: 'Gold',
  symbol: 'GLD',
  chainId: 'eip155:1',
  address: `eip155:1:${GOLD}`,
  value: 24,
  price: 12,
  quantity: { decimals: '18', numeric: '2' },
  iconUrl: '',
  flags: { is_spam: false },
  ...changes,
})
export const coin = (changes: object = {}): Record<string, unknown> => {
  const { address: _, ...rest } = balance({
    name: 'Ether',
    symbol: 'ETH',
    price: 2000,
    value: 3000,
  })
  return { ...rest, quantity: { decimals: '18', numeric: '1.5' }, ...changes }
}
export const nft = (tokenId: string, changes: object = {}): Record<string, unknown> => ({
  chainId: 'eip155:1',
  contract: `eip155:1:${SILVER}`,
  tokenId,
  standard: 'erc721',
  amount: '1',
  collection: 'Cats',
  name: `Cat ${tokenId}`,
  description: '',
  traits: [],
  imageUrl: '',
  flags: { is_spam: false },
  ...changes,
})

/** The site's server, whose answers the test decides. */
export class FakeServer {
  chains: readonly string[] = ['eip155:1', 'solana:1']
  /** The answer of the balance route: a list, an error's status, or a promise of one of both. */
  balances: (url: URL) => unknown = () => [coin(), balance()]
  nfts: (cursor: string | null) => unknown = () => ({ data: [], next: null })
  history: () => unknown = () => ({ data: [], next: null })
  readonly asked: URL[] = []

  of(route: 'balance' | 'nfts' | 'supported-chains'): URL[] {
    return this.asked.filter(({ pathname }) => pathname.endsWith(route))
  }
  readonly fetch = async (input: unknown): Promise<Response> => {
    const url = new URL(String(input))
    this.asked.push(url)
    const answer = async (made: unknown, wrap: (body: unknown) => unknown): Promise<Response> => {
      const body = await made
      if (typeof body === 'number') return Response.json({ status: 'FAILED' }, { status: body })
      return body instanceof Response ? body : Response.json(wrap(body))
    }
    if (url.pathname.endsWith('supported-chains'))
      return answer(this.chains, (http) => ({ http, ws: [] }))
    if (url.pathname.endsWith('balance'))
      return answer(this.balances(url), (balances) => ({ balances }))
    if (url.pathname.endsWith('history')) return answer(this.history(), (page) => page)
    return answer(this.nfts(url.searchParams.get('cursor')), (page) => page)
  }
}

/** A chain with its wallet and its node, whose answers the test decides. */
export class FakeChain {
  balance: bigint | Error = ETHER
  /** Balances of contracts, by address in small letters. */
  held: Record<string, bigint | Error> = {}
  assets: readonly Asset[] | Error = []
  /** The wallet's capabilities (EIP-5792). */
  capabilities: Json = {}
  /** The receipt of a transaction, by its hash. */
  receipt: (hash: string) => unknown = () => null
  readonly calls: string[] = []
  ctx!: PluginContext
  readonly link: FakeConnection

  constructor(
    readonly namespace = 'eip155',
    readonly abilities: readonly Ability[] = ['balance', 'read', 'assets', 'capabilities'],
  ) {
    const accounts = [
      account(namespace, 'a', { address: ALICE }),
      account(namespace, 'b', { address: BOB }),
    ]
    this.link = new FakeConnection(
      `link-${namespace}`,
      `wallet-${namespace}`,
      { [namespace]: scope(accounts, { selected: 'a' }) },
      { answer: () => `0x${'ab'.repeat(32)}` },
    )
  }
  #answer<T>(call: string, answer: T | Error): T {
    this.calls.push(call)
    if (answer instanceof Error) throw answer
    return answer
  }
  readonly adapter: ChainAdapter = {
    parseAddress: (text) => text,
    formatAddress: (text) => `${text.slice(0, 6)}…${text.slice(-4)}`,
    addressOn: ({ address }) => address,
    balance: async () => ({
      value: this.#answer('balance', this.balance),
      decimals: 18,
      symbol: 'ETH',
    }),
    capabilities: async () => this.#answer('capabilities', this.capabilities),
    assets: async () => this.#answer('assets', this.assets),
    read: async ({ method, params }) => {
      if (method === 'eth_getTransactionReceipt')
        return this.#answer(method, this.receipt((params as [string])[0]))
      const [{ to }] = params as [{ to: string }]
      const held = this.#answer(`read ${to}`, this.held[to.toLowerCase()] ?? 0n)
      return `0x${held.toString(16).padStart(64, '0')}`
    },
  }
  readonly plugin = (): PluginDefinition =>
    definePlugin({
      id: `chain-${this.namespace}`,
      version: '0.1.0',
      kernelApi: '*',
      chains: [this.namespace],
      setup: (ctx) => {
        this.ctx = ctx as unknown as PluginContext
        const { namespace, abilities, adapter } = this
        ctx.adapters.add({
          namespace,
          abilities,
          tabs: ['tokens', 'nfts'],
          resembles: () => true,
          session: { methods: [], events: [] },
          load: async () =>
            Object.fromEntries(
              Object.entries(adapter).filter(
                ([name]) =>
                  !['balance', 'read', 'assets', 'capabilities'].includes(name) ||
                  abilities.includes(name as Ability),
              ),
            ) as unknown as ChainAdapter,
        })
        for (const reference of ['1', '2'])
          ctx.networks.add({
            id: `${namespace}:${reference}`,
            namespace,
            reference,
            name: `Chain ${reference}`,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: [],
            blockExplorers: [{ name: 'Scan', url: 'https://scan.example' }],
          })
        ctx.rpc.allow({ namespace, methods: { test_send: 'send' } })
        ctx.connectors.add(
          new FakeConnector(`wallet-${namespace}`, {
            namespaces: [namespace],
            link: () => this.link,
          }),
        )
      },
    }) as unknown as PluginDefinition
}

export interface Site {
  kernel: Kernel
  api: AssetsApi
  chain: FakeChain
  server: FakeServer
  storage: ReturnType<typeof fakeStorage>
  /** The texts of all toasts that were asked for so far, also of those that wait for another to close. */
  toasts: string[]
  /** Says that balances have changed, as a plugin that sent something does. */
  changed(network: Caip2, hash?: string): void
  until(what: () => unknown): Promise<void>
  names(): string[]
}
export interface SiteOptions {
  chain?: FakeChain
  chains?: readonly FakeChain[]
  /** `null`: the site has no server. */
  server?: FakeServer | null
  /** The site has a server whose answers the test makes itself; only with `server: null`. */
  hasServer?: boolean
  storage?: ReturnType<typeof fakeStorage>
  options?: AssetsOptions
  plugins?: readonly PluginDefinition[]
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
}

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A site with this plugin, connected on each chain, with the first one in use. */
export async function openSite({
  chain = new FakeChain(),
  chains = [chain],
  server = new FakeServer(),
  hasServer = server !== null,
  storage = fakeStorage(),
  options = {},
  plugins = [],
  kernel: more = {},
}: SiteOptions = {}): Promise<Site> {
  if (server) vi.stubGlobal('fetch', server.fetch)
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    mobile: false,
    logLevel: 'silent',
    strict: true,
    storage,
    reconnect: false,
    ...more,
    plugins: [
      ...chains.map((each) => each.plugin()),
      ...(hasServer ? [backend({ url: SERVER })] : []),
      assets(options),
      ...plugins,
    ] as PluginDefinition[],
  })
  kernels.push(kernel)
  await kernel.ready
  const late = await kernel.ports.late.load()
  const toasts: string[] = []
  const { show } = late.toasts
  vi.spyOn(late.toasts, 'show').mockImplementation((toast) => {
    toasts.push(toast.message)
    show(toast)
  })
  for (const { namespace } of [...chains].reverse()) await kernel.connect(`wallet-${namespace}`)
  const api = (kernel.plugins as unknown as { assets: AssetsApi }).assets
  return {
    kernel,
    api,
    chain: chains[0]!,
    server: server ?? new FakeServer(),
    storage,
    toasts,
    changed: (network, hash) =>
      kernel.ports.events.emit('kernel:balance-changed', {
        network,
        ...(hash !== undefined && { hash }),
      }),
    until: (what) =>
      vi.waitFor(
        () => {
          if (!what()) throw new Error('not yet')
        },
        { timeout: 20_000, interval: 5 },
      ),
    names: () => api.state.get().tokens.map(({ name }) => name),
  }
}

/** A promise that the test settles. */
export function held<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
