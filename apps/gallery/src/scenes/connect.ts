import type { DirectoryWallet, KernelOptions } from '@latchkey/kernel'
import type { Scenes } from './types.js'
import { iconOf, SOLANA_MAINNET } from '../world/chains.js'
import { connector, fail, forever } from '../world/wallets.js'

const COLORS = ['#e8821e', '#0052ff', '#3396ff', '#7a5af8', '#12b76a', '#d92d20', '#111']
const listed: DirectoryWallet[] = [
  'MetaMask',
  'Coinbase Wallet',
  'Trust',
  'Rainbow',
  'Zerion',
  'imToken',
  'SafePal',
  'OneKey',
  'Frontier',
  'Bitget Wallet',
  'A wallet whose name goes on for longer than a row is wide',
].map((name, index) => ({
  id: `listed-${index}`,
  name,
  imageUrl: iconOf(COLORS[index % COLORS.length]!),
}))
const directory: KernelOptions['directory'] = async ({ search = '' }) => {
  const found = listed.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return { wallets: found, total: found.length }
}
export const connectScenes: Scenes = {
  Connect: { shows: 'All wallets', world: { options: { directory } } },
  'Connect / installed first': {
    shows: 'Installed',
    world: { options: { connectorOrder: 'installed-first' } },
  },
  'Connect / no wallet': {
    shows: 'No wallet found',
    world: { connectors: [], options: { features: { allWallets: false } } },
  },
  'Connect / no wallet here, a list beyond': {
    shows: 'No wallet found',
    world: { connectors: [], options: { directory } },
  },
  'Connect / one wallet': {
    shows: 'Rabby',
    world: {
      connectors: [connector('rabby', 'Rabby')],
      options: { features: { allWallets: false } },
    },
  },
  'Connect / long and foreign names': {
    shows: 'محفظة',
    world: {
      connectors: [
        connector('a', 'A wallet whose name goes on for longer than a row is wide'),
        connector('b', 'محفظة'),
        connector('c', '錢包'),
        connector('d', '<b>bold</b>'),
      ],
    },
  },
  'Connect / featured and own wallets': {
    shows: 'Our own',
    world: {
      options: {
        directory,
        featuredWallets: ['listed-4'],
        customWallets: [{ id: 'own', name: 'Our own', homepage: 'https://own.example' }],
      },
    },
  },
  'Connect / folded': {
    shows: 'Continue with a wallet',
    world: { options: { features: { collapseWallets: true } } },
  },
  'Connect / legal line': {
    shows: 'By connecting you agree',
    world: {
      options: {
        termsUrl: 'https://demo.example/terms',
        privacyUrl: 'https://demo.example/privacy',
      },
    },
  },
  'Connect / legal box': {
    shows: 'I agree to the',
    world: {
      options: {
        termsUrl: 'https://demo.example/terms',
        privacyUrl: 'https://demo.example/privacy',
        features: { legalCheckbox: true },
      },
    },
  },
  'Connect / legal box ticked': {
    shows: 'I agree to this site’s terms',
    world: { options: { features: { legalCheckbox: true } } },
    async play({ kernel, press }) {
      kernel.open('Connect')
      await press(/^I agree/)
    },
  },
  'Connect / busy': {
    shows: 'All wallets',
    world: { options: { directory } },
    play({ kernel, ctx }) {
      ctx.modal.setLoading(true)
      kernel.open('Connect')
    },
  },
  'Connect / for one chain': {
    shows: 'Wallets for Solana',
    world: { options: { defaultNetwork: SOLANA_MAINNET } },
    connected: true,
    async play({ kernel, press }) {
      await kernel.switchNetwork(SOLANA_MAINNET)
      kernel.open('Account')
      await press('Connect on Solana')
    },
  },
  AllWallets: { shows: 'Zerion', world: { options: { directory } } },
  'AllWallets / without a directory': { shows: 'Ledger' },
  'AllWallets / legal box': {
    shows: 'I agree to this site’s terms',
    world: { options: { directory, features: { legalCheckbox: true } } },
  },
  'AllWallets / loading': {
    loading: true,
    shows: 'Rabby',
    world: { options: { directory: forever } },
  },
  'AllWallets / failed': {
    shows: 'could not be loaded',
    world: { options: { directory: fail(new Error('away')) } },
  },
  'AllWallets / nothing found': {
    shows: 'No wallet by that name',
    world: { options: { directory } },
    async play(stage) {
      stage.kernel.open('AllWallets')
      await stage.reads('Zerion')
      stage.type('zzz')
    },
  },
  'AllWallets / found': {
    shows: /Zerion/,
    world: { options: { directory } },
    async play(stage) {
      stage.kernel.open('AllWallets')
      await stage.reads('MetaMask')
      stage.type('zer')
      await stage.reads('Zerion')
    },
  },
}
