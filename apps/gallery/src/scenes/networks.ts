import type { Scene, Scenes } from '../stage.js'
import { account, FakeWallet, forever, network, refuse, SOLANA, wallets } from '../world.js'

type Moves = ConstructorParameters<typeof FakeWallet>[2]
const moving = (moves: Moves) => ({
  connectors: wallets(() => new FakeWallet('rabby', [account()], moves)),
})
/** The wallet is asked to go to Base, and answers so. */
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
    shows: 'Choose one of these',
    connected: true,
    world: { connectors: wallets(() => lost) },
    async play({ kernel, shows }) {
      kernel.open('Account')
      await shows('Account')
      lost.tell({ network: 'eip155:99' })
    },
  },
}
