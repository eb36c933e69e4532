import { isLatchkeyError, LatchkeyError, type HttpClient, type HttpOptions, type HttpPort, type Reach } from '@latchkey/plugin-api'
import { aborted, bounded } from '../bounded.js'
import { readBody } from './httpBody.js'
import { parseJson } from './json.js'
import { isHttpUrl } from '../links.js'
import { originMatches } from './origins.js'

/** ms */
const TIME_OUT = 30_000
const LONGEST_REASON = 2_000

export interface HttpNeeds {
  /** Ends every call. */
  signal: AbortSignal
  /** A client that was given `query: { projectId }` without a value is used. */
  onProjectIdMissing(): void
}
type Query = HttpOptions<unknown>['query']
type Target = Parameters<HttpPort['client']>[0]
interface Call {
  method: string
  path: string
  options: Omit<HttpOptions<unknown>, 'schema'> | undefined
}

const publicUrl = (url: URL): string => url.origin + url.pathname
const missing = (value: unknown): boolean => value === undefined || value === ''

/** The path is put behind the base, never resolved as a URL of its own. An empty path is the base as it stands. */
function urlOf({ baseUrl, clientId, query }: Target, path: string, more: Query): URL {
  const url = new URL(path ? `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}` : baseUrl)
  for (const [name, value] of Object.entries({ ...query, clientId, ...more })) {
    if (!missing(value)) url.searchParams.set(name, String(value))
  }
  return url
}

/** @throws `http.status`, with what the server said as its cause; `http.bad_answer` */
async function send(url: URL, { method, options }: Call, signal: AbortSignal): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const { body, headers } = options ?? {}
  const response = await fetch(url, {
    method,
    signal,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect could lead where the passport does not.
    redirect: 'error',
    credentials: 'omit',
  }).catch((cause: unknown) => {
    throw new LatchkeyError('http.unreachable', `${method} ${publicUrl(url)} got no answer. Is the server up, and does it allow this page's origin?`, { context: { url: publicUrl(url) }, cause })
  })
  const bytes = await readBody(response).catch((cause: unknown) => {
    throw bad(url, cause)
  })
  if (!response.ok) {
    const reason = new TextDecoder().decode(bytes.subarray(0, LONGEST_REASON))
    throw new LatchkeyError('http.status', `HTTP status code: ${response.status}`, { context: { status: response.status, url: publicUrl(url) }, cause: new Error(reason) })
  }
  return { bytes, type: response.headers.get('content-type') ?? '' }
}

const bad = (url: URL, cause: unknown): LatchkeyError =>
  new LatchkeyError('http.bad_answer', `The answer of ${publicUrl(url)} is not what was expected: ${cause instanceof Error ? cause.message : 'its schema refused it'}`, { context: { url: publicUrl(url) }, cause })

function read<T>(url: URL, bytes: Uint8Array, schema: HttpOptions<T>['schema']): T {
  try {
    const value = bytes.length ? parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) : undefined
    // Without a schema the caller said `unknown`, or takes the risk of its own type.
    return schema ? schema(value) : (value as T)
  } catch (cause) {
    throw bad(url, cause)
  }
}

/** Clients for one plugin: they reach only what its passport declares, send no credentials and follow no redirect. */
export function createHttp({ signal: kernel, onProjectIdMissing }: HttpNeeds, plugin: string, reach: Reach | undefined): HttpPort {
  const check = (url: URL): void => {
    const { origin } = url
    if (isHttpUrl(url.href) && reach?.origins?.some((pattern) => originMatches(pattern, origin))) return
    throw new LatchkeyError('http.origin_not_declared', `Plugin "${plugin}" asks ${origin}, which its passport does not name. Add it to reaches.origins.`, { context: { origin, plugin } })
  }
  const open = async (target: Target, call: Call) => {
    const { query, signal, timeout = TIME_OUT } = call.options ?? {}
    const url = urlOf(target, call.path, query)
    check(url)
    if (target.query && 'projectId' in target.query && missing(target.query['projectId'])) onProjectIdMissing()
    const answer = await bounded((all) => send(url, call, all).catch((error: unknown) => {
      throw all.aborted && isLatchkeyError(error, 'http.unreachable') ? aborted() : error
    }), { what: `${call.method} ${publicUrl(url)}`, ms: timeout, signals: [signal, kernel] })
    return { url, ...answer }
  }
  return {
    client(target) {
      const json = (method: string): HttpClient['get'] => async (path, options) => {
        const { url, bytes } = await open(target, { method, path, options })
        return read(url, bytes, options?.schema)
      }
      return {
        get: json('GET'),
        post: json('POST'),
        put: json('PUT'),
        delete: json('DELETE'),
        async getBlob(path, options) {
          const { bytes, type } = await open(target, { method: 'GET', path, options })
          return new Blob([bytes], { type })
        },
      }
    },
  }
}
