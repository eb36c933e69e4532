import type { PolkadotNetwork } from './chains.js'

export type { PolkadotNetwork } from './chains.js'

export const polkadotRelay: PolkadotNetwork = {
  name: 'Polkadot',
  genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  ss58Prefix: 0,
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: ['wss://rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://polkadot.subscan.io' }],
}
/** Asset hub of Polkadot: where its accounts and their DOT are. */
export const polkadotHub: PolkadotNetwork = {
  name: 'Polkadot Asset Hub',
  genesisHash: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  ss58Prefix: 0,
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: ['wss://polkadot-asset-hub-rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://assethub-polkadot.subscan.io' }],
}
export const kusama: PolkadotNetwork = {
  name: 'Kusama',
  genesisHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
  ss58Prefix: 2,
  nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  rpcUrls: ['wss://kusama-rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://kusama.subscan.io' }],
}
export const kusamaHub: PolkadotNetwork = {
  name: 'Kusama Asset Hub',
  genesisHash: '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
  ss58Prefix: 2,
  nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  rpcUrls: ['wss://kusama-asset-hub-rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://assethub-kusama.subscan.io' }],
}
export const westend: PolkadotNetwork = {
  name: 'Westend',
  genesisHash: '0xe143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e',
  ss58Prefix: 42,
  nativeCurrency: { name: 'Westend', symbol: 'WND', decimals: 12 },
  rpcUrls: ['wss://westend-rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://westend.subscan.io' }],
  testnet: true,
}
export const westendHub: PolkadotNetwork = {
  name: 'Westend Asset Hub',
  genesisHash: '0x67f9723393ef76214df0118c34bbbd3dbebc8ed46a10973a8c969d48fe7598c9',
  ss58Prefix: 42,
  nativeCurrency: { name: 'Westend', symbol: 'WND', decimals: 12 },
  rpcUrls: ['wss://westend-asset-hub-rpc.polkadot.io'],
  blockExplorers: [{ name: 'Subscan', url: 'https://assethub-westend.subscan.io' }],
  testnet: true,
}
