import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync, notInstalled, readSafely } from '@latchkey/plugin-api/wallet'
import { discoverStandardWallets } from '@latchkey/plugin-api/wallet-standard'
import type { ConnectionOptions, Opening } from './connection.js'
import type { LegacyProvider } from './legacyWallet.js'
import { NAMESPACE } from '../chain/networks.js'
import type { SolanaOptions } from '../options.js'
import type { Wallet } from './wallet.js'

type Code = typeof import('./opening.js')
interface WalletSource extends Pick<
  Connector,
  'id' | 'name' | 'icon' | 'rdns' | 'kind' | 'alwaysListed'
> {
  isHere(): boolean
  wallet(code: Code): Wallet | undefined
}
interface ConnectorServices extends Pick<ConnectionOptions, 'live' | 'networks'> {
  code(): Promise<Code>
}

/** Makes the connector of one Solana wallet. */
const toConnector = (
  ctx: PluginContext,
  { code, ...shared }: ConnectorServices,
  { isHere, wallet: find, ...found }: WalletSource,
): Connector => {
  const open = async (opening: Opening): Promise<Connection | undefined> => {
    const loaded = await code()
    const wallet = find(loaded)
    if (!wallet) throw notInstalled(found.id, found.name)
    return loaded.openConnection(
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
    availability: () => (isHere() ? 'installed' : 'unavailable'),
    prepare: async () => void (await code()),
    async connect(request) {
      request.onStep({ step: 'confirm' })
      const connection = await open({
        silent: request.silent,
        signal: request.signal,
        signIn: request.signIn,
        network: networkOf(request),
      })
      if (connection) return connection
      const names = request.networks.map(({ name }) => name).join(', ')
      throw new LatchkeyError(
        'wallet.bad_answer',
        `${found.name} exposed no account for ${names}: allow one in the wallet.`,
        { context: { method: 'connect' } },
      )
    },
    restore: (_snapshot, { signal }) =>
      open({ silent: true, signal }).catch((error: unknown) => {
        // The legacy form throws this where the page may see no account.
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
  readSafely(() => typeof (value as LegacyProvider).connect === 'function') ?? false
const readLegacyProvider = (): LegacyProvider | undefined =>
  [
    readSafely(() => (window as Page).solana),
    readSafely(() => (window as Page).phantom?.solana),
  ].find(isLegacy)

/**
 * Whether it is the older interface of a wallet that registered, such as `isPhantom` of a wallet
 * that calls itself Phantom.
 */
const isOlderInterfaceOf = (provider: LegacyProvider, name: string): boolean =>
  readSafely(
    () =>
      (provider as unknown as Readonly<Record<string, unknown>>)[
        `is${name.replace(/\W.*/, '')}`
      ] === true,
  ) ?? false

/**
 * Registers wallets of the Wallet Standard as they appear, and `window.solana` as `solana:injected`
 * unless it is the older interface of one of these.
 * However many wallets register in one task, connectors are updated once.
 */
export function registerWallets(
  ctx: PluginContext,
  { networks, injected, web3js }: SolanaOptions,
): void {
  const shared: ConnectorServices = {
    live: new Set(),
    networks,
    code: ctx.lazy('Solana connections', () => import('./opening.js')),
  }
  // The standard has no rdns, so a wallet is known by its name.
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
        isHere: () => true,
        wallet: ({ openStandardWallet }) => openStandardWallet(provider),
      }),
  )
  const discovery = discoverStandardWallets({
    target: window,
    namespace: NAMESPACE,
    isKnown: (name) => ctx.connectors.isKnown({ rdns: name }),
    onChange: sync,
  })
  ctx.onDispose(discovery.stop)
  const legacy = (): LegacyProvider | undefined => {
    const provider = readLegacyProvider()
    return provider && !discovery.found().some(({ name }) => isOlderInterfaceOf(provider, name))
      ? provider
      : undefined
  }
  ctx.connectors.add(
    toConnector(ctx, shared, {
      id: `${NAMESPACE}:injected`,
      name: 'Browser Wallet',
      kind: 'injected',
      alwaysListed: injected === 'always',
      isHere: () => legacy() !== undefined,
      wallet({ openLegacyWallet }) {
        const provider = legacy()
        return provider && openLegacyWallet(provider, web3js)
      },
    }),
  )
}
