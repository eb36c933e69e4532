import { brand } from './brand.js'

/**
 * Every error code and the context it carries. A plugin widens it by declaration merging with codes `plugin.snake_case`.
 * Codes are promises: added, never renamed.
 */
export interface ErrorContexts {
  'caip.invalid_network': { input: string }
  'caip.invalid_account': { input: string }
  /** All problems found while the plugins were put together, each a sentence of what, why and fix. */
  'kernel.composition_failed': { problems: readonly string[] }
  'kernel.plugin_failed': { plugin: string; phase: 'setup' | 'start' | 'load' | 'dispose' | 'listener' | 'flow' }
  'kernel.plugin_not_installed': { plugin: string; package?: string }
  'kernel.invalid_option': { option: string }
  'kernel.disposed': object
  'kernel.token_missing': { token: string }
  /** Services that need each other to be made: the path from one back to itself. */
  'kernel.token_cycle': { path: readonly string[] }
  'kernel.duplicate_id': { registry: string; id: string; owner: string }
  'kernel.not_allowed': { what: string; plugin: string }
  'kernel.adapter_missing': { namespace: string }
  'kernel.connection_client_missing': { connectorId?: string }
  'kernel.network_client_missing': { network?: string }
  'kernel.chain_missing': object
  'kernel.network_unknown': { network: string }
  'kernel.network_switch_disabled': object
  'kernel.account_or_network_missing': object
  'kernel.invalid_connection_status': { status: string }
  'kernel.connector_missing': { connectorId: string }
  'kernel.invalid_connector_kind': { connectorId: string; kind: string }
  'kernel.modal_closed': object
  'kernel.view_missing': { view: string; package?: string }
  'kernel.timed_out': { what: string; ms: number }
  'kernel.aborted': { reason?: string }
  /** EIP-1193 4001: the person said no. A normal outcome, not an alarm. */
  'wallet.user_rejected': { connectorId?: string }
  /** -32002: the wallet still waits for an answer to an earlier request. */
  'wallet.request_pending': { connectorId?: string }
  'wallet.not_installed': { connectorId?: string }
  /** EIP-1193 4100. */
  'wallet.unauthorized': { method?: string }
  /** EIP-1193 4200. */
  'wallet.unsupported_method': { method?: string }
  /** EIP-1193 4900, or the wallet ended the connection while a request was open. */
  'wallet.disconnected': { connectorId?: string }
  /** EIP-1193 4901: connected, but not to the network asked for. */
  'wallet.chain_disconnected': { network?: string }
  /** EIP-3326 4902: the wallet does not know the network. */
  'wallet.unknown_chain': { network?: string }
  'wallet.switch_unsupported': { network?: string }
  'wallet.popup_blocked': { connectorId?: string }
  'wallet.popup_closed': { connectorId?: string }
  /** The wallet answered in a shape that the standard does not know. */
  'wallet.bad_answer': { method?: string }
  'wallet.connect_failed': { connectorId?: string }
  'wallet.disconnect_failed': { connectionId?: string }
  /** The account or network changed while the request was open: the answer belongs to neither. */
  'wallet.account_changed': object
  /** Code 4200 on the wire: a method that nobody speaks for, or that the host denied. */
  'rpc.method_not_allowed': { method: string }
  'rpc.failed': { method?: string; status?: number; rpcCode?: number }
  'rpc.no_connection': { network?: string }
  'http.status': { status: number; url: string }
  'http.unreachable': { url: string }
  'http.bad_answer': { url: string }
  'http.origin_not_declared': { origin: string; plugin: string }
  'adapter.invalid_address': { input: string; namespace: string }
  'adapter.ability_missing': { ability: string; namespace: string }
}
export type ErrorCode = keyof ErrorContexts

export interface ErrorDetails<Code extends ErrorCode> {
  context?: ErrorContexts[Code]
  /** Technical words for the curious: shown only on demand. */
  details?: string
  cause?: unknown
}

const MARK: unique symbol = Symbol.for(`${brand.scope}/error`) as never

/**
 * The one error class. Narrow with {@link isLatchkeyError}, never by `instanceof`: a page may carry two copies of this package.
 * The message is for developers and says what happened, what was expected, what to do; visitors see the catalogue's `errors.<code>`.
 */
export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: Code
  readonly context: ErrorContexts[Code]
  readonly details: string | undefined
  readonly [MARK] = true as const

  constructor(code: Code, message: string, { context, details, cause }: ErrorDetails<Code> = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.context = context ?? ({} as ErrorContexts[Code])
    this.details = details
  }

  /** Where the error is explained. */
  get docsPath(): string {
    return `${brand.docs}/errors#${this.code}`
  }
}

/** Whether a thrown thing is ours, optionally with this very code. Works across package copies. */
export function isLatchkeyError<Code extends ErrorCode = ErrorCode>(error: unknown, code?: Code): error is LatchkeyError<Code> {
  try {
    return typeof error === 'object' && error !== null && (error as { [MARK]?: unknown })[MARK] === true && (code === undefined || (error as LatchkeyError).code === code)
  } catch {
    return false
  }
}
