import type {
  Account,
  Connection,
  ConnectionChange,
  Dispose,
  Json,
  Namespace,
  Network,
  Scope,
  Scopes,
  WireRequest,
} from '@latchkey/plugin-api'

/** The behaviour of the wallet at the other end of a {@link FakeConnection}. A test may change it. */
export interface FakeWalletSwitches {
  /** Answers a request. The connection throws what this throws, as an error of the wallet. */
  answer(request: WireRequest): unknown
  /** Runs when the connection is released; it may fail. */
  release?(namespace?: Namespace): Promise<void>
  /** Left out: the connection ends only as a whole. */
  canRelease?(namespace: Namespace): boolean
  /** Left out: the wallet has no networks of its own. */
  switchNetwork?(network: Network, signal?: AbortSignal): Promise<void>
  /** Left out: the wallet cannot be asked to use another account. */
  switchAccount?(account: Account, signal?: AbortSignal): Promise<void>
  snapshot?(): Json
}

/** An account with the address `NAMESPACE-KEY`, as `fakeAdapter` takes it. */
export const account = (
  namespace: Namespace,
  key: string,
  more: Partial<Account> = {},
): Account => ({ key, namespace, address: `${namespace}-${key}`, type: 'eoa', ...more })
/** A scope that allows every network and method. */
export const scope = (accounts: readonly Account[], more: Partial<Scope> = {}): Scope => ({
  accounts,
  networks: 'any',
  methods: 'any',
  ...more,
})
/** Scopes with one account, `a`, in each namespace. */
export const scopesOf = (...namespaces: readonly Namespace[]): Scopes =>
  Object.fromEntries(namespaces.map((namespace) => [namespace, scope([account(namespace, 'a')])]))

/**
 * A connection whose wallet the test drives: `wallet` answers, `tell` reports a change as the
 * wallet would.
 * @example new FakeConnection('w', 'w', scopesOf('test'), { answer: ({ method }) => `${method}!` })
 */
export class FakeConnection implements Connection {
  /** All requests, releases and switches, in order. */
  readonly requests: WireRequest[] = []
  readonly released: (Namespace | undefined)[] = []
  readonly switched: (Network | Account)[] = []
  declare readonly canRelease?: (namespace: Namespace) => boolean
  declare readonly switchNetwork?: (network: Network, signal?: AbortSignal) => Promise<void>
  declare readonly switchAccount?: (account: Account, signal?: AbortSignal) => Promise<void>
  readonly #listeners = new Set<(change: ConnectionChange) => void>()

  constructor(
    readonly id: string,
    readonly connectorId: string,
    public scopes: Scopes,
    readonly wallet: FakeWalletSwitches = { answer: ({ method }) => `${method}!` },
  ) {
    const { switched } = this
    if (wallet.canRelease) this.canRelease = (namespace) => wallet.canRelease?.(namespace) ?? false
    if (wallet.switchNetwork)
      this.switchNetwork = async (network, signal) => (
        switched.push(network),
        wallet.switchNetwork?.(network, signal)
      )
    if (wallet.switchAccount)
      this.switchAccount = async (wanted, signal) => (
        switched.push(wanted),
        wallet.switchAccount?.(wanted, signal)
      )
  }

  async request(request: WireRequest): Promise<unknown> {
    this.requests.push(request)
    return this.wallet.answer(request)
  }

  onChange(listener: (change: ConnectionChange) => void): Dispose {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reports a change to all listeners, as the wallet would. */
  tell(change: ConnectionChange): void {
    if ('scopes' in change) this.scopes = change.scopes
    for (const listener of [...this.#listeners]) listener(change)
  }

  /** How many listen. */
  get listeners(): number {
    return this.#listeners.size
  }

  async release(namespace?: Namespace): Promise<void> {
    this.released.push(namespace)
    await this.wallet.release?.(namespace)
  }

  snapshot(): Json {
    return this.wallet.snapshot?.() ?? { id: this.id }
  }
}
