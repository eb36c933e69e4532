import type { NodeRequest } from '@latchkey/siwx'
import { demandOption } from './errors.js'

/** ms; a visitor waits for it. */
const PATIENCE = 10_000

/** Asks a node by HTTP. What a node says against a call is thrown with its `code` and `data`. */
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
      signal: AbortSignal.timeout(PATIENCE),
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
