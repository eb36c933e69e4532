import { LatchkeyError, type DirectoryWallet } from '@latchkey/plugin-api'
import type { PairingState, WalletConnectApi } from '@latchkey/walletconnect'
import type { Scene, Scenes } from './types.js'
import { iconOf } from '../world/chains.js'
import { STORES } from '../world/wallets.js'

/** A wallet of the directory that links open: an app for phones, one for desktops, and a website. */
const PAPER: DirectoryWallet = {
  id: 'paper',
  name: 'Paper Wallet',
  imageUrl: iconOf('#e8821e'),
  homepage: 'https://paper.example',
  mobileLink: 'paper://',
  desktopLink: 'paperdesk://',
  webLink: 'https://web.paper.example',
  stores: STORES.stores.slice(1),
}
/** The same wallet without links: a page cannot open it. */
const PAPER_WITHOUT_LINKS: DirectoryWallet = {
  id: 'paper',
  name: 'Paper Wallet',
  imageUrl: iconOf('#e8821e'),
  homepage: 'https://paper.example',
  stores: STORES.stores.slice(1),
}
const URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1795260000' +
  '&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

// The states of a pairing, in the order in which a visitor meets them: the code is being made, it
// waits for a wallet, a wallet has answered, or the pairing has ended.
const loading: PairingState = { status: 'loading', buffering: false, error: false }
const waiting = (): PairingState => ({
  status: 'waiting',
  uri: URI,
  expiresAt: Date.now() + 240_000,
  buffering: false,
  error: false,
})
const answered = (): PairingState => ({ ...waiting(), status: 'buffering', buffering: true })
const ended = (
  status: 'rejected' | 'expired' | 'failed' | 'offline',
  cause?: unknown,
): PairingState => ({ status, buffering: false, error: true, cause })
const relayAway = ended(
  'failed',
  new LatchkeyError('walletconnect.relay_unreachable', 'The relay did not answer.', {
    context: { relay: 'wss://relay.example' },
  }),
)

/** A scene of a view that the scene's name names. `shows`: text by which it is complete. */
const scene = (
  shows: string | RegExp,
  pairing: () => PairingState,
  pairingApi: Partial<WalletConnectApi> = {},
): Scene => ({ shows, world: () => ({ pairing: pairing(), pairingApi }) })
/** A scene of `ConnectingWalletConnect`, reached from the list of wallets. `null`: for any wallet. */
const withWallet = (
  shows: string | RegExp,
  pairing: () => PairingState,
  wallet: DirectoryWallet | null = PAPER,
  pairingApi: Partial<WalletConnectApi> = {},
): Scene => ({
  ...scene(shows, pairing, pairingApi),
  play: ({ kernel, push }) => {
    kernel.open('Connect')
    push(['ConnectingWalletConnect', wallet ? { wallet } : {}])
  },
})
const onPhone = (drawn: Scene): Scene => ({ ...drawn, only: 'phone' })

export const pairingScenes: Scenes = {
  ConnectingWalletConnect: withWallet(/New code in 3:\d\d/, waiting, null),
  'ConnectingWalletConnect / making a code': withWallet('Making a code', () => loading, null),
  'ConnectingWalletConnect / the host’s own relay': withWallet(
    'Only wallets that are set to',
    waiting,
    null,
    { ownRelay: 'wss://relay.example.com' },
  ),
  'ConnectingWalletConnect / of a wallet': {
    ...withWallet('Scan this code with Paper Wallet', waiting),
    async play({ kernel, press }) {
      kernel.open('ConnectingWalletConnect', { wallet: PAPER })
      await press('Code')
    },
  },
  'ConnectingWalletConnect / by its desktop app': {
    only: 'desktop',
    ...withWallet('Go on in Paper Wallet', waiting),
    async play({ kernel, press }) {
      kernel.open('ConnectingWalletConnect', { wallet: PAPER })
      await press('Desktop')
    },
  },
  'ConnectingWalletConnect / answered': withWallet('Almost there', answered),
  'ConnectingWalletConnect / rejected': withWallet('You cancelled in Paper Wallet', () =>
    ended('rejected'),
  ),
  'ConnectingWalletConnect / expired': withWallet('The code expired', () => ended('expired')),
  'ConnectingWalletConnect / relay away': withWallet('The code could not be made', () => relayAway),
  'ConnectingWalletConnect / offline': withWallet('You are offline', () => ended('offline')),
  'ConnectingWalletConnect / in this browser': withWallet(
    'Paper Wallet is in this browser',
    waiting,
    PAPER,
    { installed: () => 'paper.rdns' },
  ),
  'ConnectingWalletConnect / on a phone': onPhone(withWallet('Go on in Paper Wallet', waiting)),
  'ConnectingWalletConnect / on a phone, in doubt': onPhone(withWallet('Open again', waiting)),
  'ConnectingWalletConnect / on a phone, without the app': onPhone(
    withWallet('It cannot be opened from here yet', waiting, PAPER_WITHOUT_LINKS),
  ),
  ConnectingWalletConnectBasic: scene('Scan this code with your phone', waiting),
  'ConnectingWalletConnectBasic / making a code': scene('Making a code', () => loading),
  'ConnectingWalletConnectBasic / answered': scene('Almost there', answered),
  'ConnectingWalletConnectBasic / expired': scene('The code expired', () => ended('expired')),
  'ConnectingWalletConnectBasic / relay away': scene('The code could not be made', () => relayAway),
  'ConnectingWalletConnectBasic / on a phone': onPhone(
    scene('Open a wallet on this phone', waiting),
  ),
}
