import { approveData, isSameAddress } from './hex.js'
import { leastOf } from './leastOf.js'
import { readSwapCall, type SwapCall } from './readSwapCall.js'
import type { BuiltDeal, KnownContracts, ProofProblem, WantedSwap } from './types.js'

/** The address that stands for the native coin in the token ids of sources. */
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The id of a token for sources: CAIP-10. */
export const tokenId = (chainId: string, address: string | undefined): string =>
  `${chainId}:${address ?? NATIVE}`

/** How long a transaction may wait in public, seconds. Sources build for 20 minutes. */
export const MAX_DEADLINE_S = 30n * 60n

const isIn = (list: readonly string[], address: string): boolean =>
  list.some((each) => isSameAddress(each, address))

/** An approval sets the allowance to exactly the amount, or to nothing before that. */
function approvalProblem(
  { account, from, amount }: WantedSwap,
  { approvals, quote: { spender } }: BuiltDeal,
): ProofProblem | undefined {
  if (!approvals.length) return undefined
  if (from === undefined || spender === null || approvals.length > 2) return 'approval'
  const amounts = approvals.length === 2 ? [0n, amount] : [amount]
  const isExact = approvals.every(
    ({ from: sender, to, data, value }, at) =>
      isSameAddress(sender, account) &&
      isSameAddress(to, from) &&
      value === 0n &&
      data.toLowerCase() === approveData(spender, amounts[at]!),
  )
  return isExact ? undefined : 'approval'
}

/** Compares the call of the router with the quote. */
function callProblem(
  wanted: WantedSwap,
  { quote, tx }: BuiltDeal,
  call: SwapCall,
): ProofProblem | undefined {
  if (!isSameAddress(call.recipient, wanted.account)) return 'recipient'
  if ((call.amount ?? tx.value) !== wanted.amount) return 'amount'
  if (wanted.from !== undefined && !isSameAddress(call.sold, wanted.from)) return 'tokens'
  if (wanted.to !== undefined && !isSameAddress(call.bought, wanted.to)) return 'tokens'
  if (call.isNativeOut !== (wanted.to === undefined)) return 'tokens'
  return call.minimum === quote.minimum ? undefined : 'minimum'
}

/** Of the fields that need no reading of the call. */
function fieldProblem(
  wanted: WantedSwap,
  { quote, tx }: BuiltDeal,
  { uniswap, host }: KnownContracts,
  now: number,
): ProofProblem | undefined {
  const { chainId, account, from, to, amount, slippage } = wanted
  if (!quote.from.startsWith(`${chainId}:`) || !quote.to.startsWith(`${chainId}:`)) return 'chain'
  if (!isSameAddress(quote.from, tokenId(chainId, from))) return 'tokens'
  if (!isSameAddress(quote.to, tokenId(chainId, to))) return 'tokens'
  if (quote.fromAmount !== amount) return 'amount'
  if (!isSameAddress(tx.from, account)) return 'account'
  if (tx.value !== (from === undefined ? amount : 0n)) return 'value'
  const known = [...uniswap, ...host]
  if (!isIn(known, tx.to) || !isSameAddress(tx.to, quote.router)) return 'router'
  const { spender, minimum, toAmount, expires } = quote
  if (from === undefined ? spender !== null : spender === null || !isIn(known, spender))
    return 'spender'
  if (minimum < leastOf(toAmount, slippage) || minimum > toAmount || minimum <= 0n) return 'minimum'
  return expires <= now ? 'expired' : undefined
}

/**
 * Compares a swap that a source built with the one that is wanted. It needs no node.
 * @param now ms since 1970
 * @returns what is wrong, or the call as it was read: `undefined` in it where the host's own router has
 * a call that we do not know
 */
export function checkBuild(
  wanted: WantedSwap,
  deal: BuiltDeal,
  contracts: KnownContracts,
  now: number,
): { problem: ProofProblem } | { call: SwapCall | undefined } {
  const wrong = fieldProblem(wanted, deal, contracts, now) ?? approvalProblem(wanted, deal)
  if (wrong) return { problem: wrong }
  const call = readSwapCall(deal.tx.data)
  if (!call) return isIn(contracts.uniswap, deal.tx.to) ? { problem: 'unread' } : { call }
  const problem = callProblem(wanted, deal, call)
  return problem ? { problem } : { call }
}

/** Whether a call may be mined for a short while from now on. Seconds since 1970. */
export const isDeadlineGood = ({ deadline }: SwapCall, now: bigint): boolean =>
  deadline !== undefined && deadline > now && deadline <= now + MAX_DEADLINE_S
