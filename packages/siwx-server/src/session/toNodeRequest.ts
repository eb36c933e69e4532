import type { NodeRequest } from '@latchkey/siwx'
import { demandOption } from '../errors.js'

/** How long a node may take for one answer: a visitor waits for it. */
const NODE_TIMEOUT_MS = 10_000

/**
 * A JSON-RPC request function for the node at a URL. An error that the node answers is thrown with
 * its `code` and `data`.
 * @throws `siwx.invalid_option` where `url` is not http or https
 */
export function toNodeRequest(url: string): NodeRequest {
  demandOption(
    URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    'nodes',
    'http or https URLs, or functions',
  )
  return async ({ method, params = [] }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
    })
    const answer = (await response.json()) as {
      result?: unknown
      error?: { message?: string; code?: number; data?: unknown }
    }
    if (answer.error)
      throw Object.assign(new Error(answer.error.message ?? 'The node refused.'), {
        code: answer.error.code,
        data: answer.error.data,
      })
    if (!response.ok || !('result' in answer))
      throw new Error(`The node answered with HTTP ${response.status} and no result.`)
    return answer.result
  }
}
