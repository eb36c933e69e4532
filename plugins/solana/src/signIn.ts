import type { Caip2, Connection, SignInRequest } from '@latchkey/plugin-api'
import { toBase58 } from './base58.js'
import { badAnswer } from './errors.js'
import { NAMESPACE } from './networks.js'
import type { WalletAccount } from './wallet.js'

export const SIGN_IN = 'solana:signIn'
/** Fields of `SolanaSignInInput` that are texts. */
const TEXTS = [
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

export type SignInInput = { -readonly [Name in (typeof TEXTS)[number] | 'chainId']?: string } & {
  resources?: readonly string[]
}
export interface SignedIn {
  account: WalletAccount
  message: Uint8Array
  signature: Uint8Array
}

/** The message without account: the wallet fills that in. */
export function toInput({ message }: SignInRequest, chain: string | undefined): SignInInput {
  const { resources } = message
  const list = Array.isArray(resources)
    ? (resources as unknown[]).filter((item): item is string => typeof item === 'string')
    : []
  const texts = TEXTS.flatMap((name) =>
    typeof message[name] === 'string' ? [[name, message[name]] as const] : [],
  )
  return {
    ...Object.fromEntries(texts),
    ...(chain !== undefined && { chainId: chain }),
    ...(list.length && { resources: list }),
  }
}

/** Hands over what the wallet signed. The asker verifies. @throws `wallet.bad_answer` */
export function fulfil(
  signIn: SignInRequest,
  { account, message, signature }: SignedIn,
  { scopes }: Pick<Connection, 'scopes'>,
  network: Caip2,
): void {
  const mine = scopes[NAMESPACE]?.accounts.find(({ address }) => address === account.address)
  if (!mine) throw badAnswer(SIGN_IN, 'an account that it does not expose')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw badAnswer(SIGN_IN, 'a message that is no text')
  }
  signIn.fulfil({ account: mine, network, message: text, signature: toBase58(signature) })
}
