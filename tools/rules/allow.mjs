// What the rules let pass by name. Every entry is a decision: a new one needs a reason in the pull request.

/** Chain SDKs: large, a guest, loaded when a visitor needs that chain. `*` ends a prefix. */
export const CHAIN_SDKS = [
  'viem',
  'ox',
  'ethers',
  '@solana/*',
  '@solana-program/*',
  '@polkadot/*',
  'polkadot-api',
  '@polkadot-api/*',
  '@cosmjs/*',
  'cosmjs-types',
  '@keplr-wallet/*',
  'sats-connect',
  '@sats-connect/*',
  'bitcoinjs-lib',
  '@walletconnect/*',
  '@reown/*',
]

/** The SDKs of each plugin, by folder. A plugin that is not named here has none. */
export const PLUGIN_SDKS = {
  evm: ['viem'],
  solana: ['@solana/*', '@solana-program/*', '@wallet-standard/*'],
  bitcoin: ['sats-connect', '@sats-connect/*'],
  polkadot: ['@polkadot/*'],
  cosmos: ['@cosmjs/*', 'cosmjs-types', '@keplr-wallet/*'],
  walletconnect: ['@walletconnect/*'],
}

/** Pure libraries that a plugin may use in modules that are loaded lazily. */
export const PURE_LIBRARIES = [
  '@noble/*',
  '@scure/*',
  'valibot',
  '@adraffy/ens-normalize',
  'uqr',
  '@latchkey/siwx',
]

/** Libraries of the modal, each in modules that are loaded lazily. */
export const UI_LIBRARIES = ['uqr', '@tanstack/react-virtual', '@tanstack/virtual-core']

/** CAIP-2 namespaces that only `plugin-api/src/known.ts` may name in packages/. */
export const NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']

/** Where a namespace may be named in packages/, beside tests: a file, or a folder ending in `/`. wagmi is of one chain family alone, siwx holds the messages of five. */
export const MAY_NAME_CHAINS = [
  'packages/plugin-api/src/known.ts',
  'packages/wallets/src/data.ts',
  'packages/plugin-testkit/',
  'packages/wagmi/',
  'packages/siwx/',
]

/** @param {string[]} list @param {string | undefined} name of a package */
export const isListed = (list, name) =>
  name !== undefined &&
  list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry))
