import { createKernel, type Kernel } from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  type Account,
  type AdapterRegistration,
  type AnyPlugin,
  type ChainAdapter,
  type Connection,
  type Connector,
  type ConnectRequest,
  type Network,
  type PluginContext,
  type Scopes,
} from '@latchkey/plugin-api'
import { FakeConnection } from '@latchkey/plugin-testkit/fakes'

/** Made-up chain families: code that works with them works with every family. */
export const SPACE = 'ink'
export const OTHER = 'oak'
export const THIRD = 'elm'
/** A chain family that the contract knows. */
export const KNOWN = 'eip155'
const LABELS: Readonly<Record<string, string>> = {
  [SPACE]: 'Ink',
  [OTHER]: 'Oak',
  [THIRD]: 'Elm',
  [KNOWN]: 'EVM',
}
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' fill='%237a5af8'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23fff'/%3E%3C/svg%3E"
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const network = (reference: string, name: string, more: Partial<Network> = {}): Network => {
  const namespace = more.namespace ?? SPACE
  return {
    id: `${namespace}:${reference}`,
    reference,
    name,
    nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
    rpcUrls: [],
    blockExplorers: [{ name: 'Inkscan', url: 'https://ink.example' }],
    ...more,
    namespace,
  }
}

export const adapter = (
  namespace: string,
  more: Partial<ChainAdapter> = {},
): AdapterRegistration => ({
  namespace,
  label: LABELS[namespace] ?? namespace,
  abilities: ['balance'],
  ...(namespace === KNOWN && { tabs: ['tokens', 'nfts', 'activity'] as const }),
  resembles: () => true,
  session: { methods: [], events: [] },
  load: async () => ({
    parseAddress: (text) => text,
    formatAddress: (text) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text),
    addressOn: ({ address }) => address,
    balance: async () => ({ value: 1_234_567_890_123_456_789n, decimals: 18, symbol: 'INK' }),
    ...more,
  }),
})

export const account = (
  address: string,
  namespace = SPACE,
  more: Partial<Account> = {},
): Account => ({ key: address, namespace, address, type: 'eoa', ...more })
export const scopesOf = (accounts: readonly Account[], on?: `${string}:${string}`): Scopes =>
  Object.fromEntries(
    [...new Set(accounts.map(({ namespace }) => namespace))].map((namespace) => {
      const mine = accounts.filter((each) => each.namespace === namespace)
      return [
        namespace,
        {
          accounts: mine,
          selected: mine[0]?.key ?? '',
          networks: 'any' as const,
          methods: 'any' as const,
          ...(on && { network: on }),
        },
      ]
    }),
  )

/** A wallet that answers `null` to every request. */
export class FakeWallet extends FakeConnection {
  /** Switches the network when it is asked to. */
  moves: (target: Network) => Promise<void> = async (target) => this.tell({ network: target.id })

  constructor(id: string, connectorId: string, scopes: Scopes) {
    super(id, connectorId, scopes, {
      answer: () => null,
      snapshot: () => ({}),
      switchNetwork: (target) => this.moves(target),
    })
  }
}

export const connector = (
  id: string,
  more: Partial<Connector> & {
    answer?: (request: ConnectRequest) => Promise<Connection> | Connection
  } = {},
): Connector => {
  const { answer, ...rest } = more
  return {
    id,
    name: id,
    kind: 'announced',
    namespaces: [SPACE],
    icon: ICON,
    rdns: `test.${id.toLowerCase()}`,
    availability: () => 'installed',
    connect: async (request) =>
      answer ? answer(request) : new FakeWallet(`${id}-link`, id, scopesOf([account(ADDRESS)])),
    ...rest,
  }
}
export const rejected = (id = 'Rabby'): LatchkeyError =>
  new LatchkeyError('wallet.user_rejected', 'The person said no.', { context: { connectorId: id } })
/** A promise that never settles. */
export const forever = (): Promise<never> => new Promise(() => undefined)

export interface Made {
  kernel: Kernel
  ctx: PluginContext
}
export interface World {
  connectors?: readonly Connector[]
  networks?: readonly Network[]
  adapters?: readonly AdapterRegistration[]
  setup?(ctx: PluginContext): unknown
  options?: Partial<Omit<Parameters<typeof createKernel>[0], 'plugins'>>
}

/** Creates a kernel with one plugin that contributes the given parts. */
export function makeKernel({
  connectors = [connector('Rabby')],
  networks = [network('1', 'Ink Mainnet'), network('5', 'Inkling', { testnet: true })],
  adapters,
  setup,
  options,
}: World = {}): Made {
  const got: { ctx?: PluginContext } = {}
  const spaces = [...new Set(networks.map(({ namespace }) => namespace))]
  const plugin: AnyPlugin = definePlugin({
    id: 'parts',
    version: '0.1.0',
    kernelApi: '*',
    chains: [SPACE, OTHER, THIRD, KNOWN],
    setup(ctx) {
      got.ctx = ctx
      for (const each of adapters ?? spaces.map((space) => adapter(space))) ctx.adapters.add(each)
      for (const each of networks) ctx.networks.add(each)
      for (const each of connectors) ctx.connectors.add(each)
      return setup?.(ctx)
    },
  })
  const kernel = createKernel({
    metadata: { name: 'Demo' },
    storage: null,
    logLevel: 'silent',
    directory: () => Promise.resolve({ wallets: [], total: 0 }),
    ...options,
    plugins: [plugin],
  })
  if (!got.ctx) throw new Error('The plugin was not set up.')
  return { kernel, ctx: got.ctx }
}
