import {
  LatchkeyError,
  type Connector,
  type ConnectRequest,
  type Json,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync } from '@latchkey/plugin-api/wallet'
import { chainOf } from './chains.js'
import { noAccount, openConnection, type How } from './connection.js'
import { discover } from './discovery.js'
import type { Driver } from './drivers/driver.js'
import { unisatDriver } from './drivers/unisat.js'
import { leatherDriver } from './drivers/wbip.js'
import { member } from './loose.js'
import { NAMESPACE } from './networks.js'
import type { BitcoinSource } from './source.js'

interface Wallet {
  id: string
  name: string
  icon?: string
  kind: 'announced' | 'injected'
  rdns?: string
  isHere(): boolean
  driver(): Driver
}
/** What all connectors of a kernel share. */
interface Shared {
  ctx: PluginContext
  source(): Promise<BitcoinSource>
  live: Set<{ readonly id: string }>
}

/** One wallet as a connector. */
const toConnector = (
  { ctx, source, live }: Shared,
  { isHere, driver, ...wallet }: Wallet,
): Connector => {
  const networks = (): readonly Network[] =>
    ctx.networks
      .get()
      .map(({ value }) => value)
      .filter(({ namespace }) => namespace === NAMESPACE)
  const open = (how: How, { signal }: Pick<ConnectRequest, 'signal'>) => {
    if (!isHere())
      throw new LatchkeyError(
        'wallet.not_installed',
        `${wallet.name} is not in this page any more: reload it.`,
        { context: { connectorId: wallet.id } },
      )
    return openConnection(
      {
        id: wallet.id,
        connectorId: wallet.id,
        driver: driver(),
        networks,
        source,
        live,
        end: ctx.signal,
      },
      how,
      signal,
    )
  }
  return {
    ...wallet,
    namespaces: [NAMESPACE],
    availability: () => (isHere() ? 'installed' : 'unavailable'),
    async connect(request) {
      request.onStep({ step: 'confirm' })
      const first = request.networks[0] ?? networks()[0]
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
          : noAccount()
      return connection
    },
    restore: async (snapshot: Json, request) => open({ remembered: snapshot }, request),
  }
}

const okx = (name: string): unknown => member(member(window, 'okxwallet'), name)
const OKX_CHAINS = {
  mainnet: 'bitcoin',
  testnet: 'bitcoinTestnet',
  signet: 'bitcoinSignet',
  regtest: 'bitcoin',
} as const
const unisat = (): unknown => member(window, 'unisat')
const leather = (): unknown => member(window, 'LeatherProvider')
const isProvider = (value: unknown, method: string): boolean =>
  typeof member(value, method) === 'function'

/** Wallets that put an object of their own into the page. */
const injected: readonly Wallet[] = [
  {
    id: 'bitcoin.unisat',
    name: 'UniSat Wallet',
    kind: 'injected',
    isHere: () => isProvider(unisat(), 'requestAccounts'),
    driver: () => unisatDriver(unisat),
  },
  {
    id: 'bitcoin.okx',
    name: 'OKX Wallet',
    kind: 'injected',
    isHere: () => isProvider(okx('bitcoin'), 'requestAccounts'),
    driver: () =>
      unisatDriver(
        (chain) => okx(OKX_CHAINS[chain ?? 'mainnet']),
        (provider) =>
          provider === okx('bitcoinTestnet')
            ? 'testnet'
            : provider === okx('bitcoinSignet')
              ? 'signet'
              : 'mainnet',
      ),
  },
  {
    id: 'bitcoin.leather',
    name: 'Leather',
    kind: 'injected',
    isHere: () => isProvider(leather(), 'request'),
    driver: () => leatherDriver(leather() as Parameters<typeof leatherDriver>[0]),
  },
]

/** The id, or one like it where another plugin's connector has it: whoever repeats that id keeps no wallet out. */
const free = (ctx: PluginContext, id: string): string =>
  ctx.connectors.find(id) ? free(ctx, `${id}:${NAMESPACE}`) : id

/**
 * Registers UniSat, OKX and Leather by their own objects, and announced wallets as they appear, unless they are one of those.
 * However many announce, the registry is gone through once a task.
 */
export function registerWallets(ctx: PluginContext, source: Shared['source']): void {
  const shared: Shared = { ctx, source, live: new Set() }
  // Neither standard has an rdns: a wallet is known by its name.
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
  for (const wallet of injected)
    ctx.connectors.add(toConnector(shared, { ...wallet, id: free(ctx, wallet.id) }))
  const isOther = (provider: object): boolean =>
    [unisat(), okx('bitcoin'), leather()].includes(provider)
  const discovery = discover(
    window,
    (name) => ctx.connectors.isKnown({ rdns: name }),
    isOther,
    sync,
  )
  ctx.onDispose(discovery.stop)
  // A list has no event: it is looked at whenever somebody is about to choose.
  ctx.onDispose(
    ctx.modal.subscribe(({ open }, before) => void (open && !before.open && discovery.look())),
  )
}
