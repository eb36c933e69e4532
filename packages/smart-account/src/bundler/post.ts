import { LatchkeyError, isLatchkeyError } from '@latchkey/plugin-api'
import type { BundlerFailure } from '../errors.js'

/** One endpoint, and how long and how much it is listened to. */
export interface Endpoint {
  url: string
  timeoutMs: number
  /** Bytes of an answer. */
  maxBytes: number
  fetch: typeof fetch
}

export const failed = (
  failure: BundlerFailure,
  what: string,
  details?: { details?: string; cause?: unknown; rpcCode?: number },
): LatchkeyError<'smart.bundler_failed'> =>
  new LatchkeyError(
    'smart.bundler_failed',
    `The bundler or paymaster ${what}. Expected a JSON-RPC answer of ERC-4337. Ask another one, or wait.`,
    {
      context: {
        failure,
        ...(details?.rpcCode === undefined ? {} : { rpcCode: details.rpcCode }),
      },
      ...(details?.details === undefined ? {} : { details: details.details }),
      ...(details?.cause === undefined ? {} : { cause: details.cause }),
    },
  )

const MAX_WORDS = 500

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw failed('too-large', `answered with more than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function resultOf(text: string, status: number): unknown {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    throw failed('not-json', `answered ${status} with something that is no JSON`, { cause })
  }
  const { result, error } = (answer ?? {}) as { result?: unknown; error?: unknown }
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    throw failed('rejected', 'refused the request', {
      ...(typeof message === 'string' && { details: message.slice(0, MAX_WORDS) }),
      ...(typeof code === 'number' && { rpcCode: code }),
    })
  }
  if (result === undefined)
    throw failed('not-json', `answered ${status} without a result and without an error`)
  return result
}

/**
 * One JSON-RPC request over HTTP.
 * @throws `smart.bundler_failed`
 */
export async function post(
  { url, timeoutMs, maxBytes, fetch: request }: Endpoint,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (response.status === 429) throw failed('rate-limited', 'asks to be asked less often (429)')
    if (response.status >= 500) throw failed('unavailable', `answered ${response.status}`)
    return resultOf(await textOf(response, maxBytes), response.status)
  } catch (error) {
    if (isLatchkeyError(error)) throw error
    throw failed('unavailable', 'did not answer', { cause: error })
  }
}
