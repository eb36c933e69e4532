/**
 * Helpers for adapters whose chains have JSON-RPC nodes. Import it only from modules that the adapter
 * loads.
 * @packageDocumentation
 */
import { LatchkeyError } from './errors.js'
import type { Network } from './chain/network.js'

/** How long each node may take to answer. */
const NODE_TIMEOUT_MS = 15_000
/** Characters of an error's `data` that go into our message. */
const MAX_DATA_LENGTH = 200

/** Sends one request to one node. @throws `rpc.failed`, `http.status`, and what `fetch` throws */
async function post(
  url: string,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const { result, error } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    result?: unknown
    error?: { code?: number; message?: string; data?: unknown }
  }
  if (error) {
    // CometBFT puts the reason into `data`.
    const said = [
      error.message,
      typeof error.data === 'string' && error.data.slice(0, MAX_DATA_LENGTH),
    ]
      .filter(Boolean)
      .join(': ')
    throw new LatchkeyError('rpc.failed', `The node refused ${method}: ${said || 'no message'}`, {
      context: { method, ...(error.code !== undefined && { rpcCode: error.code }) },
      cause: error,
    })
  }
  if (!response.ok || result === undefined)
    throw new LatchkeyError('http.status', `HTTP status code: ${response.status}`, {
      context: { status: response.status, url: new URL(url).origin },
    })
  return result
}

/**
 * Asks the nodes of a network by JSON-RPC, one after the other until one answers; each has 15 s. An
 * error of the call itself is final. The answer is untrusted: check it.
 * @param params a list, or an object where the node takes names; an empty list if left out
 * @throws `rpc.failed`, `http.status`, `http.unreachable`, `kernel.aborted`
 */
export async function askNodes(
  { id, rpcUrls }: Pick<Network, 'id' | 'rpcUrls'>,
  method: string,
  params?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  let last: unknown
  for (const url of rpcUrls) {
    try {
      signal?.throwIfAborted()
      return await post(
        url,
        method,
        params,
        AbortSignal.any([AbortSignal.timeout(NODE_TIMEOUT_MS), ...(signal ? [signal] : [])]),
      )
    } catch (error) {
      if (signal?.aborted)
        throw new LatchkeyError('kernel.aborted', `${method} was given up.`, { cause: error })
      if ((error as LatchkeyError).code === 'rpc.failed') throw error
      last = error
    }
  }
  if ((last as LatchkeyError | undefined)?.code === 'http.status') throw last
  throw new LatchkeyError('http.unreachable', `No node of ${id} could be reached for ${method}.`, {
    context: { url: rpcUrls[0] ?? id },
    cause: last,
  })
}

/** Waits for `ms`, or until `signal` is aborted. Never throws. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
