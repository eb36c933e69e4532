import type { Social } from './constants.js'

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
