import type { Network } from '@latchkey/plugin-api'
import { FrameError } from '../link/errors.js'
import { networkError, refusalOf, unreadable } from './nodeErrors.js'

/** A node that answers nothing is given up after this. */
const TIMEOUT_MS = 15_000
const TOO_MANY_REQUESTS = 429

interface Answer {
  result?: unknown
  error?: { message?: unknown } | null
}
const isAnswer = (body: unknown): body is Answer =>
  typeof body === 'object' && body !== null && ('result' in body || 'error' in body)

/** Asks a node of the operator. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Asks the operator's node of a network by JSON-RPC.
 * @throws FrameError `network` or `network_busy` where it does not answer, or the node's own refusal in
 * words
 */
export const createAskNode =
  ({ rpcUrls: [url], name }: Network, signal: AbortSignal, ask: typeof fetch = fetch): AskNode =>
  async (method, params) => {
    if (url === undefined)
      throw new FrameError(`This wallet sends nothing on ${name}.`, { code: 4902 })
    const response = await ask(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      credentials: 'omit',
    }).catch(() => undefined)
    if (response?.status === TOO_MANY_REQUESTS) throw networkError('network_busy')
    const body: unknown = await response?.json().catch(() => undefined)
    if (!isAnswer(body)) throw networkError('network')
    if (body.error) throw refusalOf(String(body.error.message ?? ''))
    return body.result
  }

/** @throws FrameError where a node answered no quantity (EIP-1474) */
export function readQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw unreadable()
}
