// Sessions that are delegations (ERC-7710): what a permission context says, who signed it, and whether the
// account has ended it.
import { badInput } from '@latchkey/service-kit/http'
import {
  decodeContext,
  decodeLimits,
  delegationTypedData,
  encodeContext,
  hashDelegation,
  isPlainDelegation,
  judgeLimits,
  readUsage,
  type Delegation,
  type Limits,
  type Permission,
} from '@latchkey/smart-account'
import { hashTypedData, serializeErc6492Signature, type Hex } from 'viem'
import { type Account } from '../accounts.js'
import { type FindHashSigner } from '../signatures.js'
import { createNodes, HEX, type Nodes, turnOf } from '../sources/rpc/nodes.js'

/** A grant that a permission context holds. */
export interface DelegationGrant {
  delegation: Delegation
  /** Its hash. */
  pci: string
  limits: Limits
}

/** The contract that makes an account which is not there yet (ERC-4337). */
export interface Factory {
  factory: Hex
  factoryData: Hex
}

/** For all reads of one list. */
const READ_MS = 3500

/**
 * Reads a permission context: one delegation of the account itself, with limits that are known.
 * @throws Refusal 400
 */
export function readGrant(context: Hex, account: Account, now: number): DelegationGrant {
  const delegation = delegationOf(context)
  const decoded = decodeLimits(delegation.caveats)
  if (!decoded.ok)
    throw badInput('context', 'The conditions of its delegation are none that are kept here.')
  if (delegation.delegator.toLowerCase() !== account.address.toLowerCase())
    throw badInput('context', 'Its delegation is of another account.')
  const { limits } = decoded
  const { delegate } = delegation
  const scope = { account: delegation.delegator, delegate, now: Math.floor(now / 1000) }
  const [refusal] = judgeLimits(limits, scope).refusals
  if (refusal)
    throw badInput('context', `Its delegation has a limit that is refused: ${refusal.part}.`)
  return { delegation, pci: hashDelegation(delegation), limits }
}

/** @throws Refusal 400 */
function delegationOf(context: Hex): Delegation {
  try {
    const [delegation, ...more] = decodeContext(context)
    if (delegation && more.length === 0 && isPlainDelegation(delegation)) return delegation
  } catch {
    // A page has no use for the reason why bytes cannot be read.
  }
  throw badInput(
    'context',
    'This must be one delegation of the account to one delegate (ERC-7710).',
  )
}

/**
 * Whether the account signed a delegation: its key, its code (ERC-1271), or the code that it will have
 * (ERC-6492).
 * @throws Refusal 503 where no node answers
 */
export async function isSigned(
  findSigner: FindHashSigner,
  account: Account,
  delegation: Delegation,
  factory: Factory | undefined,
): Promise<boolean> {
  const chainId = Number(account.chain.id.split(':')[1])
  const hash = hashTypedData(delegationTypedData(delegation, chainId))
  const { signature } = delegation
  if (await findSigner(account, [hash], signature)) return true
  if (!factory) return false
  const data = factory.factoryData
  const wrapped = serializeErc6492Signature({ address: factory.factory, data, signature })
  return (await findSigner(account, [hash], wrapped)) !== undefined
}

/** A context that shows a delegation and cannot be redeemed. */
export const publicContext = (delegation: Delegation): Hex =>
  encodeContext([{ ...delegation, signature: '0x' }])

/** A permission as JSON: amounts are decimal text. */
export const publicPermission = (permission: Permission): unknown =>
  JSON.parse(
    JSON.stringify(permission, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  )

/** The delegation of a stored context; `undefined` for a session of another kind. */
export function storedDelegation(pci: string, context: string): Delegation | undefined {
  try {
    const [delegation] = decodeContext(context as Hex)
    return delegation && hashDelegation(delegation) === pci ? delegation : undefined
  } catch {
    return undefined
  }
}

/** Tells which delegations an account has ended on its chain. */
export type FindEnded = (
  chain: Account['chain'],
  delegations: readonly Delegation[],
) => Promise<ReadonlySet<string>>

/** Makes the question about ends. A chain whose nodes do not answer has ended none. */
export function createFindEnded(): FindEnded {
  const kept = new Map<string, Nodes>()
  const nodesOf = ({ id, rpcUrls }: Account['chain']): Nodes => {
    const nodes = kept.get(id) ?? createNodes(rpcUrls)
    kept.set(id, nodes)
    return nodes
  }
  return async (chain, delegations) => {
    if (delegations.length === 0 || chain.rpcUrls.length === 0) return new Set()
    const turn = turnOf(new AbortController().signal, READ_MS)
    try {
      const { usages } = await readUsage(
        ({ method, params }) =>
          nodesOf(chain).ask(method, (params ?? []) as readonly unknown[], turn, HEX),
        delegations,
      )
      return new Set(usages.filter(({ isDisabled }) => isDisabled).map(({ hash }) => hash))
    } catch {
      return new Set()
    }
  }
}
