/**
 * The data file that names views and connectors, with `features.ts` and `namespaces.ts` beside it.
 * Kernel and UI read them by key and decide nothing by name.
 */
export { knownFeatures, knownRemoteFeatures, walletFeaturesOrder } from './features.js'
export type { FeatureKey } from './features.js'
export { knownNamespaces } from './namespaces.js'

const UI = 'ui-react'
const RELAY = 'walletconnect'
/** The specification's views and the package that brings each, without scope. */
export const knownViews: Readonly<Record<string, string>> = {
  Connect: UI,
  Account: UI,
  Networks: UI,
  AllWallets: UI,
  ProfileWallets: UI,
  Receive: UI,
  WhatIsNetwork: UI,
  ConnectingExternal: UI,
  ConnectingMultiChain: UI,
  SwitchNetwork: UI,
  SwitchActiveChain: UI,
  UnsupportedChain: UI,
  ConnectingWalletConnect: RELAY,
  ConnectingWalletConnectBasic: RELAY,
  ConnectingFarcaster: 'embedded-wallet',
  EmailLogin: 'embedded-wallet',
  UpdateEmailWallet: 'embedded-wallet',
  ApproveTransaction: 'embedded-wallet',
  Swap: 'feature-swap',
  SIWXSignMessage: 'feature-siwx',
  RegisterAccountName: 'feature-names',
  RegisterAccountNameSuccess: 'feature-names',
}

/** A tab of the account that the specification names. */
export type KnownTab = 'tokens' | 'nfts' | 'activity'
/**
 * The tabs of the account in the specification's order: the package that fills each, without scope,
 * and the feature that has to be on. Which chain families have a tab is said by their adapters
 * (`AdapterRegistration.tabs`).
 */
export const knownTabs: readonly {
  readonly id: KnownTab
  readonly package: string
  readonly feature?: string
}[] = [
  { id: 'tokens', package: 'feature-assets' },
  { id: 'nfts', package: 'feature-assets' },
  { id: 'activity', package: 'feature-activity', feature: 'activity' },
]

/** The specification's connector ids and the package that brings each, without scope. */
export const knownConnectors: Readonly<Record<string, string>> = {
  injected: 'evm',
  announced: 'evm',
  eip6963: 'evm',
  coinbaseWallet: 'evm',
  coinbaseWalletSDK: 'evm',
  safe: 'evm',
  ledger: 'evm',
  okx: 'evm',
  walletConnect: RELAY,
  ID_AUTH: 'embedded-wallet',
}
