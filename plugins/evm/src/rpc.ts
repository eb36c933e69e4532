import { LatchkeyError, type Network } from '@latchkey/plugin-api'

const TIMEOUT = 15_000

async function post(url: string, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }), signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  const answer: unknown = await response.json().catch(() => undefined)
  const { result, error } = (typeof answer === 'object' && answer !== null ? answer : {}) as { result?: unknown; error?: { code?: number; message?: string } }
  if (error) throw new LatchkeyError('rpc.failed', `The node refused ${method}: ${error.message ?? 'no message'}`, { context: { method, ...(error.code !== undefined && { rpcCode: error.code }) }, cause: error })
  if (!response.ok || result === undefined) throw new LatchkeyError('http.status', `HTTP status code: ${response.status}`, { context: { status: response.status, url: new URL(url).origin } })
  return result
}

/**
 * Asks a network's own nodes, one after the other until one answers. An answer that is an error of the call itself is final.
 * @throws `rpc.failed`, `http.status`, `http.unreachable`, `kernel.aborted`
 */
export async function rpc({ id, rpcUrls }: Pick<Network, 'id' | 'rpcUrls'>, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
  let last: unknown
  for (const url of rpcUrls) {
    try {
      signal?.throwIfAborted()
      return await post(url, method, params, AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]))
    } catch (error) {
      if (signal?.aborted) throw new LatchkeyError('kernel.aborted', `${method} was given up.`, { cause: error })
      if ((error as LatchkeyError).code === 'rpc.failed') throw error
      last = error
    }
  }
  if ((last as LatchkeyError | undefined)?.code === 'http.status') throw last
  throw new LatchkeyError('http.unreachable', `No node of ${id} could be reached for ${method}.`, { context: { url: rpcUrls[0] ?? id }, cause: last })
}
