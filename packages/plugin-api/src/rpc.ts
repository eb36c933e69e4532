import type { ConnectedAccount, Description } from './adapter.js'
import type { Caip2, Namespace } from './caip.js'
import type { Network } from './network.js'

/**
 * What a method does: `read` asks a chain, `sign` makes a signature, `send` moves something, `wallet-state` changes the wallet's settings.
 * Only `sign` and `send` are aborted when pending requests are rejected.
 */
export type RpcClass = 'read' | 'sign' | 'send' | 'wallet-state'

/** Methods that a plugin speaks for. Everything else is refused. */
export interface RpcPolicy {
  namespace: Namespace
  methods: Readonly<Record<string, RpcClass>>
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
  review(request: PreviewedRequest, description: Description | undefined, signal: AbortSignal): Promise<void>
}

/** What a host may add to or take from the plugins' policies; `deny` wins. Exact method names. */
export interface HostRpcPolicy {
  allow?: Readonly<Record<string, RpcClass>>
  deny?: readonly string[]
}

