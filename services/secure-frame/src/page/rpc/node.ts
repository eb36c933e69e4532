import type { Network } from '@latchkey/plugin-api'
import { FrameError } from '../link/errors.js'

/** A node that answers nothing is given up after this. */
const TIMEOUT_MS = 15_000

interface Answer {
  result?: unknown
  error?: { message?: unknown }
}
const isAnswer = (body: unknown): body is Answer =>
  typeof body === 'object' && body !== null && ('result' in body || 'error' in body)

const silent = (): FrameError =>
  new FrameError('The network does not answer. Try again.', { code: -32_603, reason: 'network' })

/** Asks a node of the operator. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Asks the operator's node of a network by JSON-RPC.
 * @throws FrameError `network` where it does not answer, or the node's own refusal
 */
export const createAskNode =
  ({ rpcUrls: [url], name }: Network, signal: AbortSignal, ask: typeof fetch = fetch): AskNode =>
  async (method, params) => {
    if (url === undefined)
      throw new FrameError(`This wallet sends nothing on ${name}.`, { code: 4902 })
    const body: unknown = await ask(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      credentials: 'omit',
    })
      .then((response): Promise<unknown> => response.json())
      .catch(() => undefined)
    if (!isAnswer(body)) throw silent()
    if (body.error)
      throw new FrameError(String(body.error.message ?? 'The network refused.').slice(0, 300), {
        code: -32_603,
        reason: 'node_refused',
      })
    return body.result
  }
