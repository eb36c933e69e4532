import type { Address, Hex } from 'viem'

/** A condition of a delegation, kept by a contract of the framework. */
export interface Caveat {
  enforcer: Address
  terms: Hex
  /** Chosen by whoever redeems, and not signed. */
  args: Hex
}

/** The right to do something in the name of an account (ERC-7710, Delegation Framework). */
export interface UnsignedDelegation {
  /** The one who may redeem it. */
  delegate: Address
  /** The account. */
  delegator: Address
  /** {@link ROOT_AUTHORITY}, or the hash of the delegation that it is made from. */
  authority: Hex
  caveats: readonly Caveat[]
  salt: bigint
}

export interface Delegation extends UnsignedDelegation {
  signature: Hex
}
