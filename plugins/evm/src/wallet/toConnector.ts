import {
  LatchkeyError,
  type Account,
  type Availability,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import { notInstalled, type LiveConnections } from '@latchkey/plugin-api/wallet'
import type { Eip1193Provider } from './ask.js'
import { openConnection } from './connection.js'
import { NAMESPACE } from '../chain/networks.js'
import type { AskWallet } from './signIn.js'

/** A wallet as visitors see it, and how its provider is found. */
export interface Wallet extends Pick<
  Connector,
  'id' | 'name' | 'icon' | 'rdns' | 'kind' | 'install' | 'alwaysListed'
> {
  provider(): Eip1193Provider | undefined
  /** Left out: `installed` where there is a provider. */
  availability?(): Availability
  /** Connects where there is no provider: it opens an app, and the page never gets an answer. */
  open?(request: ConnectRequest): Promise<never>
  /** Called when the connect was given up, so that the wallet stops asking. */
  abandon?(): void
  /**
   * Methods that the wallet answers by itself; other reads go to a node of the network. Left out: the
   * wallet answers all.
   */
  methods?: readonly string[]
  /** The type of its accounts: `eoa` if left out. */
  type?: Account['type']
}

/** Answers as a wallet does, and is none. */
const practice: Eip1193Provider = {
  request: async ({ method }) => (method === 'eth_chainId' ? '0x1' : [`0x${'0'.repeat(40)}`]),
}

/** Time in ms after the late part was loaded, which an opening draws first. */
const PRACTICE_DELAY_MS = 200

/**
 * Opens and ends a connection without a wallet, once. The first one is slow, as its functions are
 * compiled: the visitor has not clicked yet. It waits until the browser has nothing to do, or a visitor
 * comes near a wallet's row.
 */
export function createPractice({
  signal: end,
  connections,
  onDispose,
}: PluginContext): () => Promise<void> {
  let done: Promise<void> | undefined
  const run = async (): Promise<void> => {
    const connection = await openConnection(
      { id: 'practice', provider: practice, live: new Set(), end, network: () => undefined },
      'eth_requestAccounts',
    )
    // With its last listener it gives everything back.
    connection?.onChange(() => undefined)()
  }
  const practise = (): Promise<void> => (done ??= run())
  // A visitor whose wallet is connected hardly connects another one.
  if (connections.get().connections.length) return practise
  const timer = setTimeout(
    () =>
      globalThis.requestIdleCallback?.(() => {
        if (!end.aborted) practise().catch(() => undefined)
      }),
    PRACTICE_DELAY_MS,
  )
  onDispose(() => clearTimeout(timer))
  return practise
}

/** Makes a function that opens the connection of a wallet. */
const createOpen = (
  ctx: PluginContext,
  live: LiveConnections,
  { id, name, provider, methods, type }: Wallet,
) => {
  const loadSignIn = ctx.lazy('EVM sign-in', async () =>
    (await import('./signIn.js')).createSignIn(ctx),
  )
  return async (
    request: Omit<ConnectRequest, 'silent' | 'onStep'>,
    method: 'eth_accounts' | 'eth_requestAccounts',
  ): Promise<Connection | undefined> => {
    const found = provider()
    if (!found) throw notInstalled(id, name)
    // Wallets with `methods` (Safe, Coinbase's smart wallet) do not know `wallet_connect`.
    const canSignIn = request.signIn && !methods && method === 'eth_requestAccounts'
    const signIn = canSignIn && (async (ask: AskWallet) => (await loadSignIn())(ask, request))
    return openConnection(
      {
        id,
        provider: found,
        live,
        network: (network) => ctx.networks.find(network)?.value,
        end: ctx.signal,
        methods,
        type,
      },
      method,
      request.signal,
      signIn,
    )
  }
}

/** Makes the connector of one EIP-1193 wallet. */
export const toConnector = (
  ctx: PluginContext,
  live: LiveConnections,
  wallet: Wallet,
  practise?: () => Promise<void>,
): Connector => {
  const { id, name, icon, rdns, kind, install, alwaysListed } = wallet
  const { provider, availability, open: openApp, abandon } = wallet
  const open = createOpen(ctx, live, wallet)
  return {
    id,
    name,
    kind,
    ...(icon !== undefined && { icon }),
    ...(rdns !== undefined && { rdns }),
    ...(install && { install }),
    ...(alwaysListed !== undefined && { alwaysListed }),
    namespaces: [NAMESPACE],
    availability: availability ?? (() => (provider() ? 'installed' : 'unavailable')),
    async connect(request) {
      const { silent, signal } = request
      if (openApp && !silent && !provider()) return openApp(request)
      request.onStep({ step: 'confirm' })
      if (abandon) signal.addEventListener('abort', abandon)
      try {
        const connection = await open(request, silent ? 'eth_accounts' : 'eth_requestAccounts')
        if (!connection)
          throw new LatchkeyError('wallet.bad_answer', `${name} exposed no account.`, {
            context: { method: 'eth_requestAccounts' },
          })
        return connection
      } finally {
        if (abandon) signal.removeEventListener('abort', abandon)
      }
    },
    ...(practise && { prepare: practise }),
    restore: (_snapshot, request) => open(request, 'eth_accounts'),
  }
}
