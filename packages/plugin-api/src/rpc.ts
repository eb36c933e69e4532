import type { Caip2, Namespace } from './caip.js'

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
}

/** What a host may add to or take from the plugins' policies; `deny` wins. Exact method names. */
export interface HostRpcPolicy {
  allow?: Readonly<Record<string, RpcClass>>
  deny?: readonly string[]
}

