import {
  type Account,
  type Connection,
  type Connector,
  type ConnectRequest,
  LatchkeyError,
  type Network,
  type Scope,
  type Scopes,
} from '@latchkey/plugin-api'
import { FakeConnection, scope } from '@latchkey/plugin-testkit/fakes'
import { account, BITCOIN, EVM, iconOf, SOLANA } from './chains.js'

/** The scopes of a connection with these accounts. The first account of a namespace is selected. */
const scopesOf = (accounts: readonly Account[]): Scopes =>
  Object.fromEntries(
    accounts.map(({ namespace }): [string, Scope] => {
      const mine = accounts.filter((each) => each.namespace === namespace)
      return [namespace, scope(mine, { selected: mine[0]?.key ?? '' })]
    }),
  )

/** A connected wallet. `switchNetwork` answers a request to switch; without it the wallet switches. */
export class FakeWallet extends FakeConnection {
  constructor(
    connectorId: string,
    accounts: readonly Account[],
    switchNetwork?: (target: Network) => Promise<void>,
  ) {
    super(`${connectorId} link`, connectorId, scopesOf(accounts), {
      answer: () => null,
      snapshot: () => ({}),
      switchNetwork: switchNetwork ?? (async ({ id }) => this.tell({ network: id })),
    })
  }
}

// How a wallet answers a connect: never, with any error, or with an error of Latchkey.
export const forever = (): Promise<never> => new Promise(() => undefined)
export const fail = (error: unknown) => (): Promise<never> => Promise.reject(error)
export const refuse = (code: ConstructorParameters<typeof LatchkeyError>[0], details?: string) =>
  fail(new LatchkeyError(code, 'Made for the gallery.', details === undefined ? {} : { details }))

type Answer = (request: ConnectRequest) => Connection | Promise<Connection>
/**
 * Creates a connector of a browser extension, unless `more` says otherwise. `answer` is what its
 * wallet answers to a connect: a connection with one EVM account if left out. `color` is its icon.
 */
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
/** Where a wallet can be installed from. */
export const STORES = {
  homepage: 'https://ledger.example',
  stores: [
    { store: 'Chrome Web Store', url: 'https://chrome.example' },
    { store: 'App Store', url: 'https://apple.example' },
    { store: 'Google Play', url: 'https://play.example' },
  ],
}
/**
 * The wallets of a scene that sets none. Phantom has three connectors, one for each chain family;
 * `copy` is an impostor under Rabby's name. `rabby`: what Rabby answers to a connect.
 */
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
