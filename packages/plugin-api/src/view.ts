import type { DirectoryWallet } from './wallet.js'

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
  /** The pay slot of the account, an inline view that any plugin may bring. Drawn, and so loaded, only where the host turned `pay` on. */
  Pay: undefined
  /** `wallet`: what the directory tells of one that the page has no way to: where to get it is shown then. */
  ConnectingExternal: { walletId: string; wallet?: DirectoryWallet }
  ConnectingMultiChain: { walletId: string }
  /** `wallet`: what the directory tells of it, where the one who pushes knows. `namespaces`: only these are wanted. `isOpened`: `Connector.handOver` has opened its app. */
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
  Swap: undefined
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
export type ViewId = keyof ViewParams & string

/** The rest arguments that a view's parameters make: none where it takes none. */
export type ParamsOf<Id extends ViewId> = undefined extends ViewParams[Id]
  ? [params?: ViewParams[Id]]
  : [params: ViewParams[Id]]

/** What a renderer is given. `api` is what the owning plugin's `setup` returned. */
export interface ViewProps<Params = undefined, Api = unknown> {
  params: Params
  api: Api
}

/** Renderers by UI technology; a UI package merges its own in, ui-react merges `react`. */
export interface ViewRenderers<Params = unknown> {
  /** Carries the type parameter for merged members; never set. */
  readonly __params?: Params
}

export interface ViewDefinition<Id extends ViewId = ViewId> {
  id: Id
  /** Message key of the header. */
  title: string
  /** How it stands in the modal: `panel` (default) fills it, `inline` is drawn inside another view (tabs, connect methods). */
  presentation?: 'panel' | 'inline'
  /** No header and no back or close button while it is on top. */
  bare?: boolean
  /** Foreign windows may draw over the modal while this view is on top: the shell is not modal then. */
  foreignOverlays?: boolean
  /** CSS text, adopted as a constructable sheet while the view is known. Select by classes of your own. */
  styles?: string
  /** Renderer loaders by technology, each called when the view is first shown. */
  render: ViewRenderers<ViewParams[Id]>
}

/** Identity, for inference: checks that id, parameters and renderer belong together. */
export const defineView = <Id extends ViewId>(view: ViewDefinition<Id>): ViewDefinition<Id> => view
