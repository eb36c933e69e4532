// A kernel on made-up chains, with wallets that do what a scene says.
import { preview } from '@latchkey/feature-preview'
import { siwx, type SiwxApi, type SiwxState } from '@latchkey/feature-siwx'
import { send, type SendApi, type SendState } from '@latchkey/feature-send'
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type StorageBackend,
} from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  type Account,
  type AdapterRegistration,
  type ChainAdapter,
  type Connection,
  type ConnectionChange,
  type Connector,
  type ConnectRequest,
  type Dispose,
  type Json,
  type Network,
  type PluginContext,
  type Scope,
  type Scopes,
} from '@latchkey/plugin-api'
import { walletconnect, type PairingState, type WalletConnectApi } from '@latchkey/walletconnect'

export const [EVM, SOLANA, BITCOIN] = ['eip155', 'solana', 'bip122'] as const
const LABELS: Readonly<Record<string, string>> = {
  [EVM]: 'Ethereum',
  [SOLANA]: 'Solana',
  [BITCOIN]: 'Bitcoin',
}
export const ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
] as const

const svg = (body: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`)}`
export const iconOf = (color: string): string =>
  svg(`<rect width="32" height="32" fill="${color}"/><circle cx="16" cy="16" r="8" fill="#fff"/>`)

export const network = (reference: string, name: string, more: Partial<Network> = {}): Network => {
  const namespace = more.namespace ?? EVM
  return {
    id: `${namespace}:${reference}`,
    reference,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
    blockExplorers: [{ name: 'Etherscan', url: 'https://explorer.example' }],
    ...more,
    namespace,
  }
}
const NETWORKS: readonly Network[] = [
  network('1', 'Ethereum'),
  network('8453', 'Base'),
  network('42161', 'Arbitrum One'),
  network('10', 'OP Mainnet'),
  network('137', 'Polygon'),
  network('56', 'BNB Smart Chain'),
  network('11155111', 'Sepolia', { testnet: true }),
  network('mainnet', 'Solana', { namespace: SOLANA }),
  network('btc', 'Bitcoin', { namespace: BITCOIN }),
]

export const adapter = (
  namespace: string,
  more: Partial<ChainAdapter> = {},
): AdapterRegistration => ({
  namespace,
  label: LABELS[namespace] ?? namespace,
  abilities: ['balance'],
  resembles: () => true,
  session: { methods: [], events: [] },
  load: async () => ({
    parseAddress: (text) => text,
    formatAddress: (text) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text),
    addressOn: ({ address }) => address,
    balance: async () => ({ value: 1_234_567_890_123_456_789n, decimals: 18, symbol: 'ETH' }),
    ...more,
  }),
})

export const account = (address: string = ADDRESSES[0], namespace: string = EVM): Account => ({
  key: address,
  namespace,
  address,
  type: 'eoa',
})
/** One account of a wallet in each family. */
export const EVERYWHERE = [account(), account(ADDRESSES[2], SOLANA), account(ADDRESSES[3], BITCOIN)]

/** A wallet that is connected. `moves` answers when it is asked to go to another network. */
export class FakeWallet implements Connection {
  readonly id: string
  readonly scopes: Scopes
  readonly #listeners = new Set<(change: ConnectionChange) => void>()
  constructor(
    readonly connectorId: string,
    accounts: readonly Account[],
    readonly moves: (target: Network) => Promise<void> = async ({ id }) =>
      this.tell({ network: id }),
  ) {
    this.id = `${connectorId} link`
    const scope = (mine: readonly Account[]): Scope => ({
      accounts: mine,
      selected: mine[0]?.key ?? '',
      networks: 'any',
      methods: 'any',
    })
    this.scopes = Object.fromEntries(
      accounts.map(({ namespace }) => [
        namespace,
        scope(accounts.filter((each) => each.namespace === namespace)),
      ]),
    )
  }
  request = async (): Promise<unknown> => null
  release = async (): Promise<void> => undefined
  snapshot = (): Json => ({})
  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
  switchNetwork(target: Network): Promise<void> {
    return this.moves(target)
  }
}

/** Never settles. */
export const forever = (): Promise<never> => new Promise(() => undefined)
export const fail = (error: unknown) => (): Promise<never> => Promise.reject(error)
export const refuse = (code: ConstructorParameters<typeof LatchkeyError>[0], details?: string) =>
  fail(new LatchkeyError(code, 'Made for the gallery.', details === undefined ? {} : { details }))

type Answer = (request: ConnectRequest) => Connection | Promise<Connection>
/** A way to a wallet; what it answers is the scene's affair. */
export const connector = (
  id: string,
  name: string,
  {
    answer,
    color = '#7a5af8',
    ...more
  }: Partial<Connector> & { answer?: Answer; color?: string } = {},
): Connector => ({
  id,
  name,
  kind: 'announced',
  namespaces: [EVM],
  icon: iconOf(color),
  rdns: `test.${id}`,
  availability: () => 'installed',
  connect: async (request) => (answer ?? (() => new FakeWallet(id, [account()])))(request),
  ...more,
})
export const STORES = {
  homepage: 'https://ledger.example',
  stores: [
    { store: 'Chrome Web Store', url: 'https://chrome.example' },
    { store: 'App Store', url: 'https://apple.example' },
    { store: 'Google Play', url: 'https://play.example' },
  ],
}
/** The wallets of every scene that names no others. */
export const wallets = (rabby?: Answer): Connector[] => [
  connector('walletConnect', 'WalletConnect', {
    kind: 'walletConnect',
    namespaces: [EVM, SOLANA, BITCOIN],
    color: '#3396ff',
    availability: () => 'available',
  }),
  connector('rabby', 'Rabby', { ...(rabby && { answer: rabby }) }),
  connector('phantom.evm', 'Phantom', { rdns: 'app.phantom', color: '#ab9ff2' }),
  connector('phantom.solana', 'Phantom', {
    namespaces: [SOLANA],
    rdns: 'app.phantom',
    color: '#ab9ff2',
    answer: refuse('wallet.user_rejected'),
  }),
  connector('phantom.bitcoin', 'Phantom', {
    namespaces: [BITCOIN],
    rdns: 'app.phantom',
    color: '#ab9ff2',
    answer: forever,
  }),
  connector('copy', 'Rabby', { rdns: 'evil.example', color: '#d92d20' }),
  connector('ledger', 'Ledger', {
    kind: 'external',
    color: '#111',
    availability: () => 'missing',
    install: STORES,
  }),
]

/** Storage in which a wallet that was connected stands; on this page it has not answered yet. */
export async function asleep(): Promise<World> {
  const entries = new Map<string, string>()
  const storage: StorageBackend = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
  const { kernel } = makeWorld({ options: { storage } })
  await kernel.connect('rabby')
  kernel.dispose()
  return {
    connectors: wallets().map((each) => ({ ...each, restore: forever })),
    options: { storage },
  }
}

/** Everything that a scene may set. */
export interface World {
  connectors?: readonly Connector[]
  networks?: readonly Network[]
  adapters?: readonly AdapterRegistration[]
  options?: Partial<Omit<KernelOptions, 'plugins'>>
  /** Where pairing stands, for as long as the scene lasts. */
  pairing?: PairingState
  pairingApi?: Partial<WalletConnectApi>
  /** Where signing in stands, for as long as the scene lasts. */
  signing?: SiwxState & { required?: boolean }
  /** What the form of sending holds. */
  sending?: Partial<SendState>
  setup?(ctx: PluginContext): void
}
export interface Made {
  kernel: Kernel
  ctx: PluginContext
}

/** The real views of pairing over a state that stands still. Without a relay: no request leaves the page. */
function standing(pairing: PairingState, more: Partial<WalletConnectApi> = {}) {
  const real = walletconnect()
  return definePlugin({
    ...real,
    setup: (ctx): WalletConnectApi => ({
      ...real.setup(ctx),
      pairing: { get: () => pairing, subscribe: () => () => undefined },
      connect: forever,
      useApp: async () => undefined,
      ...more,
    }),
  })
}
const IDLE: PairingState = { status: 'idle', buffering: false, error: false }

/** The real view of signing in over a state that stands still. Nobody is asked by itself. */
function signingOf({ required = false, ...state }: NonNullable<World['signing']>) {
  const real = siwx({
    automatic: false,
    store: {
      open: () => ({
        nonce: forever,
        add: forever,
        getSessions: async () => [],
        revoke: async () => undefined,
      }),
    },
  })
  return definePlugin({
    ...real,
    setup: (ctx): SiwxApi => ({
      ...real.setup(ctx),
      session: { get: () => state, subscribe: () => () => undefined },
      required,
    }),
  })
}

const nothing = (): void => undefined
/** The real views of sending over a state that changes by a confirmation alone. */
function sendingOf(given: Partial<SendState> = {}) {
  const real = send()
  return definePlugin({
    ...real,
    setup(ctx): SendApi {
      const api = real.setup(ctx)
      const state = ctx.slice<SendState>({ ...api.state.get(), ...given })
      return {
        ...api,
        state,
        canSend: () => true,
        load: async () => undefined,
        max: async () => undefined,
        send: forever,
        confirm: () => state.set({ review: undefined, loading: true }),
        setToken: nothing,
        setAmount: nothing,
        setUnit: nothing,
        setReceiver: nothing,
        acceptLookalike: nothing,
        decline: nothing,
        reset: nothing,
        dismiss: nothing,
      }
    },
  })
}

export function makeWorld({
  connectors = wallets(),
  networks = NETWORKS,
  adapters = [],
  options,
  pairing = IDLE,
  pairingApi,
  signing = { status: 'idle' },
  sending,
  setup,
}: World): Made {
  const got: { ctx?: PluginContext } = {}
  const families = [...new Set(networks.map(({ namespace }) => namespace))].filter(
    (family) => !adapters.some(({ namespace }) => namespace === family),
  )
  const parts = definePlugin({
    id: 'parts',
    version: '0.0.0',
    kernelApi: '*',
    chains: [EVM, SOLANA, BITCOIN],
    setup(ctx) {
      got.ctx = ctx
      for (const each of [...adapters, ...families.map((family) => adapter(family))])
        ctx.adapters.add(each)
      for (const each of networks) ctx.networks.add(each)
      for (const each of connectors) ctx.connectors.add(each)
      setup?.(ctx)
    },
  })
  const kernel: Kernel = createKernel({
    metadata: { name: 'Gallery' },
    storage: null,
    logLevel: 'silent',
    mobile: false,
    ...options,
    plugins: [
      parts,
      standing(pairing, pairingApi),
      preview(),
      signingOf(signing),
      sendingOf(sending),
    ],
  })
  return { kernel, ctx: got.ctx! }
}
