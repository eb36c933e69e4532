/**
 * Features that a host switches, and their defaults. One shows only if the plugin that brings it is
 * installed too.
 */
export const knownFeatures = {
  receive: true,
  send: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
} as const
/** Key of a feature that a host switches. */
export type FeatureKey = keyof typeof knownFeatures

/** Features that a remote configuration may set, and their defaults. */
export const knownRemoteFeatures = {
  swaps: ['default'],
  onramp: ['coinbase', 'meld'],
  email: true,
  activity: true,
  branding: true,
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
} as const

/** Order of the wallet feature buttons. */
export const walletFeaturesOrder = ['onramp', 'swaps', 'receive', 'send'] as const
