import type { ConnectedAccount, Description } from './adapter.js'
import type { Caip2, Namespace } from './caip.js'
import type { Dispose } from './json.js'
import type { Network } from './network.js'

/**
 * What a method does: `read` asks a chain or the wallet and changes nothing, `sign` makes a signature, `send` moves something, `wallet-state` changes the wallet's settings.
 * Only `sign` and `send` are aborted when pending requests are rejected.
 */
export type RpcClass = 'read' | 'sign' | 'send' | 'wallet-state'

/** Methods that a plugin speaks for. Everything else is refused. */
export interface RpcPolicy {
  namespace: Namespace
  methods: Readonly<Record<string, RpcClass>>
  /**
   * Those of `methods` that a node of the network can answer: reads of the chain, and methods that broadcast what is signed already.
   * Where the wallet does not offer one, the adapter's `read` answers it. No other method ever reaches a node: its parameters are meant for the wallet alone.
   * Only methods of class `read` and `send` count. Absent: none.
   */
  nodes?: readonly string[]
  /**
   * What connectors of several namespaces (WalletConnect) ask wallets for in this namespace, beside what the adapter's `session` names.
   * A method has to be known to some policy of the namespace. Sessions that are open already are asked for nothing.
   */
  session?: { readonly methods?: readonly string[]; readonly events?: readonly string[] }
}

/** How the door treats one method of one namespace now: plugins' policies and the host's `rpcPolicy` together. */
export interface MethodRule {
  /** The host denies it, whoever speaks for it. A provider that answers something by itself asks this first. */
  readonly denied: boolean
  /** The strictest class that is said of it. `undefined`: it is denied, or no policy names it; policies come with the late parts of plugins. */
  readonly class: RpcClass | undefined
  /** Whether a node may answer it. */
  readonly nodes: boolean
}

/** Where a plugin says which methods it speaks for, and asks how methods are treated. */
export interface RpcPort {
  /** @throws `kernel.not_allowed` for a namespace that the plugin does not list in `chains` */
  allow(policy: RpcPolicy): Dispose
  ruleOf(method: string, namespace: Namespace): MethodRule
  /** All that sessions ask wallets for in a namespace: what its adapter names and what policies add, without what the host denies. */
  sessionOf(namespace: Namespace): {
    readonly methods: readonly string[]
    readonly events: readonly string[]
  }
}

export interface RpcRequest {
  network: Caip2
  method: string
  params?: unknown
  /** Absent: the current connection of the network's namespace. */
  connectionId?: string
  /** A caller's own wish to stop: the answer is dropped, the wallet may still finish. */
  signal?: AbortSignal
  /** Whose wish it is. A plugin that hands on what the host asked for, as a provider does, says `host`. Absent: `plugin` through a plugin's context, `host` through the kernel's own ports. */
  origin?: RequestOrigin
}
export type RequestOrigin = 'host' | 'plugin'

/** A request that signs or sends, held before its wallet is asked. */
export interface PreviewedRequest {
  readonly origin: RequestOrigin
  readonly class: 'sign' | 'send'
  readonly network: Network
  readonly connectionId: string
  readonly method: string
  /** Frozen, where it is plain data: the very object that the wallet gets. */
  readonly params: unknown
  /** The account in use in its wallet. */
  readonly account: ConnectedAccount | undefined
  /** The signal that the caller gave: who holds the same one knows that the request is theirs. */
  readonly caller: AbortSignal | undefined
}
/**
 * Puts requests before the visitor: a contribution to the kernel's extension point `previews`. Of several, the first by `order` that takes a request is the only one asked;
 * where none does, the wallet is asked at once.
 * @example ctx.points.add(createToken<RequestPreviewer>('previews'), { id: 'swap', takes: ({ caller }) => caller === mine?.signal, review: (request, description) => show(description) })
 */
export interface RequestPreviewer {
  id: string
  /** Lower comes first; 100 by default. */
  order?: number
  takes(request: PreviewedRequest): boolean
  /**
   * Resolves when the visitor agrees; what it throws goes to the caller, and the wallet is not asked.
   * @param description - in the words of the namespace's adapter, made of `request.params`; `undefined`: nobody can read it, show it raw and say so
   * @param signal - aborted when the request is given up, or account or network changed: put it away
   * @throws `wallet.user_rejected` when the visitor declines
   */
  review(
    request: PreviewedRequest,
    description: Description | undefined,
    signal: AbortSignal,
  ): Promise<void>
}

/** What a host may add to or take from the plugins' policies; `deny` wins. Exact method names. */
export interface HostRpcPolicy {
  allow?: Readonly<Record<string, RpcClass>>
  /** Those of `allow`, of class `read` or `send`, that a node of the network can answer. All others go to the wallet or nowhere. */
  nodes?: readonly string[]
  deny?: readonly string[]
}
