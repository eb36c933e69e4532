import { refusal } from '@latchkey/service-kit/http'
import {
  type Hex,
  createPublicClient,
  custom,
  hashMessage,
  isAddressEqual,
  recoverAddress,
} from 'viem'
import { type Account } from './accounts.js'
import { createNodes, HEX, isCallError, type Nodes, turnOf } from './sources/rpc/nodes.js'

/**
 * Checks that an EIP-191 signature is of one of the texts: by a key, or by a contract as the chain's
 * nodes say (ERC-1271, ERC-6492).
 */
export type VerifySignature = (
  account: Account,
  texts: readonly string[],
  signature: Hex,
) => Promise<boolean>

/** The same, and says who signed; `undefined`: nobody whom the account stands for. */
export type FindSigner = (
  account: Pick<Account, 'address' | 'chain'>,
  texts: readonly string[],
  signature: Hex,
) => Promise<'key' | 'contract' | undefined>

/** The same for hashes, as those of typed data (EIP-712). */
export type FindHashSigner = (
  account: Pick<Account, 'address' | 'chain'>,
  hashes: readonly Hex[],
  signature: Hex,
) => Promise<'key' | 'contract' | undefined>

/** The account and the service that a session belongs to. */
export interface SessionPlace {
  /** Host of the service as pages reach it: `api.shop.example`. */
  domain: string
  /** CAIP-10, in any spelling: the text has small letters. */
  account: string
  pci: string
}

/** For all requests of one check. */
const CHECK_MS = 8000
/** r, s and v of a key's signature. */
const KEY_SIGNATURE_LENGTH = 132

/**
 * The text that an account signs to grant a session. It names the service and the account with its
 * chain, so that a grant cannot be played back at another service or on another chain, and its time, so
 * that it cannot be played back over a newer grant. A grant without a time replaces none. A pci has no
 * spaces, so that a grant is never a revocation.
 */
export const sessionGrantMessage = (
  grant: SessionPlace & {
    /** Seconds since 1970. */
    expiry: number
    /** Milliseconds since 1970. Absent: the grant is of use for a new pci only. */
    issuedAt?: number | undefined
    permissions: unknown
  },
): string =>
  `Grant session ${placeOf(grant)}` +
  `${grant.issuedAt === undefined ? '' : ` from ${grant.issuedAt}`} until ${grant.expiry}:\n` +
  JSON.stringify(grant.permissions)

/**
 * The text that an account signs to revoke a session, bound to the same service and chain. The pci
 * alone, signed, revokes as well; whoever has that signature can revoke every session of the account
 * with that pci, at every service and on every chain.
 */
export const sessionRevokeMessage = (session: SessionPlace): string =>
  `Revoke session ${placeOf(session)}`

const placeOf = ({ pci, account, domain }: SessionPlace): string =>
  `${pci} of ${account.toLowerCase()} at ${domain.toLowerCase()}`

/** Makes the check of signatures. */
export function createVerifySignature(): VerifySignature {
  const findSigner = createFindSigner()
  return async (...signed) => (await findSigner(...signed)) !== undefined
}

/** Half the order of secp256k1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** Whether it is the other spelling of a signature, which anybody can make of the first one (EIP-2). */
const isMalleable = (signature: Hex): boolean =>
  BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER

/** A node that does not answer is followed by the chain's next one. */
export function createFindSigner(): FindSigner {
  const findSigner = createFindHashSigner()
  return (account, texts, signature) =>
    findSigner(
      account,
      texts.map((text) => hashMessage(text)),
      signature,
    )
}

/** A node that does not answer is followed by the chain's next one. */
export function createFindHashSigner(): FindHashSigner {
  const kept = new Map<string, Nodes>()
  const nodesOf = ({ id, rpcUrls }: Account['chain']): Nodes => {
    const nodes = kept.get(id) ?? createNodes(rpcUrls)
    kept.set(id, nodes)
    return nodes
  }
  return async ({ address, chain }, hashes, signature) => {
    const owner = address as Hex
    if (signature.length === KEY_SIGNATURE_LENGTH && !isMalleable(signature))
      for (const hash of hashes) {
        const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
        if (signer && isAddressEqual(signer, owner)) return 'key'
      }
    if (chain.rpcUrls.length === 0) return undefined
    const isContract = await askContract(nodesOf(chain), owner, hashes, signature)
    return isContract ? 'contract' : undefined
  }
}

/** viem answers false for every failure; nodes that are away must not count as a refusal. */
const askContract = async (
  nodes: Nodes,
  address: Hex,
  hashes: readonly Hex[],
  signature: Hex,
): Promise<boolean> => {
  const turn = turnOf(new AbortController().signal, CHECK_MS)
  let isAway = false
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    try {
      return await nodes.ask(method, params as readonly unknown[], turn, HEX)
    } catch (error) {
      isAway ||= !isCallError(error)
      throw error
    }
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const isDeployedLater = signature.endsWith('6492'.repeat(16))
  const check = async (): Promise<boolean> => {
    const code = await client.getCode({ address })
    if (code === undefined && !isDeployedLater) return false
    for (const hash of hashes)
      if (await client.verifyHash({ address, hash, signature })) return true
    return false
  }
  const isValid = await check().catch(() => false)
  if (isAway && !isValid)
    throw refusal(
      503,
      'signature',
      'The nodes that could check this signature do not answer now. Ask again later.',
    )
  return isValid
}
