import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type Json,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync, type Placed } from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from './chain.js'
import { openConnection, type Options } from './connection.js'
import { discover, findWallet, type Found } from './discovery.js'

type Live = Options['live']

/** After how many ms the page is looked at again: wallets write themselves into it when they are ready, and tell nobody. */
const LOOKS = [100, 300, 600, 1_000, 2_000, 4_000]

/** Networks of a snapshot. Storage may hold anything. */
const networksIn = (snapshot: Json): readonly unknown[] => {
  const { networks } = (
    typeof snapshot === 'object' && snapshot !== null && !Array.isArray(snapshot) ? snapshot : {}
  ) as { networks?: unknown }
  return Array.isArray(networks) ? networks : []
}

function toConnector(
  ctx: PluginContext,
  chains: Chains,
  live: Live,
  { id, name, rdns, homepage, path, events, provider }: Placed<Found>,
): Connector {
  const open = async (
    networks: ConnectRequest['networks'],
    isRestored: boolean,
    signal: AbortSignal,
  ): Promise<Connection | undefined> => {
    if (!findWallet(window, path))
      throw new LatchkeyError(
        'wallet.not_installed',
        `${name} is not in this page any more: reload it.`,
        { context: { connectorId: id } },
      )
    return openConnection(
      { id, provider, events, chains, live, end: ctx.signal },
      networks,
      isRestored,
      signal,
    )
  }
  return {
    id,
    name,
    rdns,
    kind: 'injected',
    namespaces: [NAMESPACE],
    install: { homepage },
    availability: () => (findWallet(window, path) ? 'installed' : 'missing'),
    async connect({ networks, silent, signal, onStep }) {
      // These wallets have no question that is sure to open no window.
      if (silent)
        throw new LatchkeyError(
          'wallet.unauthorized',
          `${name} cannot be connected silently: let the visitor connect it once, then it is restored.`,
          { context: { method: 'enable' } },
        )
      onStep({ step: 'confirm' })
      const connection = await open(networks, false, signal)
      if (!connection)
        throw new LatchkeyError(
          'wallet.bad_answer',
          `${name} showed no key on any of the networks.`,
          { context: { method: 'getKey' } },
        )
      return connection
    },
    async restore(snapshot, { networks, signal }) {
      const allowed = networksIn(snapshot)
      const wanted = networks.filter((network) => allowed.includes(network.id))
      return wanted.length ? open(wanted, true, signal) : undefined
    },
  }
}

/** Registers the wallets of the page as they appear, and takes back those that go or turn out to be another. */
export function registerWallets(ctx: PluginContext, chains: Chains): void {
  const live: Live = new Set()
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    (found) => toConnector(ctx, chains, live, found),
  )
  const discovery = discover(window, sync)
  const look = (): void => {
    discovery.look()
    sync()
  }
  look()
  const timers = LOOKS.map((ms) => setTimeout(look, ms))
  window.addEventListener('load', look)
  ctx.onDispose(ctx.modal.subscribe(({ open }) => open && look()))
  ctx.onDispose(() => {
    for (const timer of timers) clearTimeout(timer)
    window.removeEventListener('load', look)
    discovery.stop()
  })
}
