import {
  decodeContext,
  decodeLimits,
  encodeContext,
  hashDelegation,
  isPlainDelegation,
  type Delegation,
  type Limits,
} from '@latchkey/smart-account'

/** The contents of a permission context. */
export interface ReadContext {
  /** The hash of the delegation that is redeemed; the whole context where it is of another kind. */
  pci: string
  /** `undefined`: the context is not one delegation of this framework, by an account to one delegate. */
  delegation: Delegation | undefined
  /** `undefined`: its conditions are not exactly those of limits that are known here. */
  limits: Limits | undefined
}

/** Reads a permission context (ERC-7710). */
export function readContext(context: string): ReadContext {
  let delegations: readonly Delegation[]
  try {
    delegations = decodeContext(context as `0x${string}`)
  } catch {
    return { pci: context, delegation: undefined, limits: undefined }
  }
  const delegation = delegations[0]!
  const pci = hashDelegation(delegation)
  if (delegations.length > 1 || !isPlainDelegation(delegation))
    return { pci, delegation: undefined, limits: undefined }
  const decoded = decodeLimits(delegation.caveats)
  return { pci, delegation, limits: decoded.ok ? decoded.limits : undefined }
}

/** The context of a delegation. */
export const contextOf = (delegation: Delegation): string => encodeContext([delegation])
