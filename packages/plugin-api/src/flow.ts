import type { ConnectedAccount } from './adapter.js'
import type { Caip2, Namespace } from './caip.js'
import type { SignInRequest } from './connector.js'
import type { Dispose } from './json.js'

/** A connect that is about to start. */
export interface ConnectAttempt {
  readonly connectorId: string
  readonly namespaces: readonly Namespace[]
  readonly silent: boolean
  /** Set by a plugin that wants to sign in together with connecting. */
  signIn?: SignInRequest
}
export interface ConnectResult {
  readonly connectionId: string
  readonly connectorId: string
  readonly accounts: readonly ConnectedAccount[]
  /** True when the link came back by itself after a reload. */
  readonly restored: boolean
}
export interface NetworkChange {
  readonly namespace: Namespace
  readonly network: Caip2 | undefined
  readonly previousNetwork: Caip2 | undefined
  readonly account: ConnectedAccount | undefined
  readonly previousAccount: ConnectedAccount | undefined
  readonly origin: 'visitor' | 'wallet'
}

/** Where plugins step into what the kernel does. A step that throws, or takes over 10 s where it may wait, is reported and passed over. */
export interface Flow {
  connect: {
    /** Synchronous, in the task of the click. */
    before(step: (attempt: ConnectAttempt) => void): Dispose
    /** Awaited in order of registration. The modal closes afterwards only if no step pushed a view. */
    after(step: (result: ConnectResult, signal: AbortSignal) => void | Promise<void>): Dispose
  }
  /** After the network or the account of a namespace changed, from either side. */
  network(step: (change: NetworkChange, signal: AbortSignal) => void | Promise<void>): Dispose
  /** Asked before the modal closes. `false`: it shakes and stays. */
  close(guard: () => boolean): Dispose
}
