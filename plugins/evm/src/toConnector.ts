import {
  LatchkeyError,
  type Account,
  type Availability,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import type { Eip1193Provider } from './ask.js'
import { openConnection } from './connection.js'
import { NAMESPACE } from './networks.js'
import type { Ask } from './signIn.js'

/** What a wallet is to visitors, and how it is found. */
export interface Wallet extends Pick<
  Connector,
  'id' | 'name' | 'icon' | 'rdns' | 'kind' | 'install' | 'alwaysListed'
> {
  provider(): Eip1193Provider | undefined
  /** Left out: installed where there is a provider. */
  availability?(): Availability
  /** Connects where there is no provider: an app is opened, which does not come back. */
  open?(request: ConnectRequest): Promise<never>
  /** Nobody waits for what it was asked to connect any more. */
  abandon?(): void
  /** What the wallet answers by itself; all else that only reads is asked of the network. Left out: everything. */
  methods?: readonly string[]
  /** Of what kind its accounts are, where that is known: `eoa` if left out. */
  type?: Account['type']
}

/** The connections that somebody listens to. */
export type Live = Set<{ readonly provider: Eip1193Provider }>

/** One EIP-1193 wallet as a connector. */
export const toConnector = (
  ctx: PluginContext,
  live: Live,
  {
    provider,
    availability = () => (provider() ? 'installed' : 'unavailable'),
    open: openApp,
    abandon,
    methods,
    type,
    ...wallet
  }: Wallet,
): Connector => {
  const { id, name } = wallet
  const signer = ctx.lazy('EVM sign-in', async () =>
    (await import('./signIn.js')).createSignIn(ctx),
  )
  const open = async (
    request: Omit<ConnectRequest, 'silent' | 'onStep'>,
    method: 'eth_accounts' | 'eth_requestAccounts',
  ): Promise<Connection | undefined> => {
    const found = provider()
    if (!found)
      throw new LatchkeyError(
        'wallet.not_installed',
        `${name} is not in this page any more: reload it.`,
        { context: { connectorId: id } },
      )
    const signIn =
      request.signIn &&
      !methods &&
      method === 'eth_requestAccounts' &&
      (async (ask: Ask) => (await signer())(ask, request))
    return openConnection(
      {
        id,
        connectorId: id,
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
  return {
    ...wallet,
    namespaces: [NAMESPACE],
    availability,
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
    restore: (_snapshot, request) => open(request, 'eth_accounts'),
  }
}
