import {
  decodeContext,
  isDisabled,
  readUsage,
  type DelegationUsage,
  type RpcRequest,
} from '@latchkey/smart-account'
import type { Hex } from 'viem'
import type { GrantRecord, GrantRecords } from './grantRecords.js'

/** The state of a grant by the chain's word of now. Without Multicall3 it only says whether it has ended. */
export type ChainState = Pick<DelegationUsage, 'isDisabled'> & Partial<DelegationUsage>

/** The states of grants by their hashes. @throws where the node does not answer */
async function askStates(
  node: RpcRequest,
  here: readonly GrantRecord[],
): Promise<ReadonlyMap<Hex, ChainState>> {
  const delegations = here.map(({ context }) => decodeContext(context)[0]!)
  const usages = await readUsage(node, delegations).then(
    (read): readonly (ChainState & { hash: Hex })[] => read.usages,
    () =>
      Promise.all(
        here.map(async ({ hash }) => ({ hash, isDisabled: await isDisabled(node, hash) })),
      ),
  )
  return new Map(usages.map((usage) => [usage.hash, usage]))
}

interface Place {
  records: GrantRecords
  account: { address: string }
  /** The node of a network, which is given up soon. */
  nodeOf(network: string): RpcRequest
}

/**
 * Asks the chain about grants of one network, in one call where that is possible, and writes down which have ended.
 * @returns `undefined` where the node does not answer: nothing is written down then
 */
export async function readStates(
  { records, account, nodeOf }: Place,
  network: string,
  here: readonly GrantRecord[],
): Promise<ReadonlyMap<Hex, ChainState> | undefined> {
  try {
    const states = await askStates(nodeOf(network), here)
    for (const isEnded of [true, false]) {
      const changed = here.filter(
        ({ hash, endedAt }) =>
          states.get(hash)!.isDisabled === isEnded && isEnded !== (endedAt !== undefined),
      )
      const hashes = changed.map(({ hash }) => hash)
      if (hashes.length) await records.update(account.address, hashes, { isEnded })
    }
    return states
  } catch {
    return undefined
  }
}

/** The grants that have not ended, by the chain's word or else by the record. */
export const withoutEnded = (
  here: readonly GrantRecord[],
  states: ReadonlyMap<Hex, ChainState> | undefined,
): readonly GrantRecord[] =>
  here.filter(({ hash, endedAt }) =>
    states ? !states.get(hash)!.isDisabled : endedAt === undefined,
  )
