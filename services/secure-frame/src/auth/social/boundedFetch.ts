/** An answer of a provider is longer by nothing than what it says: this is plenty. */
const MAX_BYTES = 64 << 10

/** A provider that is away, slow, or answers what it should not. It holds nothing that was said. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(readonly reason: 'unreachable' | 'redirect' | 'too_long' | 'no_json' | 'refused') {
    super('The provider did not answer as it should.')
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BYTES) throw new ProviderError('too_long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

export interface Asked {
  method?: string
  headers?: HeadersInit
  body?: RequestInit['body'] | undefined
}
export type BoundedFetch = (url: string, asked?: Asked) => Promise<Response>

/**
 * Asks for JSON of 64 kB at most. Redirects are not followed: they could lead into the operator's own
 * network.
 */
export const createBoundedFetch =
  (signal: AbortSignal): BoundedFetch =>
  async (url, { method = 'GET', headers, body = null } = {}) => {
    const asked = { method, body, headers: { ...Object.fromEntries(new Headers(headers)) } }
    const response = await fetch(url, { ...asked, redirect: 'manual', signal }).catch(() => {
      throw new ProviderError('unreachable')
    })
    if (response.status >= 300 && response.status < 400) throw new ProviderError('redirect')
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(
      response.headers.get('content-type') ?? '',
    )
    if (!isJson) throw new ProviderError('no_json')
    const text = await readBounded(response).catch((error: unknown) => {
      throw error instanceof ProviderError ? error : new ProviderError('unreachable')
    })
    return new Response(text, {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    })
  }
