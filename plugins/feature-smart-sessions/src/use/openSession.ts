import { LatchkeyError } from '@latchkey/plugin-api'
import {
  decodeContext,
  decodeLimits,
  hashDelegation,
  isDeployed,
  isDeploymentOf,
  isPlainDelegation,
  readUsage,
  redeemCall,
  type Call,
  type Delegation,
  type Limits,
  type RpcRequest,
} from '@latchkey/smart-account'
import type { SessionDependency, SessionUsage } from '../api.js'
import { nextPeriodOf } from '../nextPeriod.js'
import { isRevert, refusedError } from './refusal.js'

type Hex = `0x${string}`

export interface SessionOptions {
  /** The permission context (ERC-7710) of a grant, as the wallet answered it. */
  context: string
  /** Asks a node of the session's network by JSON-RPC. `client.request` of viem is one. */
  node: RpcRequest
  /** As the wallet answered them beside the context. Due where the account is not on the chain yet. */
  dependencies?: readonly SessionDependency[]
}

/** A transaction that the session key sends, and pays for. */
export interface SessionTransaction {
  to: Hex
  data: Hex
  /** Always 0: coins that a call carries are the account's. */
  value: bigint
}

/** The state of a session on its chain. */
export interface SessionState extends SessionUsage {
  /** The account has taken it back. */
  isRevoked: boolean
  /** Its time is over, by the chain's. */
  isExpired: boolean
}

/** A session that a server uses with its session key. */
export interface UsableSession {
  /** The hash of the delegation. */
  readonly pci: Hex
  /** The account that granted it, in whose name the calls are made. */
  readonly account: Hex
  /** The address of the session key. */
  readonly to: Hex
  readonly limits: Limits
  /** Reads what was used and is left, in one request. @throws `smart.node_failed` */
  state(): Promise<SessionState>
  /**
   * The transaction that makes these calls in the account's name: all of them or none. The chain is asked
   * first whether it would, so that a refusal costs nothing.
   * @throws `sessions.redeem_refused`, `smart.node_failed`
   */
  prepare(calls: readonly Call[]): Promise<SessionTransaction>
  /**
   * The same, sent. Where the account is not on the chain yet, the transaction that puts it there goes
   * first: one of the dependencies that does this alone. No other one is sent.
   * @param send sends a transaction of the session key, and answers its hash
   * @returns the hash of the transaction that makes the calls
   * @throws `sessions.redeem_refused`, `sessions.not_deployed`, `smart.node_failed`, and what `send` throws
   */
  redeem(calls: readonly Call[], send: SendTransaction): Promise<Hex>
}

/** @example (transaction) => wallet.sendTransaction(transaction) */
export type SendTransaction = (transaction: SessionTransaction) => Promise<Hex>

const DEPLOY_MS = 60_000
const PAUSE_MS = 500

/** @throws `sessions.bad_context` */
function readContext(context: string): { delegation: Delegation; limits: Limits } {
  try {
    const [delegation, ...more] = decodeContext(context as Hex)
    const decoded = delegation && decodeLimits(delegation.caveats)
    if (delegation && decoded?.ok && more.length === 0 && isPlainDelegation(delegation))
      return { delegation, limits: decoded.limits }
  } catch {
    // The error below says all that is known of bytes that cannot be read.
  }
  throw new LatchkeyError(
    'sessions.bad_context',
    'The context is not one delegation with known limits. Use it as the wallet answered it.',
  )
}

async function deploy(
  { node, dependencies = [] }: SessionOptions,
  account: Hex,
  send: SendTransaction,
): Promise<void> {
  const dependency = dependencies.find((one) => isDeploymentOf(account, one))
  if (dependency) await send({ to: dependency.factory, data: dependency.factoryData, value: 0n })
  const until = Date.now() + (dependency ? DEPLOY_MS : 0)
  while (!(await isDeployed(node, account))) {
    if (Date.now() >= until)
      throw new LatchkeyError(
        'sessions.not_deployed',
        'The account of the session is not on the chain. Open the session with the dependencies of its grant.',
        { context: { account } },
      )
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** The time of the chain in seconds since 1970; that of this machine where the node does not tell it. */
async function timeOf(node: RpcRequest): Promise<number> {
  const { time } = await readUsage(node, []).catch(() => ({ time: Math.floor(Date.now() / 1000) }))
  return time
}

/**
 * Opens a session for use with its session key. Nothing is asked of anybody.
 * @example const session = openSession({ context, node: client.request })
 * await session.redeem([{ to: shop, value: 10n }], (transaction) => wallet.sendTransaction(transaction))
 * @throws `sessions.bad_context`
 */
export function openSession(options: SessionOptions): UsableSession {
  const { context, node } = options
  const { delegation, limits } = readContext(context)
  const { delegator: account, delegate: to } = delegation
  const prepare: UsableSession['prepare'] = async (calls) => {
    const transaction = redeemCall(context as Hex, calls)
    const { to: manager, data } = transaction
    try {
      await node({ method: 'eth_call', params: [{ from: to, to: manager, data }, 'latest'] })
    } catch (error) {
      if (isRevert(error)) throw refusedError(error, nextPeriodOf(limits, await timeOf(node)))
      throw new LatchkeyError(
        'smart.node_failed',
        'The node did not say whether the session may act. Try again, or another node.',
        { context: { method: 'eth_call' }, cause: error },
      )
    }
    return transaction
  }
  return {
    pci: hashDelegation(delegation),
    account,
    to,
    limits,
    async state() {
      const { usages } = await readUsage(node, [delegation])
      const { isDisabled, isExpired, amount, calls } = usages[0]!
      return {
        isRevoked: isDisabled,
        isExpired,
        amount: amount && { used: amount.used, left: amount.available },
        calls: calls && { used: Number(calls.used), left: Number(calls.left) },
      }
    },
    prepare,
    async redeem(calls, send) {
      if (!(await isDeployed(node, account))) await deploy(options, account, send)
      return send(await prepare(calls))
    },
  }
}
