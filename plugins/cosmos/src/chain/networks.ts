import type { CosmosNetwork } from './chains.js'

export type { CosmosNetwork } from './chains.js'

// Main networks from the chain registry (https://github.com/cosmos/chain-registry). Their nodes are
// public and may refuse a site: in production, configure your own.
// Each network is a constant of plain values, so that a bundler drops those that are not imported.

export const cosmoshub: CosmosNetwork = {
  chainId: 'cosmoshub-4',
  name: 'Cosmos Hub',
  bech32Prefix: 'cosmos',
  gasPrice: '0.025',
  nativeCurrency: { name: 'Cosmos', symbol: 'ATOM', denom: 'uatom', decimals: 6 },
  rpcUrls: ['https://cosmos-rpc.publicnode.com'],
  restUrl: 'https://cosmos-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' },
}

export const osmosis: CosmosNetwork = {
  chainId: 'osmosis-1',
  name: 'Osmosis',
  bech32Prefix: 'osmo',
  gasPrice: '0.04',
  nativeCurrency: { name: 'Osmosis', symbol: 'OSMO', denom: 'uosmo', decimals: 6 },
  rpcUrls: ['https://osmosis-rpc.publicnode.com'],
  restUrl: 'https://osmosis-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/osmosis' },
}

export const juno: CosmosNetwork = {
  chainId: 'juno-1',
  name: 'Juno',
  bech32Prefix: 'juno',
  gasPrice: '0.1',
  nativeCurrency: { name: 'Juno', symbol: 'JUNO', denom: 'ujuno', decimals: 6 },
  rpcUrls: ['https://juno-rpc.publicnode.com'],
  restUrl: 'https://juno-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/juno' },
}

export const stargaze: CosmosNetwork = {
  chainId: 'stargaze-1',
  name: 'Stargaze',
  bech32Prefix: 'stars',
  gasPrice: '1.1',
  nativeCurrency: { name: 'Stargaze', symbol: 'STARS', denom: 'ustars', decimals: 6 },
  rpcUrls: ['https://stargaze-rpc.publicnode.com'],
  restUrl: 'https://stargaze-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/stargaze' },
}

export const akash: CosmosNetwork = {
  chainId: 'akashnet-2',
  name: 'Akash',
  bech32Prefix: 'akash',
  gasPrice: '0.025',
  nativeCurrency: { name: 'Akash', symbol: 'AKT', denom: 'uakt', decimals: 6 },
  rpcUrls: ['https://akash-rpc.publicnode.com'],
  restUrl: 'https://akash-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/akash' },
}

export const celestia: CosmosNetwork = {
  chainId: 'celestia',
  name: 'Celestia',
  bech32Prefix: 'celestia',
  gasPrice: '0.02',
  nativeCurrency: { name: 'Celestia', symbol: 'TIA', denom: 'utia', decimals: 6 },
  rpcUrls: ['https://celestia-rpc.publicnode.com'],
  restUrl: 'https://celestia-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/celestia' },
}

export const dydx: CosmosNetwork = {
  chainId: 'dydx-mainnet-1',
  name: 'dYdX',
  bech32Prefix: 'dydx',
  gasPrice: '12500000000',
  nativeCurrency: { name: 'dYdX', symbol: 'DYDX', denom: 'adydx', decimals: 18 },
  rpcUrls: ['https://dydx-rpc.publicnode.com'],
  restUrl: 'https://dydx-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/dydx' },
}

export const injective: CosmosNetwork = {
  chainId: 'injective-1',
  name: 'Injective',
  bech32Prefix: 'inj',
  coinType: 60,
  publicKeyType: '/injective.crypto.v1beta1.ethsecp256k1.PubKey',
  gasPrice: '500000000',
  nativeCurrency: { name: 'Injective', symbol: 'INJ', denom: 'inj', decimals: 18 },
  rpcUrls: ['https://injective-rpc.publicnode.com'],
  restUrl: 'https://injective-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/injective' },
}

export const neutron: CosmosNetwork = {
  chainId: 'neutron-1',
  name: 'Neutron',
  bech32Prefix: 'neutron',
  gasPrice: '0.5',
  nativeCurrency: { name: 'Neutron', symbol: 'NTRN', denom: 'untrn', decimals: 6 },
  rpcUrls: ['https://neutron-rpc.publicnode.com'],
  restUrl: 'https://neutron-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/neutron' },
}

export const noble: CosmosNetwork = {
  chainId: 'noble-1',
  name: 'Noble',
  bech32Prefix: 'noble',
  gasPrice: '0.1',
  nativeCurrency: { name: 'USD Coin', symbol: 'USDC', denom: 'uusdc', decimals: 6 },
  rpcUrls: ['https://noble-rpc.publicnode.com'],
  restUrl: 'https://noble-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/noble' },
}

export const stride: CosmosNetwork = {
  chainId: 'stride-1',
  name: 'Stride',
  bech32Prefix: 'stride',
  gasPrice: '0.005',
  nativeCurrency: { name: 'Stride', symbol: 'STRD', denom: 'ustrd', decimals: 6 },
  rpcUrls: ['https://stride-rpc.publicnode.com'],
  restUrl: 'https://stride-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/stride' },
}

export const axelar: CosmosNetwork = {
  chainId: 'axelar-dojo-1',
  name: 'Axelar',
  bech32Prefix: 'axelar',
  gasPrice: '0.007',
  nativeCurrency: { name: 'Axelar', symbol: 'AXL', denom: 'uaxl', decimals: 6 },
  rpcUrls: ['https://axelar-rpc.publicnode.com'],
  restUrl: 'https://axelar-rest.publicnode.com',
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/axelar' },
}
