/**
 * Wallets of five namespaces for tests. They really sign, with keys that everybody can make; their
 * user does what the test says.
 * Each is a `WalletBench`, so that `describeConnector` takes it as it is.
 * @packageDocumentation
 */
export { Bip122Wallet, bip122Keys, type Bip122Keys, type Bip122WalletOptions } from './bip122.js'
export { CosmosWallet, type CosmosWalletOptions } from './cosmos.js'
export { Eip155Wallet, type Eip155WalletOptions } from './eip155.js'
export { PolkadotWallet, type PolkadotWalletOptions } from './polkadot.js'
export { SolanaWallet, type SolanaWalletOptions } from './solana.js'
export { TestWallet, type Behaviour } from './testWallet.js'
