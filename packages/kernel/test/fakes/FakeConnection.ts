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

/** What the wallet on the other end does. Change it whenever you like. */
export interface FakeWallet {
  /** Answers a request; what it throws or rejects with is what the wallet throws. */
  answer(request: WireRequest): unknown
  /** Fails when the connection is let go. */
  release?(namespace?: Namespace): Promise<void>
  /** Left out: the connection only ends as a whole. */
  canRelease?(namespace: Namespace): boolean
  /** Left out: the wallet has no networks of its own. */
  switchNetwork?(network: Network, signal?: AbortSignal): Promise<void>
  /** Left out: the wallet cannot be asked to use another account. */
  switchAccount?(account: Account, signal?: AbortSignal): Promise<void>
  snapshot?(): Json
}

export const account = (
  namespace: Namespace,
  key: string,
  more: Partial<Account> = {},
): Account => ({ key, namespace, address: `${namespace}-${key}`, type: 'eoa', ...more })
export const scope = (accounts: readonly Account[], more: Partial<Scope> = {}): Scope => ({
  accounts,
  networks: 'any',
  methods: 'any',
  ...more,
})
/** One account, `a`, in each namespace. */
export const scopesOf = (...namespaces: readonly Namespace[]): Scopes =>
  Object.fromEntries(namespaces.map((namespace) => [namespace, scope([account(namespace, 'a')])]))

/** A live link whose wallet is driven by the test: `tell` says what the wallet says. */
export class FakeConnection implements Connection {
  /** All that was asked, released and switched, in order. */
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
    readonly wallet: FakeWallet = { answer: ({ method }) => `${method}!` },
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

  /** What the wallet says happened. */
  tell(change: ConnectionChange): void {
    if ('scopes' in change) this.scopes = change.scopes
    for (const listener of [...this.#listeners]) listener(change)
  }

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
