import type { Network, PluginContext, Submission, SubmissionStatus } from '@latchkey/plugin-api'
import { rpc } from './rpc.js'

/** Polls answered before a watcher gives up: about as many blocks on a 2 s chain as a transaction waits in a mempool. */
const POLL = 2_000
/** Pending answers in a row after which watching stops. */
export const PENDING_LIMIT = 99

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> => new Promise((resolve) => {
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
})

/** Follows a submission to its end. Ends silently when `signal` is aborted. */
export async function* watch(ctx: PluginContext, { id, kind }: Submission, network: Network, signal?: AbortSignal): AsyncGenerator<SubmissionStatus> {
  for (let count = 0; count < PENDING_LIMIT && !signal?.aborted; count++) {
    const status = kind === 'calls' ? await callsStatus(ctx, id, network) : await receiptStatus(network, id, signal)
    yield status
    if (status.status !== 'pending') return
    await pause(POLL, signal)
  }
}

async function receiptStatus(network: Network, hash: string, signal: AbortSignal | undefined): Promise<SubmissionStatus> {
  const receipt = (await rpc(network, 'eth_getTransactionReceipt', [hash], signal).catch(() => null)) as { status?: string } | null
  if (!receipt) return { status: 'pending' }
  return { status: receipt.status === '0x0' ? 'failed' : 'success', transaction: hash }
}

async function callsStatus(ctx: PluginContext, id: string, network: Network): Promise<SubmissionStatus> {
  const answer = (await ctx.connections.request({ network: network.id, method: 'wallet_getCallsStatus', params: [id] })) as { status?: number; receipts?: { transactionHash?: string }[] } | null
  const code = answer?.status ?? 100
  if (code < 200) return { status: 'pending' }
  const transaction = answer?.receipts?.at(-1)?.transactionHash
  return { status: code < 300 ? 'success' : 'failed', ...(transaction && { transaction }) }
}
