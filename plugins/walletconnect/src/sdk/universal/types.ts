/** A session as `@walletconnect/universal-provider` shows it, as far as hosts usually read it. */
export interface UniversalSession {
  topic: string
  /** Seconds since 1970. */
  expiry: number
  namespaces: Record<
    string,
    { chains?: string[]; accounts: string[]; methods: string[]; events: string[] }
  >
  peer: { metadata: { name: string; description: string; url: string; icons: string[] } }
}
/** The chains, methods and events that {@link UniversalProviderLike.connect} asks for in one namespace. */
export interface UniversalNamespace {
  chains: string[]
  methods: string[]
  events: string[]
  rpcMap?: Record<string, string>
  defaultChain?: string
}
/**
 * The members of the class `UniversalProvider` that hosts usually need. It stands here so that hosts
 * without `@walletconnect/universal-provider` have types. A host that has it asks for the class:
 * `getUniversalProvider<UniversalProvider>()`.
 */
export interface UniversalProviderLike {
  session?: UniversalSession
  /** The newest pairing code. */
  uri: string | undefined
  readonly isWalletConnect: boolean
  connect(options: {
    optionalNamespaces?: Record<string, UniversalNamespace>
    /** Treated as optional, as the library does since 2.21. */
    namespaces?: Record<string, UniversalNamespace>
  }): Promise<UniversalSession | undefined>
  /** @param chain CAIP-2; the default chain of the first namespace if left out */
  request<T = unknown>(request: { method: string; params?: object }, chain?: string): Promise<T>
  /** Connects where there is no session, and answers the accounts of the first namespace. */
  enable(): Promise<string[]>
  /** @param chain CAIP-2 */
  setDefaultChain(chain: string): void
  disconnect(): Promise<void>
  on(event: string, listener: (...values: never[]) => void): void
  once(event: string, listener: (...values: never[]) => void): void
  off(event: string, listener: (...values: never[]) => void): void
  removeListener(event: string, listener: (...values: never[]) => void): void
}
/** Options of `getUniversalProvider`. */
export interface UniversalProviderOptions {
  /**
   * `false`: `connect()` leaves the modal closed, and the host draws the code that `display_uri`
   * brings. `true` if left out. The latest call counts.
   */
  modal?: boolean
}
