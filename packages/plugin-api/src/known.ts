export { knownFeatures, knownRemoteFeatures, walletFeaturesOrder } from './features.js'
export type { FeatureKey } from './features.js'

/**
 * The one data file that names chain families, views and connectors, with `features.ts` beside it.
 * Kernel and UI read it by key and decide nothing by name. An unknown namespace gets the account
 * type `eoa`, and everything else from its `AdapterRegistration`.
 */
export const knownNamespaces: Readonly<
  Record<
    string,
    {
      label: string
      /** Decimals of the native currency. */
      decimals?: number
      /** The type of account that is used first where a wallet has several. */
      accountType: 'eoa' | 'smartAccount' | 'payment'
    }
  >
> = {
  eip155: { label: 'EVM', decimals: 18, accountType: 'smartAccount' },
  solana: { label: 'Solana', decimals: 9, accountType: 'eoa' },
  bip122: { label: 'Bitcoin', decimals: 8, accountType: 'payment' },
  polkadot: { label: 'Polkadot', accountType: 'eoa' },
  cosmos: { label: 'Cosmos', accountType: 'eoa' },
}

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
