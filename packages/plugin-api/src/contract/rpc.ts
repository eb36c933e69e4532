import type { ConnectedAccount, Description } from '../chain/adapter.js'
import type { Caip2, Namespace } from '../chain/caip.js'
import type { Dispose } from '../json.js'
import type { Network } from '../chain/network.js'

/**
 * The class of a method: `read` asks a chain or the wallet and changes nothing, `sign` makes a
 * signature, `send` moves something, `wallet-state` changes the wallet's settings.
 * Only `sign` and `send` are aborted when pending requests are rejected.
 */
export type RpcClass = 'read' | 'sign' | 'send' | 'wallet-state'

/** The methods that a plugin handles in one namespace. Methods that no plugin handles are refused. */
export interface RpcPolicy {
  namespace: Namespace
  methods: Readonly<Record<string, RpcClass>>
  /**
   * Those of `methods` that a node of the network can answer: reads of the chain, and methods that
   * broadcast what is signed already. The adapter's `read` answers one that the wallet does not offer.
   * No other method ever reaches a node, as its parameters are meant for the wallet alone.
   * Only methods of class `read` and `send` count. Absent: none.
   */
  nodes?: readonly string[]
  /**
   * Further methods and events that connectors of several namespaces (WalletConnect) ask wallets for
   * in this namespace, beside those of the adapter's `session`. Each method must be in some policy
   * of the namespace. Open sessions are not changed.
   */
  session?: { readonly methods?: readonly string[]; readonly events?: readonly string[] }
}

/**
 * How the kernel treats one method of one namespace now, by the plugins' policies and the host's
 * `rpcPolicy` together.
 */
export interface MethodRule {
  /**
   * Whether the host denies it, whichever plugin handles it. A provider that answers a method by
   * itself must read this first.
   */
  readonly denied: boolean
  /**
   * The strictest class that a policy gives it. `undefined`: it is denied, or no policy names it.
   * Policies come with the late parts of plugins.
   */
  readonly class: RpcClass | undefined
  /** Whether a node may answer it. */
  readonly nodes: boolean
}

/** Registers the methods that a plugin handles, and tells how methods are treated. */
export interface RpcPort {
  /** @throws `kernel.not_allowed` for a namespace that the plugin does not list in `chains` */
  allow(policy: RpcPolicy): Dispose
  ruleOf(method: string, namespace: Namespace): MethodRule
  /**
   * All that sessions ask wallets for in a namespace: methods and events of its adapter and of
   * policies, without those that the host denies.
   */
  sessionOf(namespace: Namespace): {
    readonly methods: readonly string[]
    readonly events: readonly string[]
  }
}

/** A request to a wallet, or to a node of the network. */
export interface RpcRequest {
  network: Caip2
  method: string
  params?: unknown
  /** Absent: the current connection of the network's namespace. */
  connectionId?: string
  /** Gives the request up: its answer is dropped, though the wallet may still finish it. */
  signal?: AbortSignal
  /**
   * The asker. A plugin that passes on a request of the host, as a provider does, says `host`.
   * Absent: `plugin` through a plugin's context, `host` through the kernel's own ports.
   */
  origin?: RequestOrigin
}
/** The asker of a request: the host's own code, or a plugin. */
export type RequestOrigin = 'host' | 'plugin'

/** A request that signs or sends and waits for the visitor before its wallet is asked. */
export interface PreviewedRequest {
  readonly origin: RequestOrigin
  readonly class: 'sign' | 'send'
  readonly network: Network
  readonly connectionId: string
  readonly method: string
  /** The object that the wallet gets, frozen where it is plain data. */
  readonly params: unknown
  /** The account in use in its wallet. */
  readonly account: ConnectedAccount | undefined
  /** The caller's signal: by it a plugin recognises a request of its own. */
  readonly caller: AbortSignal | undefined
}
/**
 * Shows requests to the visitor before the wallet is asked: a contribution to the kernel's extension
 * point `previews`. The first one by `order` that takes a request reviews it, and no other; where
 * none takes it, the wallet is asked at once.
 * @example
 * ctx.points.add(createToken<RequestPreviewer>('previews'), {
 *   id: 'swap',
 *   takes: ({ caller }) => caller === mine?.signal,
 *   review: (request, description) => show(description),
 * })
 */
export interface RequestPreviewer {
  id: string
  /** Lower comes first; 100 by default. */
  order?: number
  takes(request: PreviewedRequest): boolean
  /**
   * Resolves when the visitor agrees. If it throws, the caller gets that error and the wallet is not
   * asked.
   * @param description - by the namespace's adapter, made of `request.params`; `undefined` where no
   * adapter can read it: show it raw and say so
   * @param signal - aborted when the request is given up, or when account or network changed: close
   * the view
   * @throws `wallet.user_rejected` when the visitor declines
   */
  review(
    request: PreviewedRequest,
    description: Description | undefined,
    signal: AbortSignal,
  ): Promise<void>
}

/** A host's changes of the plugins' policies, by exact method names; `deny` wins. */
export interface HostRpcPolicy {
  allow?: Readonly<Record<string, RpcClass>>
  /**
   * Those of `allow`, of class `read` or `send`, that a node of the network can answer. Others go to
   * the wallet only.
   */
  nodes?: readonly string[]
  deny?: readonly string[]
}
