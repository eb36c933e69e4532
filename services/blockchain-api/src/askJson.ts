import * as v from 'valibot'

/** A request to a provider, which another company runs. */
export interface JsonRequest<Answer> {
  url: URL
  headers?: Readonly<Record<string, string>>
  /** Goes as JSON by POST. Absent: GET. */
  body?: unknown
  signal: AbortSignal
  schema: v.GenericSchema<unknown, Answer>
}

export type AskJson = <Answer>(request: JsonRequest<Answer>) => Promise<Answer>

/** Larger answers are not read. */
const MAX_BYTES = 2 << 20

/**
 * Asks providers. Their words are never kept: an error has a name for the log, and the status.
 * @param fetch for tests
 * @throws Error `ProviderError` with `status`, also where the answer is of another shape
 */
export const createAskJson =
  (fetch: typeof globalThis.fetch = globalThis.fetch): AskJson =>
  async ({ url, headers, body, signal, schema }) => {
    const answer = fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    const response = await answer.catch(() => {
      signal.throwIfAborted()
      // The failure itself may name the address, which may have a key in it.
      throw providerError()
    })
    const text = await readBody(response)
    if (!response.ok) throw providerError(response.status)
    const { success, output } = v.safeParse(schema, parse(text))
    if (!success) throw providerError(response.status)
    return output
  }

interface ProviderError extends Error {
  readonly name: 'ProviderError'
  readonly status: number
}

export const providerError = (status = 0): ProviderError =>
  Object.assign(new Error('the provider did not answer as expected'), {
    name: 'ProviderError' as const,
    status,
  })

export const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && error.name === 'ProviderError'

const readBody = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw providerError(response.status)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
