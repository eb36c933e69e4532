import { knownRemoteFeatures } from '@latchkey/plugin-api'

/** The id of the connector, under which a host connects it. */
export const ID_AUTH = 'ID_AUTH'
/** The chain families of the embedded wallet. */
export const authNamespaces: readonly ['eip155', 'solana'] = ['eip155', 'solana']
/** Methods of the API that the wallet has as they are, once it is loaded. */
export const lateMethods = [
  'signIn',
  'submitCode',
  'signInWith',
  'updateEmail',
  'submitEmailCode',
  'resetEmailChange',
  'openSecurity',
  'identityToken',
  'readAccounts',
  'switchAccountType',
] as const
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
