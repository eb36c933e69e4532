import type { Caip2, Connection, SignInRequest } from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { toBase58 } from '../chain/base58.js'
import { NAMESPACE } from '../chain/networks.js'
import type { WalletAccount } from './account.js'

export const SIGN_IN = 'solana:signIn'
/** Fields of `SolanaSignInInput` that are texts. */
const TEXT_FIELDS = [
  'domain',
  'statement',
  'uri',
  'version',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

export type SignInInput = {
  -readonly [Name in (typeof TEXT_FIELDS)[number] | 'chainId']?: string
} & {
  resources?: readonly string[]
}
export interface SignedIn {
  account: WalletAccount
  message: Uint8Array
  signature: Uint8Array
}

/** The message without the account, which the wallet fills in. */
export function toInput({ message }: SignInRequest, chain: string | undefined): SignInInput {
  const { resources } = message
  const list = Array.isArray(resources)
    ? (resources as unknown[]).filter((item): item is string => typeof item === 'string')
    : []
  const texts = TEXT_FIELDS.flatMap((name) =>
    typeof message[name] === 'string' ? [[name, message[name]] as const] : [],
  )
  return {
    ...Object.fromEntries(texts),
    ...(chain !== undefined && { chainId: chain }),
    ...(list.length && { resources: list }),
  }
}

/** Hands over what the wallet signed. The receiver verifies it. @throws `wallet.bad_answer` */
export function fulfilSignIn(
  signIn: SignInRequest,
  { account, message, signature }: SignedIn,
  { scopes }: Pick<Connection, 'scopes'>,
  network: Caip2,
): void {
  const mine = scopes[NAMESPACE]?.accounts.find(({ address }) => address === account.address)
  if (!mine) throw badAnswer(SIGN_IN, 'an account that it exposes')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw badAnswer(SIGN_IN, 'a message of text in UTF-8')
  }
  signIn.fulfil({ account: mine, network, message: text, signature: toBase58(signature) })
}
