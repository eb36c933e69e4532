import { isLatchkeyError, LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import type { SwapRequest, SwapToken } from '../api.js'
import { uniswapRouters } from '../data/uniswapRouters.js'
import type { Proposal } from '../machine/machine.js'
import { isSameAddress } from '../proof/hex.js'
import { leastOf } from '../proof/leastOf.js'
import { proveDeal } from '../proof/proveDeal.js'
import type { Permit } from '../proof/permit.js'
import type { BuiltDeal, KnownContracts, Proof, WantedSwap } from '../proof/types.js'
import { requestOf, type Market, type Offer } from '../services/market.js'
import {
  activeKey,
  hexId,
  type ActiveAccount,
  type SwapServices,
} from '../services/swapServices.js'
import { unlessAborted } from '../services/timing.js'
import { checkDecimals } from './checkDecimals.js'

/** A price as the visitor has seen it: the expected amount, and the least. */
export interface Seen {
  arrives: bigint
  minimum: bigint
}

/** Everything that the visitor agrees to, and that the wallet gets. */
export interface Deal extends Proposal {
  active: ActiveAccount
  from: SwapToken
  to: SwapToken
  wanted: WantedSwap
  offer: Offer
  built: BuiltDeal
  proof: Proof
  /** The wallet does approval and swap in one atomic batch. */
  isBatched: boolean
  /** The wallet signs this in place of the approvals (EIP-2612). */
  permit?: Permit
  /** Wei for a unit of gas; 0: not known. */
  gasPrice: bigint
  /** The price that the visitor saw before. */
  seen: Seen
}

/** A deal that is not proved yet. */
type Draft = Pick<Deal, 'active' | 'wanted' | 'built'>

/** Ten-thousandths by which a price may differ before the visitor is asked again. */
const TOLERANCE = 50n
const WHOLE = 10_000n

export const arrivesOf = ({ proof, built }: Pick<Deal, 'proof' | 'built'>): bigint =>
  proof.arrives ?? built.quote.toAmount

/** Whether a price differs by more than 0.5 %, or less arrives at least than the visitor has seen. */
export function isWorse(seen: Seen, { arrives, minimum }: Seen): boolean {
  const change = arrives > seen.arrives ? arrives - seen.arrives : seen.arrives - arrives
  return minimum < seen.minimum || change * WHOLE > seen.arrives * TOLERANCE
}

const contractsOf = ({ options }: SwapServices, network: Caip2): KnownContracts => ({
  uniswap: uniswapRouters[network] ?? [],
  host: options.spenders?.[network] ?? [],
})

/** Whether the wallet does several calls as one, or none of them (EIP-5792). */
async function canBatch(
  { loadAdapter, ctx }: SwapServices,
  { account, network }: ActiveAccount,
  signal: AbortSignal,
): Promise<boolean> {
  const { capabilities } = await loadAdapter()
  const found = await capabilities?.({ account, network, signal }).catch((error: unknown) =>
    ctx.log.debug(error),
  )
  const all = (found ?? {}) as Readonly<Record<string, unknown>>
  const { atomic } = (all[hexId(network.id)] ?? all['0x0'] ?? {}) as {
    atomic?: { status?: unknown }
  }
  return atomic?.status === 'supported' || atomic?.status === 'ready'
}

/** Words of the server about a swap that would fail, as errors that visitors read. */
async function explain({ client }: SwapServices, error: unknown): Promise<unknown> {
  if (!isLatchkeyError(error, 'http.status')) return error
  const reason = await client()?.reasonOf(error)
  if (reason === 'no_route')
    return new LatchkeyError('swap.no_route', 'No market trades these two tokens in this amount.', {
      cause: error,
    })
  if (!['balance', 'allowance', 'moved', 'unsellable', 'reverts'].includes(reason ?? ''))
    return error
  return new LatchkeyError('swap.would_fail', `The swap would fail: ${reason}.`, {
    context: { reason: reason ?? '' },
    cause: error,
  })
}

export interface Order {
  active: ActiveAccount
  from: SwapToken
  to: SwapToken
  amount: bigint
  slippage: number
}

/** Proves a deal by the network's nodes, as it is now. @throws `swap.not_as_quoted` */
export async function prove(
  services: SwapServices,
  { active, wanted, built }: Draft,
  signal: AbortSignal,
): Promise<Proof> {
  const nodes = await services.nodesOf(active.network, signal)
  const contracts = contractsOf(services, active.network.id)
  return unlessAborted(proveDeal(wanted, built, contracts, nodes), signal)
}

async function readApprovals(
  market: Market,
  request: SwapRequest,
  offer: Offer,
  { active: { network }, amount }: Order,
  signal: AbortSignal,
) {
  const allowed = await market.allowance(request, offer, network, signal)
  return allowed < amount ? market.approvals(request, offer, signal) : []
}

/**
 * Proves a deal with the permit that was signed for it, in place of its approvals.
 * @returns `undefined`: none was signed, or it is of no use, and the approvals stay
 */
async function proveSigned(
  services: SwapServices,
  { active, wanted, built }: Draft,
  signal: AbortSignal,
): Promise<Pick<Deal, 'built' | 'proof'> | undefined> {
  const { permits } = services
  const permit = permits.find(wanted, built)
  if (permit === undefined) return undefined
  const signed: BuiltDeal = { ...built, approvals: [], permit }
  try {
    const proof = await prove(services, { active, wanted, built: signed }, signal)
    return proof.checkedBy > 0 ? { built: signed, proof } : undefined
  } catch (error) {
    // Any other problem is not the permit's.
    const isRefused =
      isLatchkeyError(error, 'swap.not_as_quoted') && error.context.problem === 'reverts'
    if (!isRefused) throw error
    permits.refuse(wanted)
    return undefined
  }
}

/** Whether another swap of the token is not mined yet: its permit may have the nonce that this one would get. */
const isUnderWay = ({ slice }: SwapServices, { active, wanted }: Draft): boolean =>
  slice
    .get()
    .sent.some(
      ({ step, status, network, account, token }) =>
        step === 'swap' &&
        (status === 'unanswered' || status === 'pending') &&
        network === active.network.id &&
        isSameAddress(account, wanted.account) &&
        isSameAddress(token, wanted.from),
    )

/** Proves a deal. Where an approval would be sent and waited for, a permit is looked for. */
async function proveAnew(
  services: SwapServices,
  draft: Draft,
  signal: AbortSignal,
): Promise<Pick<Deal, 'built' | 'proof' | 'permit'>> {
  const { active, wanted, built } = draft
  const mayPermit = built.approvals.length > 0 && !isUnderWay(services, draft)
  const signed = mayPermit ? await proveSigned(services, draft, signal) : undefined
  if (signed) return signed
  const proof = await prove(services, draft, signal)
  // Nobody could tell whether a permit that was signed is good.
  if (!mayPermit || proof.checkedBy === 0) return { built, proof }
  const permit = await services
    .nodeOf(active.network, signal)
    .then((ask) => unlessAborted(services.permits.offer(wanted, built, ask), signal))
    .catch((error: unknown) => {
      // An approval does as well.
      signal.throwIfAborted()
      services.ctx.log.warn(error)
      return undefined
    })
  return { built, proof, ...(permit && { permit }) }
}

/**
 * Has the swap built, with the approvals that it needs, and proves it.
 * @throws `swap.not_as_quoted`, `swap.would_fail`, `swap.no_route`, and what servers and nodes throw
 */
export async function buildDeal(
  services: SwapServices,
  market: Market,
  order: Order,
  offer: Offer,
  seen: Seen | undefined,
  signal: AbortSignal,
): Promise<Deal> {
  const { active, from, to, amount, slippage } = order
  const { account, network } = active
  const request = requestOf(network.id, account.address, from, to, amount)
  await checkDecimals(services, active, [from, to], signal)
  const gasPrice = await market.gasPrice(network.id, signal).catch(() => 0n)
  const approvals = await readApprovals(market, request, offer, order, signal)
  const { tx, quote } = await market
    .build(request, offer, slippage, !approvals.length, signal)
    .catch(async (error: unknown) => {
      throw await explain(services, error)
    })
  const isBatched = approvals.length > 0 && (await canBatch(services, active, signal))
  const wanted: WantedSwap = {
    ...{ chainId: network.id, account: account.address, amount, slippage },
    ...{ from: from.address, to: to.address },
  }
  const draft: Draft = { active, wanted, built: { tx, approvals, quote } }
  const proved = isBatched
    ? { built: draft.built, proof: await prove(services, draft, signal) }
    : await proveAnew(services, draft, signal)
  return {
    ...{ active, from, to, wanted, offer: { ...offer, quote }, isBatched, gasPrice, ...proved },
    needsApproval: proved.built.approvals.length > 0 && !isBatched,
    seen: seen ?? {
      arrives: offer.quote.toAmount,
      minimum: leastOf(offer.quote.toAmount, slippage),
    },
  }
}

/** Whether the deal is of the account and network in use. */
export const isOfActive = ({ active }: SwapServices, deal: Deal): boolean =>
  activeKey(active()) === activeKey(deal.active)
