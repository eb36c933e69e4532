/** An answer of a provider is longer by nothing than what it says: this is plenty. */
const MAX_BYTES = 64 << 10

/** A provider that is away, slow, or answers what it should not. It holds nothing that was said. */
export interface ProviderError extends Error {
  readonly code: 'secure-frame.provider_failed'
  readonly reason: 'unreachable' | 'redirect' | 'too_long' | 'no_json' | 'refused'
}

export const providerError = (reason: ProviderError['reason']): ProviderError =>
  Object.assign(new Error('The provider did not answer as it should.'), {
    code: 'secure-frame.provider_failed' as const,
    reason,
  })

export const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && 'code' in error && error.code === 'secure-frame.provider_failed'

/** A word for the log that holds nothing of what a provider said. */
export function reasonOf(error: unknown): string {
  if (isProviderError(error)) return error.reason
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:OAUTH_|siwx\.)[A-Za-z_]{1,50}$/.test(code) ? code.toLowerCase() : 'unknown'
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BYTES) throw providerError('too_long')
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
      throw providerError('unreachable')
    })
    if (response.status >= 300 && response.status < 400) throw providerError('redirect')
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(
      response.headers.get('content-type') ?? '',
    )
    if (!isJson) throw providerError('no_json')
    const text = await readBounded(response).catch((error: unknown) => {
      throw isProviderError(error) ? error : providerError('unreachable')
    })
    return new Response(text, {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    })
  }
