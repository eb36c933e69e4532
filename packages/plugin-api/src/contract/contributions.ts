import type { ConnectedAccount } from '../chain/adapter.js'
import type { Connector } from '../chain/connector.js'
import type { Network } from '../chain/network.js'
import type { Dispose, Observable } from '../json.js'
import type { KnownTab } from '../known.js'
import type { Token } from './tokens.js'
import type { ViewId } from './view.js'

/** A value that a plugin registered, with the plugin's id. */
export interface Contribution<T> {
  readonly owner: string
  readonly value: T
}

/** The contributions of all plugins to one list. A plugin's own are removed when it ends. */
export interface Registry<T> extends Observable<readonly Contribution<T>[]> {
  /** @throws `kernel.duplicate_id` when the id is taken by another contribution */
  add(value: T): Dispose
  find(id: string): Contribution<T> | undefined
}

/** The wallets that can be connected, of all plugins. */
export interface ConnectorRegistry extends Registry<Connector> {
  /**
   * Whether the host features this wallet, the directory knows it, or the visitor used it here. A
   * known wallet never loses its place to a stranger. It may still be an impostor.
   */
  isKnown(wallet: { rdns: string }): boolean
}

interface Placed {
  id: string
  /** Lower comes first; 100 by default. */
  order?: number
  /** Key of a known feature that must be on. */
  feature?: string
  /** Shown only where this answers true; asked again whenever accounts or networks change. */
  when?(state: { account: ConnectedAccount | undefined; network: Network | undefined }): boolean
}

/** A button of the Account view. */
export interface AccountAction extends Placed {
  /** Message key. */
  label: string
  /** SVG path data on a 24 x 24 grid. */
  icon?: string
  run(): void
}

/** A tab of the Account view; `view` is an inline view. */
export interface AccountTab extends Placed {
  label: string
  view: ViewId
  /** The specification's tab whose place it takes. */
  fills?: KnownTab
}

/**
 * A way to connect, drawn in the Connect view beside the wallet list; `view` is an inline view.
 * @experimental No plugin of this repository adds one yet; it may change in a minor version.
 */
export interface ConnectMethod extends Placed {
  group: 'email' | 'social' | (string & {})
  view: ViewId
}

/**
 * Extension points: one plugin opens a list and others fill it. A token names the list, so that its
 * contributions are typed.
 */
export interface Points {
  open<T extends { id: string }>(point: Token<T>): Registry<T>
  /** May come before the point is opened. */
  add<T extends { id: string }>(point: Token<T>, value: T): Dispose
}
