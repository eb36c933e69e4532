import { brand } from './brand.js'

/**
 * Every error code and the context it carries. A plugin widens it by declaration merging with codes
 * `plugin.snake_case`.
 * Codes are promises: they are added and never renamed. Each comment says what happened and, after
 * `@remarks`, what a developer can do: `docs/errors.md` is generated from them.
 */
export interface ErrorContexts {
  /**
   * A network id is not written as `namespace:reference` (CAIP-2), such as `eip155:1`. @remarks
   * Check the id that you pass on; `input` holds it.
   */
  'caip.invalid_network': { input: string }
  /**
   * An account id is not written as `namespace:reference:address` (CAIP-10). @remarks Check the id
   * that you pass on; `input` holds it.
   */
  'caip.invalid_account': { input: string }
  /**
   * The plugins do not fit together. `problems` lists all reasons, each a sentence with what, why and
   * fix. @remarks Read `problems`: something is missing, doubled, in conflict, circular, or of
   * another version of the contract.
   */
  'kernel.composition_failed': { problems: readonly string[] }
  /**
   * A plugin threw. It is left out from then on, with the plugins that depend on it; all others go
   * on. @remarks Read `cause`, fix the plugin or its options. With `strict: true` such a failure is
   * thrown when the kernel is made.
   */
  'kernel.plugin_failed': {
    plugin: string
    phase: 'setup' | 'start' | 'load' | 'dispose' | 'listener' | 'flow'
  }
  /**
   * The host used a part of a plugin that is not among `plugins`. @remarks
   * Install the package that `package` names, and add it to `plugins`.
   */
  'kernel.plugin_not_installed': { plugin: string; package?: string }
  /**
   * An option is not known, has a wrong value, or cannot change at run time. @remarks Compare
   * `option` with the list of options. To change one that cannot change, make a new kernel.
   */
  'kernel.invalid_option': { option: string }
  /**
   * The kernel was used after `dispose()`. @remarks Make a new kernel, and keep no reference to
   * the old one. In React, make the kernel outside of components.
   */
  'kernel.disposed': object
  /**
   * A plugin asked for a service by its token, and no plugin provides it. @remarks Install the plugin
   * that provides it, and name that plugin in `dependsOn`.
   */
  'kernel.token_missing': { token: string }
  /**
   * Services need each other while they are made. `path` leads from one back to itself. @remarks Let
   * one of them ask for the other when it is used, not when it is made.
   */
  'kernel.token_cycle': { path: readonly string[] }
  /**
   * Two contributions to a registry have the same id. @remarks Rename one, or install only one of
   * the plugins. `owner` names the plugin that came first.
   */
  'kernel.duplicate_id': { registry: string; id: string; owner: string }
  /**
   * A plugin, or the host, used something that it may not use: another plugin's namespace, service,
   * event or view, or an account that cannot be used. @remarks A plugin declares its rights
   * (`chains`, `dependsOn`, `peers`, `replacesViews`); `what` names the thing.
   */
  'kernel.not_allowed': { what: string; plugin: string }
  /**
   * No plugin handles this chain family. @remarks Add the chain plugin of that namespace to
   * `plugins`, or do not pass on networks and addresses of it.
   */
  'kernel.adapter_missing': { namespace: string }
  /**
   * The connector has no way to connect. @remarks Update or remove the plugin that brings this
   * connector.
   */
  'kernel.connection_client_missing': { connectorId?: string }
  /**
   * The connected wallet does not serve the network, and cannot be switched there. @remarks
   * Connect the wallet again with this network, or offer another network.
   */
  'kernel.network_client_missing': { network?: string }
  /**
   * Account data was to be changed while no network is in use. @remarks Choose a network first, or
   * set `defaultNetwork`.
   */
  'kernel.chain_missing': object
  /**
   * The network is not configured. @remarks Give it to its chain plugin in `networks`, or call
   * `kernel.addNetwork`.
   */
  'kernel.network_unknown': { network: string }
  /**
   * A network switch was asked for, and `networkSwitching` is `false`. @remarks Set
   * `networkSwitching: true`, or hide the controls that switch.
   */
  'kernel.network_switch_disabled': object
  /**
   * A request needs an account and a network, and one of them is missing. @remarks Connect a
   * wallet and choose a network before you ask; `useAccount()` and `useNetwork()` tell.
   */
  'kernel.account_or_network_missing': object
  /**
   * A connection is in an unknown state. This should not happen. @remarks Report it with
   * the steps that led there.
   */
  'kernel.invalid_connection_status': { status: string }
  /**
   * No connector has this id. @remarks Check the id; `useWallets()` lists the connectors. A wallet
   * that is not installed has no connector, and the plugin of the connector must be among
   * `plugins`.
   */
  'kernel.connector_missing': { connectorId: string }
  /**
   * Several wallets of the page claim the identity that this id stands for, such as the same rdns:
   * one of them may be an impostor, and none was asked. @remarks Let the visitor choose:
   * `kernel.connectWithModal()`, whose list marks them, or a list of your own that shows
   * `lookalike`, which then passes `chosen: true`. `claimants` has their ids.
   */
  'kernel.connector_ambiguous': { connectorId: string; claimants: readonly string[] }
  /**
   * A connector has an unknown kind. @remarks Fix `kind` in the plugin that
   * brings the connector.
   */
  'kernel.invalid_connector_kind': { connectorId: string; kind: string }
  /**
   * The visitor closed the modal before a wallet was connected. @remarks A normal outcome of
   * `connectWithModal()`: do nothing, or offer to try again.
   */
  'kernel.modal_closed': object
  /**
   * A view was opened that no plugin registered. @remarks Install the package that `package` names, or
   * correct the view's id.
   */
  'kernel.view_missing': { view: string; package?: string }
  /**
   * A step took longer than it may. `what` names it, `ms` says how long it had. @remarks
   * Try again. If it is a step of a plugin (`flow`, `start`), make it shorter: the kernel went on
   * without it.
   */
  'kernel.timed_out': { what: string; ms: number }
  /**
   * A request was given up: by its own signal, because the account, the network or the connection
   * changed, or because the kernel ended. @remarks A normal outcome. Ask again for the account that
   * is in use now, if it is still wanted.
   */
  'kernel.aborted': { reason?: string }
  /**
   * The visitor said no in the wallet (EIP-1193 code 4001). @remarks A normal outcome, not an
   * alarm: keep the page usable and offer to try again.
   */
  'wallet.user_rejected': { connectorId?: string }
  /**
   * The wallet still waits for an answer to an earlier request (code -32002). @remarks Ask the
   * visitor to open the wallet and answer there. Do not send the request again by yourself.
   */
  'wallet.request_pending': { connectorId?: string }
  /**
   * The wallet is missing: it is not installed, or it has left the page since it was found. @remarks Offer its
   * download page, or another wallet. After installing, the page must be reloaded.
   */
  'wallet.not_installed': { connectorId?: string }
  /**
   * The wallet has not allowed this account or method for this site (EIP-1193 code 4100). @remarks
   * Ask the visitor to allow the site in the wallet, or connect again.
   */
  'wallet.unauthorized': { method?: string }
  /**
   * The wallet does not know this method (EIP-1193 code 4200). @remarks Use another method, or offer
   * another wallet.
   */
  'wallet.unsupported_method': { method?: string }
  /**
   * The wallet is not connected any more, or ended the connection while a request was open
   * (EIP-1193 code 4900). @remarks Connect again.
   */
  'wallet.disconnected': { connectorId?: string }
  /**
   * The wallet is connected, but not to the network that was asked for (EIP-1193 code 4901).
   * @remarks Switch the network first: `kernel.switchNetwork(network)`.
   */
  'wallet.chain_disconnected': { network?: string }
  /**
   * The wallet does not know the network (EIP-3326 code 4902). @remarks The modal offers to add it.
   * By hand: `wallet_addEthereumChain`, or the settings of the wallet.
   */
  'wallet.unknown_chain': { network?: string }
  /**
   * The wallet cannot be asked to switch to this network. @remarks Ask the visitor to switch in the
   * wallet, or to connect again with this network.
   */
  'wallet.switch_unsupported': { network?: string }
  /**
   * The browser blocked a window that the wallet needs. @remarks Call `connect` in the task of
   * a click, without `await` before it. The modal draws a button that opens the window.
   */
  'wallet.popup_blocked': { connectorId?: string }
  /**
   * The visitor closed the wallet's window before it had answered. @remarks A normal outcome: offer
   * to try again.
   */
  'wallet.popup_closed': { connectorId?: string }
  /**
   * The wallet's answer does not have the shape that the standard describes. It was not used.
   * @remarks Try again, then update the wallet. Report it to the wallet's makers with `method` and
   * the details.
   */
  'wallet.bad_answer': { method?: string }
  /**
   * The wallet could not be connected, for a reason that has no code of its own. @remarks Read
   * `cause`; offer to try again, or another wallet.
   */
  'wallet.connect_failed': { connectorId?: string }
  /**
   * The wallet could not be told that the connection ended. @remarks Nothing more to do on this
   * page. The visitor may remove the site in the wallet.
   */
  'wallet.disconnect_failed': { connectionId?: string }
  /**
   * The account or the network changed while the request was open, so the answer belongs to neither
   * and was not used. @remarks Show the visitor the new account, and ask again if it is still
   * wanted.
   */
  'wallet.account_changed': object
  /**
   * No plugin handles the method, or the host denies it. Nothing was sent to the wallet. Callers of
   * an EIP-1193 provider get code 4200. @remarks Check the spelling. To allow it: `rpcPolicy: { allow: {
   * method: 'read' } }`, with the class that fits.
   */
  'rpc.method_not_allowed': { method: string }
  /**
   * A wallet or a node answered with an error that has no code of its own. `rpcCode` and `status`
   * are theirs. @remarks Read the details; try again later, or check the network's `rpcUrls`.
   */
  'rpc.failed': { method?: string; status?: number; rpcCode?: number }
  /**
   * No wallet is connected on this network. @remarks Connect one first:
   * `kernel.connectWithModal()`.
   */
  'rpc.no_connection': { network?: string }
  /**
   * A server answered with a status that is not 2xx. @remarks Look at `status` and `url`: 401 and
   * 403 mean rights or origins, 429 means too many requests, 5xx is an error of the server.
   * `retryAfterMs` is how long the server asks to be left alone (`Retry-After`, RFC 9110), where it
   * says so.
   */
  'http.status': { status: number; url: string; retryAfterMs?: number }
  /**
   * A server could not be reached: offline, a wrong address, CORS, or a Content-Security-Policy.
   * @remarks Try `url` in the browser, and look into its console. The policy must name the origin
   * in `connect-src`.
   */
  'http.unreachable': { url: string }
  /**
   * A server's answer was not of the expected shape. It was not used. @remarks Check that
   * `url` is the right server, and its version.
   */
  'http.bad_answer': { url: string }
  /**
   * A plugin asked an origin that its passport (`reaches.origins`) does not name. Nothing was sent.
   * @remarks The plugin's author adds the origin to the passport; make it an option if the host
   * chooses it.
   */
  'http.origin_not_declared': { origin: string; plugin: string }
  /**
   * A text is not an address of this chain family: its shape, characters, length or checksum are
   * wrong.
   * @remarks Show the visitor that the address is wrong. Do not repair it by yourself.
   */
  'adapter.invalid_address': { input: string; namespace: string }
  /**
   * The chain family does not have this ability: it cannot send, or sign typed data, for example.
   * @remarks Check the adapter's `abilities` before you offer it.
   */
  'adapter.ability_missing': { ability: string; namespace: string }
}
/** An error code: `owner.snake_case`. */
export type ErrorCode = keyof ErrorContexts

/** Optional parts of an error, beside its code and message. */
export interface ErrorDetails<Code extends ErrorCode> {
  context?: ErrorContexts[Code]
  /** Technical text, shown to visitors only on demand. */
  details?: string
  cause?: unknown
}

const MARK: unique symbol = Symbol.for(`${brand.scope}/error`) as never

/**
 * The one error class. Narrow with {@link isLatchkeyError}, never by `instanceof`: a page may carry
 * two copies of this package.
 * The message is for developers and says what happened, what was expected, what to do; visitors see
 * the catalogue's `errors.<code>`.
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

/** Whether a thrown value is a `LatchkeyError`, and has this code if given. Works across package copies. */
export function isLatchkeyError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is LatchkeyError<Code> {
  try {
    return (
      typeof error === 'object' &&
      error !== null &&
      (error as { [MARK]?: unknown })[MARK] === true &&
      (code === undefined || (error as LatchkeyError).code === code)
    )
  } catch {
    return false
  }
}
