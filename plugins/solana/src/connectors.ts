import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync } from '@latchkey/plugin-api/wallet'
import { openConnection, type ConnectionOptions, type Opening } from './connection.js'
import { discover } from './discovery.js'
import { look } from './errors.js'
import { openLegacyWallet, type LegacyProvider } from './legacyWallet.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'
import { openStandardWallet } from './standardWallet.js'
import type { Wallet } from './wallet.js'

interface Found extends Pick<Connector, 'id' | 'name' | 'icon' | 'rdns' | 'kind' | 'alwaysListed'> {
  wallet(): Wallet | undefined
}
type Shared = Pick<ConnectionOptions, 'live' | 'networks'>

/** One Solana wallet as a connector. */
const toConnector = (
  ctx: PluginContext,
  shared: Shared,
  { wallet: find, ...found }: Found,
): Connector => {
  const open = async (opening: Opening): Promise<Connection | undefined> => {
    const wallet = find()
    if (!wallet)
      throw new LatchkeyError(
        'wallet.not_installed',
        `${found.name} is not in this page any more: reload it.`,
        { context: { connectorId: found.id } },
      )
    return openConnection(
      {
        ...shared,
        id: found.id,
        wallet,
        network: (id) => ctx.networks.find(id)?.value,
        end: ctx.signal,
      },
      opening,
    )
  }
  const networkOf = ({ networks }: ConnectRequest) => {
    const current = ctx.activeNetwork.current(NAMESPACE)
    const mine = networks.filter(({ namespace }) => namespace === NAMESPACE)
    return mine.find(({ id }) => id === current?.id) ?? mine[0]
  }
  return {
    ...found,
    namespaces: [NAMESPACE],
    availability: () => (find() ? 'installed' : 'unavailable'),
    async connect(request) {
      request.onStep({ step: 'confirm' })
      const connection = await open({
        silent: request.silent,
        signal: request.signal,
        signIn: request.signIn,
        network: networkOf(request),
      })
      if (!connection)
        throw new LatchkeyError(
          'wallet.bad_answer',
          `${found.name} exposed no account for ${request.networks.map(({ name }) => name).join(', ')}: allow one in the wallet.`,
          { context: { method: 'connect' } },
        )
      return connection
    },
    restore: (_snapshot, { signal }) =>
      open({ silent: true, signal }).catch((error: unknown) => {
        // The legacy form says so where the page may see no account.
        if ((error as LatchkeyError).code === 'wallet.user_rejected') return undefined
        throw error
      }),
  }
}

interface Page {
  solana?: LegacyProvider
  phantom?: { solana?: LegacyProvider }
}
const isLegacy = (value: unknown): value is LegacyProvider =>
  look(() => typeof (value as LegacyProvider).connect === 'function') ?? false
const legacyOf = (): LegacyProvider | undefined =>
  [look(() => (window as Page).solana), look(() => (window as Page).phantom?.solana)].find(isLegacy)

/** Whether it is the older face of a wallet that registered: `isPhantom` of one that calls itself Phantom. */
const isFaceOf = (provider: LegacyProvider, name: string): boolean =>
  look(
    () =>
      (provider as unknown as Readonly<Record<string, unknown>>)[
        `is${name.replace(/\W.*/, '')}`
      ] === true,
  ) ?? false

/**
 * Registers wallets of the Wallet Standard as they appear, and `window.solana` as `solana:injected` unless it is the older face of one of these.
 * However many register, the registry is gone through once a task.
 */
export function registerWallets(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  listsInjected: boolean,
): void {
  const shared: Shared = { live: new Set(), networks }
  // The standard has no rdns: a wallet is known by its name.
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    ({ id, name, icon, provider }) =>
      toConnector(ctx, shared, {
        id,
        name,
        rdns: name,
        kind: 'announced',
        ...(icon && { icon }),
        wallet: () => openStandardWallet(provider),
      }),
  )
  const discovery = discover(window, (name) => ctx.connectors.isKnown({ rdns: name }), sync)
  ctx.onDispose(discovery.stop)
  const legacy = (): Wallet | undefined => {
    const provider = legacyOf()
    return provider && !discovery.found().some(({ name }) => isFaceOf(provider, name))
      ? openLegacyWallet(provider)
      : undefined
  }
  ctx.connectors.add(
    toConnector(ctx, shared, {
      id: `${NAMESPACE}:injected`,
      name: 'Browser Wallet',
      kind: 'injected',
      alwaysListed: listsInjected,
      wallet: legacy,
    }),
  )
}
