/**
 * The one data file that names chain families, features, views and connectors. Kernel and UI read it by key and decide nothing by name;
 * an unknown namespace gets `eoa` and whatever its adapter can do.
 */
export const knownNamespaces: Readonly<Record<string, { label: string; decimals?: number; accountType: 'eoa' | 'smartAccount' | 'payment'; auth?: true; send?: true; balance?: true }>> = {
  eip155: { label: 'EVM', decimals: 18, accountType: 'smartAccount', auth: true, send: true, balance: true },
  solana: { label: 'Solana', decimals: 9, accountType: 'eoa', auth: true, send: true, balance: true },
  bip122: { label: 'Bitcoin', decimals: 8, accountType: 'payment' },
  polkadot: { label: 'Polkadot', accountType: 'eoa' },
  cosmos: { label: 'Cosmos', accountType: 'eoa' },
}

/** Features that a host switches, and their defaults. One shows only if the plugin that brings it is installed too. */
export const knownFeatures = {
  receive: true,
  send: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
} as const
export type FeatureKey = keyof typeof knownFeatures

/** Features that a remote configuration may set, and their defaults. */
export const knownRemoteFeatures = {
  swaps: ['default'],
  onramp: ['coinbase', 'meld'],
  email: true,
  activity: true,
  branding: true,
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
} as const

/** Order of the wallet feature buttons. */
export const walletFeaturesOrder = ['onramp', 'swaps', 'receive', 'send'] as const

const UI = 'ui-react'
const RELAY = 'walletconnect'
/** The specification's views and the package that brings each, without scope. */
export const knownViews: Readonly<Record<string, string>> = {
  Connect: UI, Account: UI, Networks: UI, AllWallets: UI, ProfileWallets: UI, ConnectingExternal: UI, ConnectingMultiChain: UI, SwitchNetwork: UI, SwitchActiveChain: UI, UnsupportedChain: UI,
  ConnectingWalletConnect: RELAY, ConnectingWalletConnectBasic: RELAY,
  ConnectingFarcaster: 'embedded-wallet', EmailLogin: 'embedded-wallet', UpdateEmailWallet: 'embedded-wallet', ApproveTransaction: 'embedded-wallet',
  Swap: 'feature-swap', SIWXSignMessage: 'feature-siwx', RegisterAccountName: 'feature-names', RegisterAccountNameSuccess: 'feature-names',
}

/** The specification's connector ids and the package that brings each, without scope. */
export const knownConnectors: Readonly<Record<string, string>> = {
  injected: 'evm', announced: 'evm', eip6963: 'evm', coinbaseWallet: 'evm', coinbaseWalletSDK: 'evm', safe: 'evm', ledger: 'evm', okx: 'evm', walletConnect: RELAY, ID_AUTH: 'embedded-wallet',
}
