import {
  LatchkeyError,
  type Connector,
  type ConnectRequest,
  type Json,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import {
  badAnswer,
  createSync,
  freeId,
  notInstalled,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { chainOf } from '../chain/chains.js'
import type { OpeningMode } from './connection.js'
import { discover, type Code, type MakeDriver } from './discovery.js'
import { readMember } from './untrusted.js'
import { NAMESPACE } from '../chain/networks.js'
import type { BitcoinSource } from '../chain/source.js'

interface WalletSource {
  id: string
  name: string
  icon?: string
  kind: 'announced' | 'injected'
  rdns?: string
  isHere(): boolean
  driver: MakeDriver
}
/** Shared by all connectors of a kernel. */
interface ConnectorServices {
  ctx: PluginContext
  source(): Promise<BitcoinSource>
  live: LiveConnections
  code(): Promise<Code>
}

/** Makes the connector of one wallet. */
const toConnector = (
  { ctx, source, live, code }: ConnectorServices,
  { isHere, driver, ...wallet }: WalletSource,
): Connector => {
  const networks = (): readonly Network[] =>
    ctx.networks
      .get()
      .map(({ value }) => value)
      .filter(({ namespace }) => namespace === NAMESPACE)
  const open = async (mode: OpeningMode, { signal }: Pick<ConnectRequest, 'signal'>) => {
    if (!isHere()) throw notInstalled(wallet.id, wallet.name)
    const loaded = await code()
    return loaded.openConnection(
      {
        id: wallet.id,
        driver: driver(loaded),
        networks,
        source,
        live,
        end: ctx.signal,
      },
      mode,
      signal,
    )
  }
  return {
    ...wallet,
    namespaces: [NAMESPACE],
    availability: () => (isHere() ? 'installed' : 'unavailable'),
    prepare: async () => void (await code()),
    async connect(request) {
      request.onStep({ step: 'confirm' })
      const active = ctx.activeNetwork.current(NAMESPACE)
      const first =
        request.networks.find(({ id }) => id === active?.id) ?? request.networks[0] ?? networks()[0]
      const connection = await open(
        request.silent ? 'silent' : { ask: first ? chainOf(first) : 'mainnet' },
        request,
      )
      if (!connection)
        throw request.silent
          ? new LatchkeyError(
              'wallet.unauthorized',
              `${wallet.name} tells nothing without asking: connect by a click.`,
              { context: {} },
            )
          : badAnswer('connect', 'at least one Bitcoin address')
      return connection
    },
    restore: async (snapshot: Json, request) => open({ remembered: snapshot }, request),
  }
}

const readOkx = (name: string): unknown => readMember(readMember(window, 'okxwallet'), name)
const OKX_CHAINS = {
  mainnet: 'bitcoin',
  testnet: 'bitcoinTestnet',
  signet: 'bitcoinSignet',
  regtest: 'bitcoin',
} as const
const readUnisat = (): unknown => readMember(window, 'unisat')
const readLeather = (): unknown => readMember(window, 'LeatherProvider')
const hasMethod = (value: unknown, method: string): boolean =>
  typeof readMember(value, method) === 'function'

/** Wallets that inject an object of their own into the page. */
const INJECTED_WALLETS: readonly WalletSource[] = [
  {
    id: 'bitcoin.unisat',
    name: 'UniSat Wallet',
    kind: 'injected',
    isHere: () => hasMethod(readUnisat(), 'requestAccounts'),
    driver: ({ unisatDriver }) => unisatDriver(readUnisat),
  },
  {
    id: 'bitcoin.okx',
    name: 'OKX Wallet',
    kind: 'injected',
    isHere: () => hasMethod(readOkx('bitcoin'), 'requestAccounts'),
    driver: ({ unisatDriver }) =>
      unisatDriver(
        (chain) => readOkx(OKX_CHAINS[chain ?? 'mainnet']),
        (provider) =>
          provider === readOkx('bitcoinTestnet')
            ? 'testnet'
            : provider === readOkx('bitcoinSignet')
              ? 'signet'
              : 'mainnet',
      ),
  },
  {
    id: 'bitcoin.leather',
    name: 'Leather',
    kind: 'injected',
    isHere: () => hasMethod(readLeather(), 'request'),
    driver: ({ leatherDriver }) =>
      leatherDriver(readLeather() as Parameters<typeof leatherDriver>[0]),
  },
]

/**
 * Registers UniSat, OKX and Leather by their own objects, and announced wallets as they appear,
 * unless they are one of those.
 * However many wallets announce themselves in one task, connectors are updated once.
 */
export function registerWallets(ctx: PluginContext, source: ConnectorServices['source']): void {
  const shared: ConnectorServices = {
    ctx,
    source,
    live: new Set(),
    code: ctx.lazy('Bitcoin connections', () => import('./opening.js')),
  }
  // Neither standard has an rdns, so a wallet is known by its name.
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    ({ id, name, icon, driver }) =>
      toConnector(shared, {
        id,
        name,
        rdns: name,
        kind: 'announced',
        isHere: () => true,
        driver,
        ...(icon && { icon }),
      }),
  )
  for (const wallet of INJECTED_WALLETS)
    ctx.connectors.add(
      toConnector(shared, { ...wallet, id: freeId(ctx.connectors, NAMESPACE, wallet.id) }),
    )
  const isInjected = (provider: object): boolean =>
    [readUnisat(), readOkx('bitcoin'), readLeather()].includes(provider)
  const discovery = discover(
    window,
    (name) => ctx.connectors.isKnown({ rdns: name }),
    isInjected,
    sync,
  )
  ctx.onDispose(discovery.stop)
  // The list has no event, so it is read whenever the modal opens.
  ctx.onDispose(
    ctx.modal.subscribe(
      ({ open }, before) => void (open && !before.open && discovery.readProviderList()),
    ),
  )
}
