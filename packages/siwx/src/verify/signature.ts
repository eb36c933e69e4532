import { namespaceOf } from '@latchkey/plugin-api'
import { parseMessage } from '../message/parse.js'
import type { NodeRequest, SignedBy, SiwxMessage, SiwxSession } from '../types.js'
import type { Verifier } from './signed.js'

export interface SignatureToVerify {
  session: SiwxSession
  /** Asks a node of the message's chain. Only of eip155, where a contract account cannot be verified without. */
  node?: NodeRequest
}

/** Curves and hashes of one family come when one of its signatures is verified. */
const VERIFIERS: Readonly<Record<string, () => Promise<{ verify: Verifier }>>> = {
  eip155: () => import('./eip155.js'),
  solana: () => import('./solana.js'),
  bip122: () => import('./bip122.js'),
  polkadot: () => import('./polkadot.js'),
  cosmos: () => import('./cosmos.js'),
}

/** The message that was signed, by the namespace that the session names. */
export function messageOf(session: SiwxSession): SiwxMessage {
  const chainId: unknown = session?.data?.chainId
  return parseMessage(
    session?.message,
    typeof chainId === 'string' ? namespaceOf(chainId as `${string}:${string}`) : '',
  )
}

/** Who says that the account which the signed text names made the signature. `undefined`: nobody, it is wrong. */
export async function signedBy({
  session,
  node,
}: SignatureToVerify): Promise<SignedBy | undefined> {
  const message = messageOf(session)
  const { verify } = await VERIFIERS[namespaceOf(message.chainId)]!()
  const found = await verify({ message, session, ...(node && { node }) })
  return found === true ? 'key' : found || undefined
}

/**
 * Whether the account that the signed text names made the session's signature. It says nothing of what the text is for: {@link verifySession} does.
 * eip155: EIP-191, and with a node EIP-1271 and EIP-6492; solana: ed25519; bip122: BIP-322 (simple) and BIP-137; polkadot: sr25519, ed25519 and ECDSA; cosmos: ADR-36.
 * @throws `siwx.bad_message`, `siwx.namespace_unsupported`, `siwx.node_missing`, `siwx.node_failed`, `siwx.library_missing`
 */
export const verifySignature = async (asked: SignatureToVerify): Promise<boolean> =>
  (await signedBy(asked)) !== undefined
