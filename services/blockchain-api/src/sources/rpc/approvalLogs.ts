import { getAddress, type Hex } from 'viem'
import * as v from 'valibot'
import { HEX } from './nodes.js'

/** keccak256 of `Approval(address,address,uint256)`, of ERC-20 and ERC-721. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** `ApprovalForAll(address,address,bool)`, of ERC-721 and ERC-1155. */
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/**
 * A right that an account once gave, and may have taken back. `amount`: of an ERC-20. `item`: one
 * ERC-721. `all`: everything that it has of a collection.
 */
export interface Candidate {
  kind: 'amount' | 'item' | 'all'
  token: Hex
  spender: Hex
  tokenId?: string
}

const WORD = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i), v.toLowerCase())

/** The part of an answer to `eth_getLogs` that is read. */
export const logsSchema = v.array(
  v.object({
    address: v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i), v.toLowerCase()),
    topics: v.array(WORD),
    data: HEX,
  }),
)
type Log = v.InferOutput<typeof logsSchema>[number]

/** The topics of all rights that an account gave, as `eth_getLogs` takes them. */
export const approvalTopics = (owner: string): readonly unknown[] => [
  [APPROVAL, APPROVAL_FOR_ALL],
  `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`,
]

/** @returns `undefined` for an event that has the name and not the shape */
export function toCandidate({ address, topics, data }: Log): Candidate | undefined {
  const [event, , spender, id] = topics
  if (spender === undefined || !/^0x0{24}/.test(spender)) return undefined
  const ends = { token: address as Hex, spender: `0x${spender.slice(-40)}` as Hex }
  if (event === APPROVAL_FOR_ALL) return { kind: 'all', ...ends }
  if (event !== APPROVAL) return undefined
  if (id !== undefined) return { kind: 'item', ...ends, tokenId: String(BigInt(id)) }
  return data === '0x' ? undefined : { kind: 'amount', ...ends }
}

/** Candidates in this order make the pages of a list. */
export const keyOf = ({ token, kind, spender, tokenId = '' }: Candidate): string =>
  `${token} ${kind} ${spender} ${tokenId}`

export const spelled = (address: Hex): Hex => getAddress(address)
