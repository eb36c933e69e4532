import {
  confirmOperation,
  findByNonce,
  readNonce,
  type ConfirmedOperation,
} from '@latchkey/smart-account'
import type { SmartContext } from './context.js'
import { isCarriedOut, isPending, type OperationRecord } from './records.js'

/** Between two looks at the chain: soon after the sending, and later. */
const SOON_MS = 250
const LATER_MS = 1_000
const SOON_FOR_MS = 4_000
/** All bundlers are asked for an operation that is in no block after this, and again as often. */
const SEARCH_MS = 2_000
/** A node may be so long behind the one that showed an operation in a block. */
const BEHIND_MS = 60_000
/** An operation that is in no block after this goes to all bundlers, and again as often. */
const SPREAD_MS = 10_000
/** An operation that all bundlers have lost is handed on again for so long after it was signed. */
const RESEND_FOR_MS = 120_000

/** The operation that has used the nonce, whoever tells of it. Only the chain's own word counts. */
async function findUse(
  { node, bundler, account }: SmartContext,
  { hash, operation: { nonce }, fromBlock }: OperationRecord,
): Promise<ConfirmedOperation | undefined> {
  const sender = account.address
  const used = await findByNonce(node, { sender, nonce, fromBlock }).catch(() => undefined)
  if (used) return used
  // Nodes bound how far back logs are searched. A bundler knows the transaction.
  const { receipts } = await bundler.find(hash, sender)
  for (const { transactionHash } of receipts) {
    const confirmed = await confirmOperation(node, { hash, sender, transactionHash })
    if (confirmed) return confirmed
  }
  return undefined
}

/**
 * Looks at the chain once.
 * @returns the record in its state now, which is stored
 * @throws `smart.node_failed`
 */
export async function look(
  context: SmartContext,
  record: OperationRecord,
): Promise<OperationRecord> {
  if (isCarriedOut(record)) return record
  const { node, account, records, now: time } = context
  const next = await readNonce(node, account.address)
  if (next <= record.operation.nonce) return record
  const used = await findUse(context, record)
  // A nonce may be counted by a node that is ahead of the one with the logs: that proves nothing.
  if (!used) return record
  const { hash, success, transactionHash } = used
  const settled = { settledAt: time() }
  const now: OperationRecord =
    hash === record.hash
      ? { ...record, ...settled, state: success ? 'included' : 'failed', transactionHash }
      : { ...record, ...settled, state: 'replaced', replacedBy: hash }
  await records.put(now)
  if (now.state === 'replaced') await settleWinner(context, used)
  return now
}

/** The operation that took the place of another one may be of this browser too. */
async function settleWinner(
  { records, network, account, now }: SmartContext,
  { hash, success, transactionHash }: ConfirmedOperation,
): Promise<void> {
  const known = await records.list(network, account.address)
  const winner = known.find((record) => record.hash === hash)
  if (!winner || isCarriedOut(winner)) return
  const state = success ? 'included' : 'failed'
  await records.put({ ...winner, settledAt: now(), state, transactionHash })
}

/** Whether the visitor has signed another operation for its place, also on another page. */
async function isOutbid({ records, account, network }: SmartContext, record: OperationRecord) {
  const known = await records.list(network, account.address)
  return known.some(
    (other) =>
      isPending(other) &&
      other.hash !== record.hash &&
      other.operation.nonce === record.operation.nonce &&
      other.at > record.at,
  )
}

/** Hands an operation on again that a bundler took and that none has any more: the same bytes, never others. */
async function handOn(
  context: SmartContext,
  record: OperationRecord,
  toAll: boolean,
): Promise<void> {
  const { bundler, account, now } = context
  if (record.state !== 'sent' || now() - record.at > RESEND_FOR_MS) return
  if (await isOutbid(context, record)) return
  // A bundler may say that it waits, and send nothing.
  if (toAll) return bundler.sendToAll(record.operation)
  const { receipt, isPending: isWaiting } = await bundler.find(record.hash, account.address)
  if (receipt || isWaiting) return
  await bundler.send(record.operation).catch(() => undefined)
}

/**
 * Follows an operation until it is settled, or until the time is over.
 * @param until ms since the epoch
 * @returns the record in its last known state
 */
export async function follow(
  context: SmartContext,
  record: OperationRecord,
  until: number,
): Promise<OperationRecord> {
  const { now, pause, records } = context
  const begun = now()
  let searched = begun
  let spread = record.at
  let last = record
  // Of all who follow it, one hands it on.
  let isHolder = false
  try {
    for (;;) {
      // A node that is away is asked again.
      last = await look(context, last).catch(() => last)
      if (!isPending(last) || now() >= until) return last
      isHolder ||= records.claim(record.hash)
      if (isHolder && now() - searched >= SEARCH_MS) {
        searched = now()
        const isDue = now() - spread >= SPREAD_MS
        if (isDue) spread = now()
        await handOn(context, last, isDue)
      }
      await pause(now() - begun < SOON_FOR_MS ? SOON_MS : LATER_MS)
    }
  } finally {
    if (isHolder) records.giveBack(record.hash)
  }
}

/** The account's next nonce, and the operation that waits with it. */
export interface NextNonce {
  nonce: bigint
  waiting?: OperationRecord
  /** One of this nonce that bundlers refused. They have its signed bytes, and may carry it out all the same. */
  refused?: OperationRecord
}

/**
 * The operation, where the chain is seen to have it no more: a reorganisation took its block, and it waits again.
 * @param counted the nonce that a node counts; it may be behind for a while
 * @throws `smart.node_failed`
 */
async function recheck(
  context: SmartContext,
  record: OperationRecord,
  counted: bigint,
): Promise<OperationRecord> {
  const { node, account, records, now } = context
  const { operation, fromBlock, settledAt = record.at, drops = 0 } = record
  const isDoubtful = isCarriedOut(record) && counted <= operation.nonce
  if (!isDoubtful || now() - settledAt < BEHIND_MS) return record
  const { transactionHash, settledAt: _, ...signed } = record
  const [sender, { nonce }] = [account.address, operation]
  const isThere =
    transactionHash &&
    (await confirmOperation(node, { hash: record.hash, sender, transactionHash }))
  // Another transaction may have it by now. Nodes bound how far back logs are searched.
  const search = () => findByNonce(node, { sender, nonce, fromBlock }).catch(() => undefined)
  if (isThere || (await search())) return record
  const next: OperationRecord = { ...signed, at: now(), state: 'sent', drops: drops + 1 }
  await records.put(next)
  return next
}

/**
 * The nonce of the next operation. While one waits, its nonce is the next one: never a later one, which would
 * leave a gap where the first is lost.
 * @throws `smart.node_failed`
 */
export async function nextNonce(context: SmartContext): Promise<NextNonce> {
  const { node, account, network, records, bundler } = context
  const [counted, list] = await Promise.all([
    readNonce(node, account.address),
    records.list(network, account.address),
  ])
  const known = await Promise.all(
    list.map((record) =>
      // One that was refused may have been carried out in the meantime.
      record.state === 'refused' && record.operation.nonce < counted
        ? look(context, record).catch(() => record)
        : recheck(context, record, counted),
    ),
  )
  // A node may be behind the one that showed an operation in a block.
  const nonce = known
    .filter(isCarriedOut)
    .reduce(
      (most, { operation }) => (operation.nonce < most ? most : operation.nonce + 1n),
      counted,
    )
  const same = known.filter(({ operation }) => operation.nonce === nonce)
  const refused = same.filter(({ state }) => state === 'refused').at(-1)
  // The one that a new one would have to outbid.
  const pending = same.filter(isPending).at(-1)
  const isHeld =
    !pending && refused && (await bundler.find(refused.hash, account.address)).isPending
  const waiting = pending ?? (isHeld ? refused : undefined)
  return { nonce, ...(waiting && { waiting }), ...(refused && { refused }) }
}
