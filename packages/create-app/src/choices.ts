/** A thing that can be chosen: its flag, its name on screen, a few words, and the packages that it needs. */
export interface Choice<Id extends string = string> {
  readonly id: Id
  readonly label: string
  readonly hint: string
}
/** A chain family or a feature: it brings packages along. */
interface Part<Id extends string> extends Choice<Id> {
  readonly packages: readonly string[]
}

export const FRAMEWORKS = [
  { id: 'react', label: 'React', hint: 'with Vite' },
  { id: 'next', label: 'Next', hint: 'React on a server' },
  { id: 'vue', label: 'Vue', hint: 'with Vite' },
  { id: 'svelte', label: 'SvelteKit', hint: 'a static site' },
  { id: 'plain', label: 'plain page', hint: 'custom elements, with Vite' },
] as const satisfies readonly Choice[]
export type Framework = (typeof FRAMEWORKS)[number]['id']

export const CHAINS = [
  { id: 'evm', label: 'EVM', hint: 'Ethereum, Sepolia', packages: ['@latchkey/evm', 'viem'] },
  { id: 'solana', label: 'Solana', hint: 'mainnet', packages: ['@latchkey/solana'] },
  { id: 'bitcoin', label: 'Bitcoin', hint: 'mainnet', packages: ['@latchkey/bitcoin'] },
  {
    id: 'polkadot',
    label: 'Polkadot',
    hint: 'Polkadot Hub',
    packages: ['@latchkey/polkadot', '@polkadot/api'],
  },
  { id: 'cosmos', label: 'Cosmos', hint: 'Cosmos Hub', packages: ['@latchkey/cosmos'] },
] as const satisfies readonly Part<string>[]
export type Chain = (typeof CHAINS)[number]['id']

/**
 * The features that work without a server of the site. Swaps, purchases, names, wallets by email and
 * wallets on phones need one, and are added by hand.
 */
export const FEATURES = [
  {
    id: 'send',
    label: 'Send',
    hint: 'coins and tokens from the modal',
    packages: ['@latchkey/feature-send'],
  },
  {
    id: 'siwx',
    label: 'Sign in',
    hint: 'with a wallet message, kept in the browser',
    packages: ['@latchkey/feature-siwx'],
  },
  {
    id: 'preview',
    label: 'Previews',
    hint: 'of what is signed, in words',
    packages: ['@latchkey/feature-preview'],
  },
  {
    id: 'assets',
    label: 'Tokens',
    hint: 'of the account, from the network itself',
    packages: ['@latchkey/feature-assets'],
  },
  {
    id: 'activity',
    label: 'Activity',
    hint: 'what is on its way, and a link to the explorer',
    packages: ['@latchkey/feature-activity'],
  },
] as const satisfies readonly Part<string>[]
export type Feature = (typeof FEATURES)[number]['id']

/** Everything that was chosen. */
export interface Chosen {
  readonly framework: Framework
  /** At least one. */
  readonly chains: readonly Chain[]
  readonly features: readonly Feature[]
}

/** The choice that a run without questions takes where no flag says otherwise. */
export const DEFAULTS: Chosen = { framework: 'react', chains: ['evm'], features: [] }
