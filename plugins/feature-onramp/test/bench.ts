import { backend } from '@latchkey/backend'
import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import {
  definePlugin,
  type Caip2,
  type ChainAdapter,
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
import { onramp, type OnrampApi, type OnrampForm, type OnrampOptions } from '../src/index.js'

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const SOLANA_ALICE = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const SERVER = 'https://api.shop.test'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const limits = [
  { id: 'card', min: '20.00', max: '500.00' },
  { id: 'ach_bank_account', min: '100.00', max: '9000.00' },
]
const on = (chain_id: string, contract_address: string, name: string) => ({
  name,
  display_name: name,
  chain_id,
  contract_address,
})
/** The options of an honest server. */
export const OPTIONS = {
  purchaseCurrencies: [
    {
      id: 'eth-id',
      name: 'Ether',
      symbol: 'ETH',
      networks: [on('eip155:1', '', 'ethereum'), on('eip155:2', '', 'second')],
    },
    {
      id: 'usdc-id',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [on('eip155:1', USDC, 'ethereum')],
    },
    { id: 'sol-id', name: 'Solana', symbol: 'SOL', networks: [on(SOLANA, '', 'solana')] },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits.slice(0, 1) },
    { id: 'JPY', payment_method_limits: [{ id: 'card', min: '2000', max: '90000' }] },
  ],
  providers: [
    {
      id: 'coinbase',
      label: 'Coinbase',
      chains: ['eip155:1', 'eip155:2'],
      origin: 'https://pay.coinbase.com',
      quotes: true,
      orders: true,
      test: false,
    },
    {
      id: 'meld',
      label: 'Meld',
      chains: ['eip155:1', SOLANA],
      origin: 'https://meldcrypto.com',
      quotes: true,
      orders: true,
      test: false,
    },
  ],
}

/** A quote of a provider for an amount that is paid. */
export function quote(
  provider: string,
  total: string,
  coins: string,
  { currency = 'USD', coin = 'ETH', fee = '1.00', network = '0.50', ...more } = {},
): Record<string, unknown> {
  const cents = (text: string): number => Math.round(Number(text) * 100)
  const money = (amount: string) => ({ amount, currency })
  return {
    coinbaseFee: money(fee),
    networkFee: money(network),
    paymentSubtotal: money(((cents(total) - cents(fee) - cents(network)) / 100).toFixed(2)),
    paymentTotal: money(total),
    purchaseAmount: { amount: coins, currency: coin },
    quoteId: `quote-of-${provider}`,
    provider,
    ...more,
  }
}

/** A question that reached the server. */
export interface Asked {
  method: string
  url: URL
  headers: Headers
  body: Record<string, unknown>
}

/** The site's server, whose answers the test decides: an error's status, an answer, or a promise of one. */
export class FakeServer {
  options: () => unknown = () => OPTIONS
  quote: (body: Record<string, unknown>) => unknown = ({
    amount,
    amountIn,
    paymentCurrency,
    purchaseCurrency,
  }) => {
    const of = { currency: String(paymentCurrency), coin: String(purchaseCurrency) }
    const isFixed = amountIn === 'purchase'
    const total = isFixed ? '100.00' : Number(amount).toFixed(2)
    const quotes = [
      quote('coinbase', total, isFixed ? String(amount) : '0.0300', of),
      quote('meld', isFixed ? '101.00' : total, isFixed ? String(amount) : '0.0290', {
        ...of,
        fee: '2.00',
      }),
    ]
    return { ...quotes[0], quotes }
  }
  #count = 0
  url: (body: Record<string, unknown>) => unknown = ({ provider }) => {
    const order = `order-${++this.#count}`
    const origin = OPTIONS.providers.find(({ id }) => id === provider)?.origin ?? ''
    return {
      url: `${origin}/buy/select-asset?sessionToken=token-${order}`,
      provider,
      orderId: order,
      expires: Date.now() + 300_000,
    }
  }
  order: (id: string) => unknown = (id) => told(id)
  readonly asked: Asked[] = []

  of(path: string): Asked[] {
    return this.asked.filter(({ url }) => url.pathname.includes(path))
  }
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const { method = 'GET' } = init
    this.asked.push({ method, url, headers: new Headers(init.headers), body })
    const { pathname } = url
    const made = await (pathname.endsWith('/options')
      ? this.options()
      : pathname.endsWith('/quote')
        ? this.quote(body)
        : pathname.endsWith('/onrampurl')
          ? this.url(body)
          : this.order(decodeURIComponent(pathname.split('/').at(-1)!)))
    init.signal?.throwIfAborted()
    if (typeof made === 'number') return Response.json({ status: 'FAILED' }, { status: made })
    return made instanceof Response ? made : Response.json(made)
  }
}

/** An order as the server tells it. */
export const told = (id: string, more: object = {}): Record<string, unknown> => ({
  id,
  provider: 'coinbase',
  status: 'created',
  chainId: 'eip155:1',
  address: ALICE,
  createdAt: Date.now(),
  updatedAt: Date.now(),
  ...more,
})

/** A window of the browser, without a page in it. In a test without a browser it has no document. */
export class FakePopup {
  opener: unknown = 'the page'
  closed = false
  readonly addresses: string[] = []
  readonly document = globalThis.document?.implementation.createHTMLDocument('')
  readonly location = { replace: (url: string): void => void this.addresses.push(url) }
  close(): void {
    this.closed = true
  }
}

/** A chain with its node, whose balances the test decides. */
export class FakeChain {
  balance = 10n ** 18n
  /** Balances of contracts, by address in small letters. */
  held: Record<string, bigint> = {}
  readonly link: FakeConnection
  constructor(
    readonly namespace = 'eip155',
    readonly references: readonly string[] = ['1', '2'],
    addresses: readonly string[] = namespace === 'solana' ? [SOLANA_ALICE] : [ALICE, BOB],
  ) {
    const accounts = addresses.map((address, index) =>
      account(namespace, String(index), { address }),
    )
    this.link = new FakeConnection(`link-${namespace}`, `wallet-${namespace}`, {
      [namespace]: scope(accounts, { selected: '0' }),
    })
  }
  readonly adapter: ChainAdapter = {
    parseAddress: (text) => text,
    formatAddress: (text) => `${text.slice(0, 6)}…${text.slice(-4)}`,
    addressOn: ({ address }) => address,
    balance: async () => ({ value: this.balance, decimals: 18, symbol: 'ETH' }),
    read: async ({ params }) => {
      const [{ to, data }] = params as [{ to: string; data: string }]
      const value = data === '0x313ce567' ? 6n : (this.held[to.toLowerCase()] ?? 0n)
      return `0x${value.toString(16).padStart(64, '0')}`
    },
  }
  readonly plugin = (): PluginDefinition =>
    definePlugin({
      id: `chain-${this.namespace}`,
      version: '0.1.0',
      kernelApi: '*',
      chains: [this.namespace],
      setup: (ctx) => {
        const { namespace, adapter, references } = this
        ctx.adapters.add({
          namespace,
          abilities: ['balance', 'read'],
          resembles: () => true,
          session: { methods: [], events: [] },
          load: async () => adapter,
        })
        for (const reference of references)
          ctx.networks.add({
            id: `${namespace}:${reference}`,
            namespace,
            reference,
            name: `Chain ${reference}`,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: [],
            blockExplorers: [{ name: 'Scan', url: 'https://scan.example' }],
          })
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
  /** The plugin's API, with the form where it is loaded. */
  api: OnrampApi & OnrampForm
  ctx: PluginContext
  chain: FakeChain
  server: FakeServer
  storage: ReturnType<typeof fakeStorage>
  /** Windows that were opened, oldest first, with the arguments of `open`. */
  popups: (FakePopup & { asked: readonly unknown[] })[]
  /** Lines of the log, as text. */
  lines: string[]
  events: (readonly [string, unknown])[]
  until(what: () => unknown): Promise<void>
  /** Types an amount of money, and waits for the prices. */
  priced(amount?: string): Promise<void>
}
export interface SiteOptions {
  chain?: FakeChain
  /** `null`: the site has no server. */
  server?: FakeServer | null
  /** The site has a server whose answers the test makes itself; only with `server: null`. */
  hasServer?: boolean
  storage?: ReturnType<typeof fakeStorage>
  options?: OnrampOptions
  /** The form is not loaded before a view needs it. */
  isBare?: boolean
  /** The browser blocks windows. */
  blocks?: boolean
  kernel?: Partial<Omit<KernelOptions, 'plugins'>>
}

const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Replaces the way in which pages open windows. */
function catchPopups(blocks: boolean): Site['popups'] {
  const popups: Site['popups'] = []
  const open = (...asked: unknown[]): unknown => {
    if (blocks) return null
    const popup = Object.assign(new FakePopup(), { asked })
    popups.push(popup)
    return popup
  }
  if (typeof document === 'undefined') {
    const listeners = new EventTarget()
    vi.stubGlobal('window', {
      open,
      addEventListener: listeners.addEventListener.bind(listeners),
      removeEventListener: listeners.removeEventListener.bind(listeners),
      dispatchEvent: listeners.dispatchEvent.bind(listeners),
    })
  } else vi.stubGlobal('open', open)
  return popups
}

/** A site with this plugin, connected. */
export async function openSite({
  chain = new FakeChain(),
  server = new FakeServer(),
  hasServer = server !== null,
  storage = fakeStorage(),
  options = {},
  blocks = false,
  isBare = false,
  kernel: more = {},
}: SiteOptions = {}): Promise<Site> {
  if (server) vi.stubGlobal('fetch', server.fetch)
  const popups = catchPopups(blocks)
  const lines: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((...words) => {
    lines.push(words.map(String).join(' '))
  })
  const got: { ctx?: PluginContext } = {}
  const probe = definePlugin({
    id: 'probe',
    version: '0.1.0',
    kernelApi: '*',
    setup: (ctx) => void (got.ctx = ctx),
  })
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    mobile: false,
    logLevel: 'warn',
    strict: true,
    storage,
    reconnect: false,
    ...more,
    plugins: [
      chain.plugin(),
      ...(hasServer ? [backend({ url: SERVER, projectId: 'shop-1' })] : []),
      onramp(options),
      probe,
    ] as PluginDefinition[],
  })
  kernels.push(kernel)
  await kernel.ready
  await kernel.ports.late.load()
  await kernel.connect(`wallet-${chain.namespace}`)
  const events: Site['events'] = []
  got.ctx!.events.onAny((name, event) => events.push([name, event]))
  const plugin = (kernel.plugins as unknown as { onramp: OnrampApi }).onramp
  const api = { ...plugin, ...(isBare ? undefined : await plugin.form()) } as Site['api']
  const until: Site['until'] = (what) =>
    vi.waitFor(
      () => {
        if (!what()) throw new Error('not yet')
      },
      { timeout: 20_000, interval: 5 },
    )
  return {
    kernel,
    api,
    ctx: got.ctx!,
    chain,
    server: server ?? new FakeServer(),
    storage,
    popups,
    lines,
    events,
    until,
    async priced(amount = '100.00') {
      await api.load()
      api.setPaymentAmount(amount)
      await until(() => api.state.get().paymentAmount === amount)
      await until(() => !api.state.get().quotesLoading && api.state.get().quotedAt !== undefined)
    },
  }
}

/** A promise that the test settles. */
export function held<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
export const order = (site: Site) => site.api.state.get().orders[0]!
export const CHAIN: Caip2 = 'eip155:1'
