import type { Network, PluginContext, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { askNodes, pause } from '@latchkey/plugin-api/nodes'

/** The connection of the Safe app, and what it makes of a transaction. */
export const SAFE = 'safe'
/** ms between two looks. */
const POLL = 2_000
/** Pending answers after which watching stops. */
export const PENDING_LIMIT = 99
/** Blocks that are searched for what took a transaction's place. */
const LOOK_BACK = 20

/** Follows a submission to its end, and no longer than {@link PENDING_LIMIT} pending answers. Ends silently when `signal` is aborted. */
export async function* watch(ctx: PluginContext, { id, kind }: Submission, network: Network, signal?: AbortSignal): AsyncGenerator<SubmissionStatus> {
  // A Safe tells of its own hashes as a wallet tells of calls; the transaction comes when its owners have signed.
  const look = kind === 'calls' || kind === SAFE ? () => callsStatus(ctx, { id, kind }, network, signal) : followTransaction(network, id, signal)
  for (let count = 0; count < PENDING_LIMIT && !signal?.aborted; count++) {
    const status = await look()
    if (signal?.aborted) return
    yield status
    if (status.status !== 'pending') return
    await pause(POLL, signal)
  }
}

interface Transaction {
  hash?: string
  from?: string
  nonce?: string
}

/** Asks again and again how a transaction stands; a node that cannot be asked leaves it pending. */
function followTransaction(network: Network, hash: string, signal: AbortSignal | undefined): () => Promise<SubmissionStatus> {
  const node = <T>(method: string, ...params: unknown[]): Promise<T | null> => askNodes(network, method, params, signal).catch(() => null) as Promise<T | null>
  let sent: Transaction | null = null
  let isPassed = false
  /** Whether the sender's next transaction comes after this one. */
  const passed = async ({ from, nonce }: Transaction): Promise<boolean> => {
    const count = await node<string>('eth_getTransactionCount', from, 'latest')
    return count !== null && nonce !== undefined && Number(count) > Number(nonce)
  }
  const successor = async ({ from, nonce }: Transaction): Promise<string | undefined> => {
    const newest = Number(await node<string>('eth_blockNumber') ?? 0)
    for (let number = newest; number >= 0 && number > newest - LOOK_BACK; number--) {
      const block = await node<{ transactions?: Transaction[] }>('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
      const found = block?.transactions?.find((each) => each.from?.toLowerCase() === from?.toLowerCase() && Number(each.nonce) === Number(nonce))
      if (found) return found.hash
    }
    return undefined
  }
  return async () => {
    const receipt = await node<{ status?: string }>('eth_getTransactionReceipt', hash)
    if (receipt) return { status: receipt.status === '0x0' ? 'failed' : 'success', transaction: hash }
    sent ??= await node<Transaction>('eth_getTransactionByHash', hash)
    if (!sent || !(await passed(sent))) return { status: 'pending' }
    // Nodes behind one address may disagree for a while: believed at the second look.
    if (!isPassed) {
      isPassed = true
      return { status: 'pending' }
    }
    const by = await successor(sent)
    if (by === hash) return { status: 'pending' }
    return by === undefined ? { status: 'dropped' } : { status: 'replaced', by }
  }
}

/** EIP-5792: below 200 it waits, 200 is done, the rest failed. */
async function callsStatus(ctx: PluginContext, { id, kind }: Submission, network: Network, signal: AbortSignal | undefined): Promise<SubmissionStatus> {
  const answer = (await ctx.connections.request({ ...(kind === SAFE && { connectionId: SAFE }), network: network.id, method: 'wallet_getCallsStatus', params: [id], ...(signal && { signal }) })) as { status?: unknown; receipts?: { transactionHash?: unknown }[] } | null
  const code = typeof answer?.status === 'number' ? answer.status : 100
  if (code < 200) return { status: 'pending' }
  const transaction = Array.isArray(answer?.receipts) ? answer.receipts.at(-1)?.transactionHash : undefined
  return { status: code < 300 ? 'success' : 'failed', ...(typeof transaction === 'string' && { transaction }) }
}
