import { knownRemoteFeatures } from '@latchkey/plugin-api'

/** The social accounts that a visitor can sign in with, in the order in which they are shown. */
export const SOCIALS: readonly [
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
] = knownRemoteFeatures.socials
/** One of {@link SOCIALS}. */
export type Social = (typeof SOCIALS)[number]
/** The names of the providers, which are the same in every language. */
export const brandNames: Readonly<Record<Social, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
