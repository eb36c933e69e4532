import {
  delegationTypedData,
  encodeContext,
  encodeLimits,
  hashDelegation,
  ROOT_AUTHORITY,
  type Delegation,
  type Limits,
} from '@latchkey/smart-account'
import { type Hex } from 'viem'
import { type PrivateKeyAccount } from 'viem/accounts'

const CHAIN_ID = 31_337
const DAY_S = 86_400
export const SESSION_KEY: Hex = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export const limitsOf = (now: number, more: Partial<Limits> = {}): Limits => ({
  permission: { type: 'native', allowance: { kind: 'total', amount: 5n } },
  expiry: Math.floor(now / 1000) + DAY_S,
  maxCalls: 3,
  ...more,
})

let salts = 0n
/** A delegation of an account, signed by its owner. */
export async function delegationOf(
  owner: PrivateKeyAccount,
  limits: Limits,
  { from = owner.address, chainId = CHAIN_ID }: { from?: Hex; chainId?: number } = {},
): Promise<{ delegation: Delegation; context: Hex; pci: Hex }> {
  const scope = { account: from, delegate: SESSION_KEY, now: 0, longest: Infinity }
  const unsigned = {
    delegate: SESSION_KEY,
    delegator: from,
    authority: ROOT_AUTHORITY,
    caveats: encodeLimits(limits, scope),
    salt: (salts += 1n),
  }
  const signature = await owner.signTypedData(delegationTypedData(unsigned, chainId))
  const delegation = { ...unsigned, signature }
  return { delegation, context: encodeContext([delegation]), pci: hashDelegation(unsigned) }
}
