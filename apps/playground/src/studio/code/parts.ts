import type { Chain, Feature, Way } from '../model.js'

/** A plugin in code: what is imported, the call, and the packages to install. */
export interface Part {
  imports: readonly (readonly [name: string, module: string])[]
  call: string
  packages: readonly string[]
}

export const CHAIN_PARTS: Readonly<Record<Chain, Part>> = {
  evm: {
    imports: [
      ['evm', '@latchkey/evm'],
      ['base', 'viem/chains'],
      ['mainnet', 'viem/chains'],
    ],
    call: 'evm({ networks: [mainnet, base] })',
    packages: ['@latchkey/evm', 'viem'],
  },
  solana: {
    imports: [
      ['solana', '@latchkey/solana'],
      ['solanaMainnet', '@latchkey/solana'],
    ],
    call: 'solana({ networks: [solanaMainnet] })',
    packages: ['@latchkey/solana'],
  },
  bitcoin: {
    imports: [
      ['bitcoin', '@latchkey/bitcoin'],
      ['mainnet as bitcoinMainnet', '@latchkey/bitcoin'],
    ],
    call: 'bitcoin({ networks: [bitcoinMainnet] })',
    packages: ['@latchkey/bitcoin'],
  },
  polkadot: {
    imports: [
      ['polkadot', '@latchkey/polkadot'],
      ['polkadotHub', '@latchkey/polkadot/networks'],
    ],
    call: 'polkadot({ networks: [polkadotHub] })',
    packages: ['@latchkey/polkadot', '@polkadot/api@16'],
  },
  cosmos: {
    imports: [
      ['cosmos', '@latchkey/cosmos'],
      ['cosmoshub', '@latchkey/cosmos/networks'],
    ],
    call: 'cosmos({ networks: [cosmoshub] })',
    packages: ['@latchkey/cosmos'],
  },
}

const plain = (name: string, module: string, options = ''): Part => ({
  imports: [[name, module]],
  call: `${name}(${options})`,
  packages: [module],
})

export const WAY_PARTS: Readonly<Record<Way, Part>> = {
  walletconnect: plain(
    'walletconnect',
    '@latchkey/walletconnect',
    "{ relayUrl: 'wss://relay.shop.example' }",
  ),
  embedded: plain(
    'embeddedWallet',
    '@latchkey/embedded-wallet',
    "{ url: 'https://wallet.shop.example', projectId: 'shop' }",
  ),
}

/** Your own server, which some features ask. */
export const BACKEND = plain('backend', '@latchkey/backend', "{ url: 'https://api.shop.example' }")
export const ASKING_BACKEND: readonly Feature[] = ['assets', 'activity', 'swap', 'onramp', 'names']

export const FEATURE_PARTS: Readonly<Record<Feature, Part>> = {
  send: plain('send', '@latchkey/feature-send'),
  preview: plain('preview', '@latchkey/feature-preview', '{ hostRequests: true }'),
  assets: plain('assets', '@latchkey/feature-assets'),
  activity: plain('activity', '@latchkey/feature-activity'),
  swap: plain('swap', '@latchkey/feature-swap'),
  onramp: plain('onramp', '@latchkey/feature-onramp'),
  names: plain('names', '@latchkey/feature-names', "{ zone: 'shop.eth' }"),
  sessions: plain('smartSessions', '@latchkey/feature-smart-sessions'),
}
