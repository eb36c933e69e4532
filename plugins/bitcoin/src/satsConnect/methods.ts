import type { SatsMethod } from './types.js'

/** The methods of sats-connect that the provider answers. The page sees this list. */
export const METHODS = Object.freeze([
  'getInfo',
  'getAccounts',
  'getAddresses',
  'getBalance',
  'signMessage',
  'signPsbt',
  'sendTransfer',
  'wallet_connect',
  'wallet_disconnect',
  'wallet_getAccount',
  'wallet_getNetwork',
  'wallet_changeNetwork',
  'wallet_getWalletType',
  'wallet_requestPermissions',
  'wallet_getCurrentPermissions',
  'wallet_renouncePermissions',
] as const satisfies readonly SatsMethod[])
export type AnsweredMethod = (typeof METHODS)[number]
