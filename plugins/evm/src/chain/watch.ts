import type { Network, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { toHex } from './chainId.js'
import {
  createPendingTransactions,
  type EvmContext,
  type PendingTransactions,
} from './pendingTransactions.js'
import { askNodes } from './nodes.js'

/** Id of the Safe app's connection, and kind of its submissions. */
export const SAFE = 'safe'
/** Pause between two questions. */
const POLL_INTERVAL_MS = 2_000
/** Watching stops after so many pending answers. */
export const MAX_PENDING_ANSWERS = 99

/**
 * Follows a submission to its end, and no longer than {@link MAX_PENDING_ANSWERS} pending answers. Ends
 * silently when `signal` is aborted.
 */
export async function* watch(
  ctx: EvmContext,
  { id, kind }: Submission,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  const { pause } = await import('@latchkey/plugin-api/nodes')
  const pending = createPendingTransactions(ctx.storage, network.id)
  // A Safe answers for its own hashes as a wallet answers for calls: there is no transaction before
  // its owners have signed.
  const readStatus =
    kind === 'calls' || kind === SAFE
      ? () => callsStatus(ctx, { id, kind }, network, signal)
      : followTransaction(network, id, pending, signal)
  for (let count = 0; count < MAX_PENDING_ANSWERS && !signal?.aborted; count++) {
    const status = await readStatus()
    if (signal?.aborted) return
    if (status.status !== 'pending') pending.forget(id)
    yield status
    if (status.status !== 'pending') return
    await pause(POLL_INTERVAL_MS, signal)
  }
}

interface Transaction {
  hash?: unknown
  from: string
  nonce: string
}

const QUANTITY = /^0x[0-9a-f]{1,16}$/i
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
/** Reads a transaction of a node or of the storage. `undefined` without sender and nonce. */
const readTransaction = (value: unknown): Transaction | undefined => {
  const { from, nonce, hash } = (value ?? {}) as Partial<Transaction>
  return isAddress(from) && typeof nonce === 'string' && QUANTITY.test(nonce)
    ? { from, nonce, hash }
    : undefined
}
const isSameSlot = (one: Transaction, other: Transaction): boolean =>
  one.from.toLowerCase() === other.from.toLowerCase() && Number(one.nonce) === Number(other.nonce)

/** Makes a function that reads a transaction's status. A node that fails leaves it pending. */
function followTransaction(
  network: Network,
  hash: string,
  pending: PendingTransactions,
  signal: AbortSignal | undefined,
): () => Promise<SubmissionStatus> {
  const node = (method: string, ...params: unknown[]): Promise<unknown> =>
    askNodes(network, method, params, signal).catch(() => null)
  const quantity = async (method: string, ...params: unknown[]): Promise<number | undefined> => {
    const answer = await node(method, ...params)
    return typeof answer === 'string' && QUANTITY.test(answer) ? Number(answer) : undefined
  }
  let sent = readTransaction(pending.get(hash))
  let wasPast = false
  /**
   * Keeps sender and nonce over a reload, as nodes forget a transaction once another has replaced
   * it.
   */
  const findSent = async (): Promise<void> => {
    sent = readTransaction(await node('eth_getTransactionByHash', hash))
    if (sent) pending.set(hash, { from: sent.from, nonce: sent.nonce })
  }
  /** Whether the sender's nonce is past this transaction's, at a block or now. */
  const isPast = async ({ from, nonce }: Transaction, block = 'latest'): Promise<boolean> =>
    ((await quantity('eth_getTransactionCount', from, block)) ?? 0) > Number(nonce)
  /**
   * The hash of the transaction with the same nonce: it is in the first block at which the nonce is
   * used. `undefined` where the node keeps no state of that block.
   */
  const findReplacement = async (lost: Transaction): Promise<unknown> => {
    let last = (await quantity('eth_blockNumber')) ?? 0
    for (let first = 0; first < last;) {
      const middle = Math.floor((first + last) / 2)
      if (await isPast(lost, toHex(middle))) last = middle
      else first = middle + 1
    }
    const transactions = (
      (await node('eth_getBlockByNumber', toHex(last), true)) as { transactions?: unknown } | null
    )?.transactions
    return Array.isArray(transactions)
      ? transactions.map(readTransaction).find((each) => each && isSameSlot(each, lost))?.hash
      : undefined
  }
  return async () => {
    const receipt = (await node('eth_getTransactionReceipt', hash)) as { status?: unknown } | null
    if (receipt)
      return { status: receipt.status === '0x0' ? 'failed' : 'success', transaction: hash }
    if (!sent) await findSent()
    if (!sent || !(await isPast(sent))) return { status: 'pending' }
    // Nodes behind one URL may disagree for a while: only the second answer counts.
    if (!wasPast) {
      wasPast = true
      return { status: 'pending' }
    }
    const by = await findReplacement(sent)
    if (by === hash) return { status: 'pending' }
    return typeof by === 'string' ? { status: 'replaced', by } : { status: 'dropped' }
  }
}

/** Status of a batch (EIP-5792): below 200 is pending, 2xx is success, all else failed. */
async function callsStatus(
  ctx: EvmContext,
  { id, kind }: Submission,
  network: Network,
  signal: AbortSignal | undefined,
): Promise<SubmissionStatus> {
  const answer = (await ctx.connections.request({
    ...(kind === SAFE && { connectionId: SAFE }),
    network: network.id,
    method: 'wallet_getCallsStatus',
    params: [id],
    ...(signal && { signal }),
  })) as { status?: unknown; receipts?: { transactionHash?: unknown }[] } | null
  const code = typeof answer?.status === 'number' ? answer.status : 100
  if (code < 200) return { status: 'pending' }
  const transaction = Array.isArray(answer?.receipts)
    ? answer.receipts.at(-1)?.transactionHash
    : undefined
  return {
    status: code < 300 ? 'success' : 'failed',
    ...(typeof transaction === 'string' && { transaction }),
  }
}
