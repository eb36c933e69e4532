import { namespaceOf } from '@latchkey/plugin-api'
import { familyOf } from '../family/familyOf.js'
import { parseMessage } from '../message/parseMessage.js'
import type { NodeRequest, SignedBy, SignInFamilies, SiwxMessage, SiwxSession } from '../types.js'

export interface SignatureToVerify {
  session: SiwxSession
  /** Asks a node of the message's chain: only eip155 needs one, for contract accounts. */
  node?: NodeRequest
  /** Chain families beside the five that this package has. */
  families?: SignInFamilies
}

/**
 * The fields of the text that was signed. The session names the namespace in whose form they are read.
 * @throws `siwx.bad_message`, `siwx.namespace_unsupported`
 */
export function messageOf({ session, families }: SignatureToVerify): SiwxMessage {
  const chainId: unknown = session?.data?.chainId
  return parseMessage(
    session?.message,
    typeof chainId === 'string' ? namespaceOf(chainId as `${string}:${string}`) : '',
    families,
  )
}

/**
 * Verifies that the account in the signed text made the signature.
 * @returns `key` or `contract`: by its key, or by the code of the account. `undefined`: it did not
 */
export async function signedBy(asked: SignatureToVerify): Promise<SignedBy | undefined> {
  const { session, node, families } = asked
  const { message: text, signature, publicKey, cacao } = session
  const { accountAddress: address, chainId } = messageOf(asked)
  const verify = await familyOf(namespaceOf(chainId), families).verifier()
  const found = await verify({
    address,
    chainId,
    text,
    signature,
    ...(publicKey !== undefined && { publicKey }),
    ...(cacao !== undefined && { cacao }),
    ...(node && { node }),
  })
  // A verifier that was handed in may be plain JavaScript: only these three answers are a yes.
  if (found === true || found === 'key') return 'key'
  return found === 'contract' ? found : undefined
}

/**
 * Whether the account that the signed text names made the session's signature. Domain, nonce and
 * time of the text are not checked: {@link verifySession} does that.
 * eip155: EIP-191, and with a node EIP-1271 and EIP-6492; solana: ed25519; bip122: BIP-322 (simple)
 * and BIP-137; polkadot: sr25519, ed25519 and ECDSA; cosmos: ADR-36; others by the verifier in
 * `families`.
 * @throws `siwx.bad_message`, `siwx.namespace_unsupported`, `siwx.node_missing`,
 * `siwx.node_failed`, `siwx.library_missing`
 */
export const verifySignature = async (asked: SignatureToVerify): Promise<boolean> =>
  (await signedBy(asked)) !== undefined
