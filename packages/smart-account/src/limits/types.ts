import type { Address, Hex } from 'viem'

/** How much may be moved. Amounts in base units (wei for the native coin), times in seconds since 1970. */
export type Allowance =
  | { kind: 'total'; amount: bigint }
  /** `amount` in each `period` (seconds) from `start` on; what is left of one is not carried over. */
  | { kind: 'period'; amount: bigint; period: number; start: number }
  /** `initial` at `start`, then `perSecond` more each second, up to `maximum` in all. */
  | { kind: 'stream'; initial: bigint; perSecond: bigint; maximum: bigint; start: number }

/** Transfers of the native coin, without data, to anybody. */
export interface NativePermission {
  type: 'native'
  allowance: Allowance
}

/** `transfer` of one ERC-20 token, to anybody. */
export interface Erc20Permission {
  type: 'erc20'
  token: Address
  allowance: Allowance
}

/** Calls of named functions of named contracts, each function of each contract. */
export interface CallsPermission {
  type: 'calls'
  targets: readonly Address[]
  /** 4 bytes each. */
  selectors: readonly Hex[]
  /** Wei that one call may carry. Above 0, `maxCalls` is required. */
  maxValue: bigint
}

export type Permission = NativePermission | Erc20Permission | CallsPermission

/** The whole of a grant: limits can say nothing else. */
export interface Limits {
  permission: Permission
  /** Seconds since 1970, from which on it holds; at once if left out. */
  notBefore?: number
  /** Seconds since 1970, from which on it does not hold any more. */
  expiry: number
  /** How often it may be redeemed; as often as the permission allows if left out. */
  maxCalls?: number
}

/** The facts that limits are judged by. */
export interface LimitScope {
  /** The account that grants. */
  account: Address
  /** The one who may redeem. */
  delegate: Address
  /** Seconds since 1970. */
  now: number
  /** The owner of the account, which may not be called. */
  owner?: Address
  /** Tokens that the account is known to hold: calls of them are dangers. */
  tokens?: readonly Address[]
  /** Seconds from `now` that an expiry may lie ahead; a year if left out. */
  longest?: number
}

/** The reason to refuse limits: `part` is the path of what is wrong, such as `permission.allowance.amount`. */
export interface LimitRefusal {
  part: string
  reason:
    | 'missing'
    | 'not-a-number'
    | 'not-an-address'
    | 'not-a-selector'
    | 'zero'
    | 'negative'
    | 'unlimited'
    | 'past'
    | 'too-far'
    | 'before-start'
    | 'never'
    | 'too-many'
    | 'twice'
    | 'unknown'
    | 'own-account'
    | 'framework'
    | 'anybody'
    | 'not-exact'
  /** For developers. */
  message: string
}

/** Something that a grant can do beyond what its limits seem to say, to be named before somebody approves. */
export interface Danger {
  /**
   * `moves-tokens`: it transfers tokens or NFTs, in any amount. `approves-tokens`: it lets somebody else do so.
   * `is-token`: it calls a token that the account holds. `runs-anything`: the function runs calls that its caller
   * chooses. `changes-owner`: it hands over a contract or rights in it.
   */
  kind: 'moves-tokens' | 'approves-tokens' | 'is-token' | 'runs-anything' | 'changes-owner'
  target: Address
  selector?: Hex
}

/** The most that a grant can cost, until it expires. */
export interface WorstCase {
  /** `undefined`: the native coin. */
  token?: Address
  /** Base units. */
  amount: bigint
}

export type DecodedLimits = { ok: true; limits: Limits } | { ok: false; refusal: LimitRefusal }
