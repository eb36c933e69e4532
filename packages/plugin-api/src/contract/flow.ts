import type { ConnectedAccount } from '../chain/adapter.js'
import type { Caip2, Namespace } from '../chain/caip.js'
import type { SignInRequest } from '../chain/connector.js'
import type { Dispose } from '../json.js'

/** A connect that is about to start. Steps may change `signIn`. */
export interface ConnectAttempt {
  readonly connectorId: string
  readonly namespaces: readonly Namespace[]
  readonly silent: boolean
  /** Set by a plugin that wants to sign in together with connecting. */
  signIn?: SignInRequest
}
/** A connect that succeeded. */
export interface ConnectResult {
  readonly connectionId: string
  readonly connectorId: string
  readonly accounts: readonly ConnectedAccount[]
  /** True when the connection came back by itself after a reload. */
  readonly restored: boolean
}
/** A change of the network or the account of a namespace. */
export interface NetworkChange {
  readonly namespace: Namespace
  readonly network: Caip2 | undefined
  readonly previousNetwork: Caip2 | undefined
  readonly account: ConnectedAccount | undefined
  readonly previousAccount: ConnectedAccount | undefined
  readonly origin: 'visitor' | 'wallet'
}

/**
 * Lets plugins run steps before and after what the kernel does. A step that throws, or that takes
 * longer than 10 s where the kernel waits for it, is reported and skipped.
 */
export interface Flow {
  connect: {
    /** Synchronous, in the task of the click. */
    before(step: (attempt: ConnectAttempt) => void): Dispose
    /**
     * Awaited in order of registration. The modal closes afterwards only if no step pushed a view.
     */
    after(step: (result: ConnectResult, signal: AbortSignal) => void | Promise<void>): Dispose
  }
  /** Runs after the network or the account of a namespace changed, here or in the wallet. */
  network(step: (change: NetworkChange, signal: AbortSignal) => void | Promise<void>): Dispose
  /** Runs before the modal closes. `false`: the modal shakes and stays open. */
  close(guard: () => boolean): Dispose
}
