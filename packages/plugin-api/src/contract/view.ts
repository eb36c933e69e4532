import type { DirectoryWallet } from '../chain/directory.js'

/**
 * Parameters of every view by its id, so that `router.push(id, params)` is typed across packages.
 * A plugin adds its own by declaration merging; `undefined` means the view takes none.
 */
export interface ViewParams {
  Connect: undefined
  Account: undefined
  Networks: undefined
  AllWallets: undefined
  ProfileWallets: undefined
  Receive: undefined
  WhatIsNetwork: undefined
  /**
   * The pay slot of the account: an inline view that any plugin may bring. Drawn, and so loaded,
   * only where the host turned `pay` on.
   */
  Pay: undefined
  /**
   * `wallet`: the directory's data of a wallet that this page cannot reach. The view shows where to
   * get it then.
   */
  ConnectingExternal: { walletId: string; wallet?: DirectoryWallet }
  ConnectingMultiChain: { walletId: string }
  /**
   * `wallet`: the directory's data of it, where the caller has it. `namespaces`: connects these
   * alone. `isOpened`: `Connector.handOver` has opened its app.
   */
  ConnectingWalletConnect: {
    walletId?: string
    wallet?: DirectoryWallet
    namespaces?: readonly string[]
    isOpened?: boolean
  }
  ConnectingWalletConnectBasic: undefined
  ConnectingFarcaster: undefined
  EmailLogin: undefined
  UpdateEmailWallet: undefined
  /** `from` and `to`: addresses of contracts, or `native`. `amount`: whole units of `from`, decimal text. */
  Swap: { from?: string; to?: string; amount?: string } | undefined
  SwitchNetwork: { network: `${string}:${string}` }
  SwitchActiveChain: { switchToChain: string; navigateTo: 'Connect' }
  UnsupportedChain: undefined
  WhatIsWallet: undefined
  GetAWallet: undefined
  SIWXSignMessage: undefined
  ApproveTransaction: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
}
/** Id of a view. */
export type ViewId = keyof ViewParams & string

/** The arguments that follow a view's id: none where the view takes no parameters. */
export type ParamsOf<Id extends ViewId> = undefined extends ViewParams[Id]
  ? [params?: ViewParams[Id]]
  : [params: ViewParams[Id]]

/** Properties of a renderer. `api` is the API of the plugin that owns the view. */
export interface ViewProps<Params = undefined, Api = unknown> {
  params: Params
  api: Api
}

/** Renderers by UI technology; a UI package merges its own in, ui-react merges `react`. */
export interface ViewRenderers<Params = unknown> {
  /** Carries the type parameter for merged members; never set. */
  readonly __params?: Params
}

/** A view that a plugin brings. Make one with {@link defineView}. */
export interface ViewDefinition<Id extends ViewId = ViewId> {
  id: Id
  /** Message key of the header. */
  title: string
  /**
   * `panel` (default): fills the modal. `inline`: is drawn inside another view (tabs, connect
   * methods).
   */
  presentation?: 'panel' | 'inline'
  /**
   * The view's part in the modal's rules. `connect`: a visitor connects a wallet in it, so that the
   * modal closes, or shows the account, when a wallet is connected. `account`: it shows the
   * connected account.
   */
  role?: 'connect' | 'account'
  /** Hides the header with its back and close buttons while the view is on top. */
  bare?: boolean
  /**
   * Other windows may draw over the modal while this view is on top: the shell is not modal then.
   */
  foreignOverlays?: boolean
  /**
   * CSS text, adopted as a constructable style sheet as long as the view is registered. Use classes of
   * your own.
   */
  styles?: string
  /** Renderer loaders by technology, each called when the view is first shown. */
  render: ViewRenderers<ViewParams[Id]>
}

/** Returns the view as it is; the compiler checks that id, parameters and renderer fit together. */
export const defineView = <Id extends ViewId>(view: ViewDefinition<Id>): ViewDefinition<Id> => view
