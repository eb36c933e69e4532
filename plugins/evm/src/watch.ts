import type { Network, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { toHex } from './chainId.js'
import { createMemory, type EvmContext, type Memory } from './memory.js'
import { askNodes } from './nodes.js'

/** The connection of the Safe app, and what it makes of a transaction. */
export const SAFE = 'safe'
/** ms between two looks. */
const POLL = 2_000
/** Pending answers after which watching stops. */
export const PENDING_LIMIT = 99

/** Follows a submission to its end, and no longer than {@link PENDING_LIMIT} pending answers. Ends silently when `signal` is aborted. */
export async function* watch(
  ctx: EvmContext,
  { id, kind }: Submission,
  network: Network,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  const { pause } = await import('@latchkey/plugin-api/nodes')
  const memory = createMemory(ctx.storage, network.id)
  // A Safe tells of its own hashes as a wallet tells of calls; the transaction comes when its owners have signed.
  const look =
    kind === 'calls' || kind === SAFE
      ? () => callsStatus(ctx, { id, kind }, network, signal)
      : followTransaction(network, id, memory, signal)
  for (let count = 0; count < PENDING_LIMIT && !signal?.aborted; count++) {
    const status = await look()
    if (signal?.aborted) return
    if (status.status !== 'pending') memory.forget(id)
    yield status
    if (status.status !== 'pending') return
    await pause(POLL, signal)
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
/** What a node, or the storage, says of a transaction, if it says who sent it as which. */
const asTransaction = (value: unknown): Transaction | undefined => {
  const { from, nonce, hash } = (value ?? {}) as Partial<Transaction>
  return isAddress(from) && typeof nonce === 'string' && QUANTITY.test(nonce)
    ? { from, nonce, hash }
    : undefined
}
const isSameSlot = (one: Transaction, other: Transaction): boolean =>
  one.from.toLowerCase() === other.from.toLowerCase() && Number(one.nonce) === Number(other.nonce)

/** Asks again and again how a transaction stands; a node that cannot be asked leaves it pending. */
function followTransaction(
  network: Network,
  hash: string,
  memory: Memory,
  signal: AbortSignal | undefined,
): () => Promise<SubmissionStatus> {
  const node = (method: string, ...params: unknown[]): Promise<unknown> =>
    askNodes(network, method, params, signal).catch(() => null)
  const quantity = async (method: string, ...params: unknown[]): Promise<number | undefined> => {
    const answer = await node(method, ...params)
    return typeof answer === 'string' && QUANTITY.test(answer) ? Number(answer) : undefined
  }
  let sent = asTransaction(memory.get(hash))
  let isPassed = false
  /** Nodes forget what was replaced: who sent it as which is kept, for a page that was closed meanwhile. */
  const find = async (): Promise<void> => {
    sent = asTransaction(await node('eth_getTransactionByHash', hash))
    if (sent) memory.set(hash, { from: sent.from, nonce: sent.nonce })
  }
  /** Whether the sender's next transaction comes after this one, at a block or now. */
  const passed = async ({ from, nonce }: Transaction, block = 'latest'): Promise<boolean> =>
    ((await quantity('eth_getTransactionCount', from, block)) ?? 0) > Number(nonce)
  /** What took its place: in the first block after which it was passed. A node that has thrown away what was then does not tell. */
  const successor = async (lost: Transaction): Promise<unknown> => {
    let last = (await quantity('eth_blockNumber')) ?? 0
    for (let first = 0; first < last;) {
      const middle = Math.floor((first + last) / 2)
      if (await passed(lost, toHex(middle))) last = middle
      else first = middle + 1
    }
    const transactions = (
      (await node('eth_getBlockByNumber', toHex(last), true)) as { transactions?: unknown } | null
    )?.transactions
    return Array.isArray(transactions)
      ? transactions.map(asTransaction).find((each) => each && isSameSlot(each, lost))?.hash
      : undefined
  }
  return async () => {
    const receipt = (await node('eth_getTransactionReceipt', hash)) as { status?: unknown } | null
    if (receipt)
      return { status: receipt.status === '0x0' ? 'failed' : 'success', transaction: hash }
    if (!sent) await find()
    if (!sent || !(await passed(sent))) return { status: 'pending' }
    // Nodes behind one address may disagree for a while: believed at the second look.
    if (!isPassed) {
      isPassed = true
      return { status: 'pending' }
    }
    const by = await successor(sent)
    if (by === hash) return { status: 'pending' }
    return typeof by === 'string' ? { status: 'replaced', by } : { status: 'dropped' }
  }
}

/** EIP-5792: below 200 it waits, 200 is done, the rest failed. */
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
