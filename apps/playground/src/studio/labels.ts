import type { Chain, Feature, Flag, Slot, Token, Way } from './model.js'
import type { Framework } from './code/frameworks.js'

export const CHAIN_LABELS: Readonly<Record<Chain, string>> = {
  evm: 'Ethereum and its kind',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}
export const WAY_LABELS: Readonly<Record<Way, string>> = {
  walletconnect: 'Phone wallets, by WalletConnect',
  embedded: 'Email and social accounts',
}
export const FEATURE_LABELS: Readonly<Record<Feature, string>> = {
  send: 'Send',
  preview: 'Preview before the wallet opens',
  assets: 'Tokens and NFTs',
  activity: 'Activity',
  swap: 'Swap',
  onramp: 'Buy',
  names: 'Names',
  sessions: 'Smart sessions',
}
export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  receive: 'Receive',
  branding: '“Powered by” line',
  legalCheckbox: 'Box to tick before connecting',
  collapseWallets: 'Wallet list is folded',
}
export const TOKEN_LABELS: Readonly<Record<Token, readonly [label: string, hint: string]>> = {
  accent: ['Accent', '#4361e0'],
  background: ['Background', '#141519'],
  surface: ['Rows and fields', '#1e2026'],
  text: ['Text', '#f3f4f6'],
  textMuted: ['Second lines', '#a0a5b1'],
  border: ['Lines', '#2e313a'],
  borderRadiusMaster: ['Radius', '4px'],
  fontSizeMaster: ['Font size', '10px'],
  fontFamily: ['Font', 'system-ui, sans-serif'],
}
export const SLOT_LABELS: Readonly<Record<Slot, string>> = {
  walletConnect: 'WalletConnect',
  recent: 'Used before',
  injected: 'Installed',
  featured: 'Featured',
  custom: 'Your own',
  external: 'By link',
  recommended: 'Recommended',
}
export const FRAMEWORK_LABELS: Readonly<Record<Framework, string>> = {
  react: 'React',
  next: 'Next.js',
  vue: 'Vue',
  svelte: 'Svelte',
  plain: 'Plain page',
}
/** Tokens that hold a colour: they have a colour field beside their text. */
export const COLOURS: readonly Token[] = [
  'accent',
  'background',
  'surface',
  'text',
  'textMuted',
  'border',
]
