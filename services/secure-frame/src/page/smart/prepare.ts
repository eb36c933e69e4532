import {
  accountSignature,
  hashOperation,
  isDeployed,
  operationToRpc,
  operationTypedData,
  type Operation,
} from '@latchkey/smart-account'
import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { toUnits } from '@latchkey/plugin-api/describe'
import { toHex, type Address } from 'viem'
import { signTypedData } from '../../keys/evm.js'
import { FrameError } from '../link/errors.js'
import { prepareEvm, show } from '../rpc/evmRequests.js'
import { wordsOfFlows } from '../rpc/evmTransfers.js'
import type { Prepared, Reading, Step } from '../rpc/prepared.js'
import { build, type Built } from './build.js'
import { readAsked, type Asked } from './calls.js'
import { toCallsId } from './callsId.js'
import type { SmartContext } from './context.js'
import { operationFailed, operationPending, told } from './failures.js'
import { follow, nextNonce } from './follow.js'
import type { OperationRecord } from './records.js'
import { replacedBy, submit } from './send.js'
import { simulateOperation } from './simulate.js'

/** The page waits so long for the block of `eth_sendTransaction`. */
const INCLUDED_MS = 90_000
/** Operations are followed for so long after they were sent. */
const FOLLOW_MS = 10 * 60_000
/** The outcome is simulated again before it is signed, where it was simulated longer ago. */
const SIMULATION_MS = 30_000
/** The word of who pays may end after this. */
const PAYER_MS = 60_000

/** The request as it is described: the calls, and not the operation. */
function toShown({ account, network }: Reading, { calls, isBatch }: Asked): [string, unknown[]] {
  const list = calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value: toHex(value), data }))
  if (!isBatch) return ['eth_sendTransaction', [{ from: account, ...list[0] }]]
  const chainId = toHex(Number(network.reference))
  const more = { version: '2.0.0', from: account, chainId, atomicRequired: true }
  return ['wallet_sendCalls', [{ ...more, calls: list }]]
}

function checkNonce({ nonce }: Asked, { operation }: Built): void {
  if (nonce !== undefined && nonce !== operation.nonce)
    throw new FrameError(
      `The operation's nonce is not the account's next one, which is ${operation.nonce}.`,
      { code: -32_602, reason: 'nonce' },
    )
}

/** The amounts that move, and why it would fail, as the network is now. */
async function readOutcome(
  { node, network }: Reading,
  { calls }: Asked,
  { operation, missing, wouldFail }: Built,
): Promise<Pick<Prepared, 'outcome' | 'isBlocked'>> {
  const simulation = await simulateOperation(node, operation, calls)
  const moved = await wordsOfFlows(node, simulation.flows, network.nativeCurrency)
  const failure = simulation.failure ?? (wouldFail ? 'execution reverted' : undefined)
  return {
    outcome: {
      ...moved,
      isWhole: moved.isWhole && simulation.isWhole,
      ...(failure !== undefined && missing === 0n && { failure }),
    },
    // A bundler would refuse it, or the fee would be lost.
    ...(failure !== undefined && { isBlocked: true }),
  }
}

/** The rows of the card beside the calls: amounts, fee, payer, and why it would fail. */
async function findingsOf(
  context: SmartContext,
  reading: Reading,
  asked: Asked,
  built: Built,
  isKept: boolean,
): Promise<Partial<Prepared>> {
  const { nativeCurrency: coin } = reading.network
  const amount = (value: bigint): string => `${toUnits(value, coin.decimals)} ${coin.symbol}`
  const { operation, missing, fee, waiting, refused } = built
  return {
    ...(await readOutcome(reading, asked, built)),
    ...(fee > 0n && { fee: amount(fee) }),
    ...(missing > 0n && { missing: amount(missing) }),
    payer:
      operation.paymaster && context.paymaster !== undefined
        ? { name: `${new URL(context.paymaster).host} (${operation.paymaster})` }
        : {},
    ...(waiting || refused
      ? { warning: 'approve.sameNumber' as const }
      : !isKept && { warning: 'approve.notKept' as const }),
  }
}

/** The answer of the method, once a bundler has the operation. */
function answerOf(method: string, record: OperationRecord): JsonValue {
  return method === 'wallet_sendCalls' ? { id: toCallsId(record) } : record.hash
}

/** Waits for the block, as a page that asked for a transaction is told its hash. */
async function waitForHash(context: SmartContext, record: OperationRecord): Promise<JsonValue> {
  const settled = await follow(context, record, context.now() + INCLUDED_MS)
  if (settled.state === 'included' && settled.transactionHash) return settled.transactionHash
  if (settled.state === 'failed') throw operationFailed()
  throw settled.state === 'replaced' ? await replacedBy(context, settled) : operationPending()
}

interface Drawn {
  built: Built
  isKept: boolean
  findings: Partial<Prepared>
  /** ms since the epoch: when the network was asked. */
  begun: number
}

/** Whether an operation can be signed as it was shown, and still does what the card says. */
async function isAsDrawn(
  context: SmartContext,
  reading: Reading,
  asked: Asked,
  { built, isKept, findings, begun }: Drawn,
): Promise<boolean> {
  const { account, now, records, network } = context
  const { operation } = built
  const [next, has, isKeptNow] = await Promise.all([
    nextNonce(context),
    isDeployed(context.node, account.address),
    records.isKept(network, account.address),
  ])
  const isSame =
    next.nonce === operation.nonce &&
    next.waiting?.hash === built.waiting?.hash &&
    next.refused?.hash === built.refused?.hash &&
    has === built.isDeployed &&
    isKeptNow === isKept &&
    (!operation.paymaster || now() - begun < PAYER_MS)
  if (!isSame || now() - begun < SIMULATION_MS) return isSame
  // A page can change its own contract while the card is read.
  const { outcome, isBlocked } = await readOutcome(reading, asked, built)
  const wordsOf = (...parts: unknown[]): string => JSON.stringify(parts)
  return wordsOf(outcome, isBlocked) === wordsOf(findings.outcome, findings.isBlocked)
}

/** @param isWaitedFor whether the request is answered by the block that has the operation */
async function prepareOperation(
  context: SmartContext,
  reading: Reading,
  method: string,
  params: readonly unknown[],
  isWaitedFor = method === 'eth_sendTransaction',
): Promise<Prepared> {
  const asked = readAsked(reading, method, params)
  const built = await build(context, reading.node, asked.calls)
  checkNonce(asked, built)
  const { operation } = built
  const { chainId, account, now, records, network } = context
  const isKept = await records.isKept(network, account.address)
  const begun = now()
  const [findings, shown] = await Promise.all([
    findingsOf(context, reading, asked, built, isKept),
    show(reading, ...toShown(reading, asked)),
  ])
  let sent: OperationRecord | undefined
  const run = async ({ use, submitted }: Step): Promise<JsonValue> => {
    const signature = use((keys) => signTypedData(operationTypedData(operation, chainId), keys))
    const signed: Operation = { ...operation, signature }
    const record = { hash: hashOperation(operation, chainId), operation: signed }
    sent = await submit(context, { ...record, fromBlock: built.block }, { submitted })
    // Also where the page asks no more: another bundler may have to take it.
    if (!isWaitedFor) void follow(context, sent, now() + FOLLOW_MS)
    return answerOf(method, sent)
  }
  return {
    ...shown,
    ...findings,
    raw: JSON.stringify(
      { ...operationToRpc(operation), calls: toShown(reading, asked)[1] },
      null,
      2,
    ),
    isCurrent: () =>
      told(() => isAsDrawn(context, reading, asked, { built, isKept, findings, begun })),
    run: (step) => told(() => run(step)),
    ...(isWaitedFor && {
      finish: () => told(() => waitForHash(context, sent!)),
    }),
  }
}

/** A message or typed data: signed by the owner, and wrapped where the account is not deployed (ERC-6492). */
async function prepareSignature(
  { node, account }: SmartContext,
  reading: Reading,
  method: string,
  params: readonly unknown[],
): Promise<Prepared> {
  const has = await isDeployed(node, account.address as Address)
  return prepareEvm(
    { ...reading, wrap: (signature) => accountSignature(account, signature, has) },
    method,
    params,
  )
}

// The protocol's own table is a part of the frame's first load, which this one would split in two.
const SENDS = ['eth_sendTransaction', 'wallet_sendCalls', 'eth_sendUserOperation']
const GRANTS = ['wallet_requestExecutionPermissions', 'wallet_grantPermissions']
const REVOKES = ['wallet_revokeExecutionPermission', 'wallet_revokePermissions']

/** A request to grant or to take back permissions (ERC-7715). `undefined`: it is another one. */
async function preparePermissions(
  context: SmartContext,
  reading: Reading,
  method: string,
  params: unknown,
): Promise<Prepared | undefined> {
  if (GRANTS.includes(method)) {
    const { prepareGrants } = await import('./grants/prepareGrants.js')
    const form = method === 'wallet_grantPermissions' ? 'former' : 'present'
    return prepareGrants(context, reading, params, form)
  }
  if (!REVOKES.includes(method)) return undefined
  const { prepareRevoke } = await import('./grants/prepareRevoke.js')
  return prepareRevoke(context, reading, params, (calls) => {
    const [sending, sent] = toShown(reading, { calls, isBatch: calls.length > 1 })
    return prepareOperation(context, reading, sending, sent, true)
  })
}

/**
 * Reads a request of a smart account.
 * @throws FrameError, KeysError where it is refused before anybody is asked
 */
export const prepareSmart = (
  context: SmartContext,
  reading: Reading,
  method: string,
  params: unknown,
): Promise<Prepared> =>
  told(async () => {
    const permissions = await preparePermissions(context, reading, method, params)
    if (permissions) return permissions
    const list = Array.isArray(params) ? (params as readonly unknown[]) : undefined
    if (!list) throw new FrameError('The parameters are not a list.', { code: -32_602 })
    return SENDS.includes(method)
      ? prepareOperation(context, reading, method, list)
      : prepareSignature(context, reading, method, list)
  })
