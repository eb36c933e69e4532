import type { Scene, Scenes } from './types.js'
import { account, iconOf, network, SOLANA } from '../world/chains.js'
import { FakeWallet, forever, refuse, wallets } from '../world/wallets.js'

type Moves = ConstructorParameters<typeof FakeWallet>[2]
const moving = (moves: Moves) => ({
  connectors: wallets(() => new FakeWallet('rabby', [account()], moves)),
})
/** A scene in which the wallet is asked to switch to Base and gives this answer. */
const switching = (shows: string, moves: Moves): Scene => ({
  shows,
  connected: true,
  world: moving(moves),
  play({ kernel, push }) {
    kernel.open('Account')
    push(['Networks'], ['SwitchNetwork', { network: 'eip155:8453' }])
  },
})
const alone = (shows: string, moves: Moves): Scene => ({
  ...switching(shows, moves),
  play: ({ kernel }) => kernel.open('SwitchNetwork', { network: 'eip155:8453' }),
})
const lost = new FakeWallet('rabby', [account()])

export const networkScenes: Scenes = {
  Networks: { shows: 'Arbitrum One', connected: true },
  'Networks / few': {
    shows: 'Sepolia',
    connected: true,
    world: {
      networks: [network('1', 'Ethereum'), network('11155111', 'Sepolia', { testnet: true })],
    },
  },
  'Networks / pictures': {
    shows: 'My devnet',
    connected: true,
    world: {
      networks: [
        network('1', 'Ethereum'),
        network('43114', 'Avalanche'),
        network('84532', 'Base Sepolia', { testnet: true }),
        network('31337', 'My devnet', { testnet: true }),
        network('10', 'Mark of the host', { assets: { imageUrl: iconOf('#e8821e') } }),
        network('137', 'Broken mark', { assets: { imageUrl: 'data:image/png;base64,AA' } }),
        network('91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', { namespace: 'polkadot' }),
        network('b0a8d493285c2df73290dfb7e61f870f', 'Kusama', { namespace: 'polkadot' }),
        network('cosmoshub-4', 'Cosmos Hub', { namespace: 'cosmos' }),
        network('celestia', 'Celestia', { namespace: 'cosmos' }),
        network('noble-1', 'Noble', { namespace: 'cosmos' }),
      ],
    },
  },
  'Networks / nothing found': {
    shows: 'No network by that name',
    connected: true,
    async play({ kernel, reads, type }) {
      kernel.open('Networks')
      await reads('Polygon')
      type('zzz')
    },
  },
  'Networks / cannot be switched': {
    shows: 'does not let you switch',
    connected: true,
    world: { options: { networkSwitching: false } },
  },
  'Networks / none': { shows: 'No networks', world: { networks: [] } },
  SwitchNetwork: switching('Confirm in Rabby', forever),
  'SwitchNetwork / failed': alone(
    'Could not switch to Base',
    refuse('wallet.unknown_chain', 'wallet_switchEthereumChain answered 4902'),
  ),
  'SwitchNetwork / rejected': alone('Switch cancelled', refuse('wallet.user_rejected')),
  'Networks / switch failed': switching('Could not switch to Base', refuse('wallet.unknown_chain')),
  'Networks / switch rejected': switching('Switch cancelled', refuse('wallet.user_rejected')),
  'Networks / the wallet cannot switch': switching(
    'Rabby cannot switch networks',
    refuse('wallet.switch_unsupported'),
  ),
  SwitchActiveChain: {
    shows: 'No wallet on Solana yet',
    connected: true,
    play({ kernel, push }) {
      kernel.open('Account')
      push(['SwitchActiveChain', { switchToChain: SOLANA, navigateTo: 'Connect' }])
    },
  },
  UnsupportedChain: {
    shows: 'Choose one below',
    connected: true,
    world: { connectors: wallets(() => lost) },
    async play({ kernel, shows }) {
      kernel.open('Account')
      await shows('Account')
      lost.tell({ network: 'eip155:99' })
    },
  },
}
