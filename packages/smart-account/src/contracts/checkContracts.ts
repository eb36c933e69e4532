import {
  concatHex,
  domainSeparator,
  keccak256,
  numberToHex,
  size,
  slice,
  zeroHash,
  type Hex,
} from 'viem'
import { askNodeHex } from '../chain/ask.js'
import type { RpcRequest } from '../types.js'
import { CONTRACTS, type ContractName } from './addresses.js'
import { CHAIN_WORDS, CODE_HASHES } from './codeHashes.js'

/** The contracts of a chain that differ from the ones that this package was made for. */
export interface ContractDifferences {
  /** Without code at their address. */
  missing: readonly ContractName[]
  /** With other code there. */
  other: readonly ContractName[]
}

const WORD_BYTES = 32

const wordAt = (code: Hex, offset: number): Hex => slice(code, offset, offset + WORD_BYTES)
const blank = (code: Hex, offset: number): Hex =>
  concatHex([slice(code, 0, offset), zeroHash, slice(code, offset + WORD_BYTES)])

function isKnown(name: ContractName, code: Hex, chainId: number): boolean {
  const words = CHAIN_WORDS[name]
  if (!words) return keccak256(code) === CODE_HASHES[name]
  if (size(code) <= words.domain + WORD_BYTES) return false
  const domain = domainSeparator({
    domain: { name: words.name, version: '1', chainId, verifyingContract: CONTRACTS[name] },
  })
  return (
    wordAt(code, words.chainId) === numberToHex(chainId, { size: WORD_BYTES }) &&
    wordAt(code, words.domain) === domain &&
    keccak256(blank(blank(code, words.chainId), words.domain)) === CODE_HASHES[name]
  )
}

/**
 * Compares the code at the addresses of {@link CONTRACTS} with the known one, by its hash, and the domain in which
 * the contracts check signatures. Both lists are empty where smart accounts work.
 * @param node of the chain with this id
 * @throws `smart.node_failed`
 */
export async function checkContracts(
  node: RpcRequest,
  chainId: number,
): Promise<ContractDifferences> {
  const missing: ContractName[] = []
  const other: ContractName[] = []
  await Promise.all(
    (Object.keys(CONTRACTS) as ContractName[]).map(async (name) => {
      const code = await askNodeHex(node, 'eth_getCode', [CONTRACTS[name], 'latest'])
      if (code === '0x') missing.push(name)
      else if (!isKnown(name, code.toLowerCase() as Hex, chainId)) other.push(name)
    }),
  )
  return { missing: missing.sort(), other: other.sort() }
}
