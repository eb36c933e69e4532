import { refusal } from '@latchkey/service-kit/http'
import { type Hex, createPublicClient, http, isAddressEqual, recoverMessageAddress } from 'viem'
import { type Account } from './accounts.js'

/** Checks an EIP-191 signature: of a key, or of a contract by the chain's node (ERC-1271, ERC-6492). */
export type VerifySignature = (
  account: Account,
  message: string,
  signature: Hex,
) => Promise<boolean>

const TIMEOUT_MS = 4000
/** r, s and v of a key's signature. */
const KEY_SIGNATURE_LENGTH = 132

/**
 * The text that an account signs to grant a session. It names the account, so that a grant cannot be
 * played back on another chain, and a pci has no spaces, so that a grant is never a revocation.
 */
export const sessionGrantMessage = (grant: {
  /** CAIP-10, in any spelling: the text has small letters. */
  account: string
  pci: string
  expiry: number
  permissions: unknown
}): string =>
  `Grant session ${grant.pci} of ${grant.account.toLowerCase()} until ${grant.expiry}:\n` +
  JSON.stringify(grant.permissions)

export const verifySignature: VerifySignature = async ({ address, chain }, message, signature) => {
  const owner = address as Hex
  if (signature.length === KEY_SIGNATURE_LENGTH) {
    const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
    if (signer && isAddressEqual(signer, owner)) return true
  }
  const [url] = chain.rpcUrls
  if (url === undefined) return false
  const client = createPublicClient({
    transport: http(url, { retryCount: 0, timeout: TIMEOUT_MS }),
  })
  // viem answers false for every failure; a node that is away must not count as a refusal.
  const code = await client.getCode({ address: owner }).catch(() => {
    throw refusal(503, 'signature', 'The node that could check this signature does not answer now.')
  })
  const isDeployedLater = signature.endsWith('6492'.repeat(16))
  if (code === undefined && !isDeployedLater) return false
  return client.verifyMessage({ address: owner, message, signature })
}
