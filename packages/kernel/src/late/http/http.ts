import {
  LatchkeyError,
  type ErrorContexts,
  type HttpClient,
  type HttpOptions,
  type HttpPort,
  type Reach,
} from '@latchkey/plugin-api'
import { originMatches } from '@latchkey/plugin-api/origins'
import { refuse } from '../../support/refuse.js'
import { bounded } from '../../support/time.js'
import { parseJson } from './parseJson.js'
import { readBody } from './readBody.js'

const TIMEOUT_MS = 30_000

export interface HttpNeeds {
  /** Its abort ends every call. */
  signal: AbortSignal
  /** Called when a client is used whose `query` has a `projectId` without a value. */
  onProjectIdMissing(): void
}
type Target = Parameters<HttpPort['client']>[0]
type Options = Omit<HttpOptions<unknown>, 'schema'>
interface Answer {
  url: string
  bytes: Uint8Array<ArrayBuffer> | undefined
  type: string
}

/**
 * Appends the path to the base. It is never resolved as a URL of its own, which could lead to another
 * host. An empty path stands for the base.
 */
function urlOf({ baseUrl, clientId, query }: Target, path: string, more: Options['query']): URL {
  const url = new URL(path ? `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}` : baseUrl)
  for (const [name, value] of Object.entries({ ...query, clientId, ...more })) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

type Failure = 'http.unreachable' | 'http.bad_answer'
/** Wraps whatever was thrown in an error of that code. */
const failWith =
  (code: Failure, url: string) =>
  (cause: unknown): never => {
    const context: ErrorContexts[Failure] = { url }
    throw new LatchkeyError(
      code,
      `${code === 'http.bad_answer' ? 'Unexpected' : 'No'} answer of ${url}`,
      { context, cause },
    )
  }

/** How long the server asks to be left alone, in ms: `Retry-After` has seconds or a date (RFC 9110). */
function retryAfterOf({ headers }: Response): { retryAfterMs?: number } {
  const text = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? { retryAfterMs: ms } : {}
}

/**
 * Sends one request and reads the answer's bytes.
 * @throws `http.unreachable`; `http.status`, with the server's text as its cause; `http.bad_answer`
 */
async function send(
  target: URL,
  method: string,
  { body, headers, cache, keepalive, ignoreAnswer }: Options,
  signal: AbortSignal,
  credentials: RequestCredentials = 'omit',
): Promise<Answer> {
  const url = target.origin + target.pathname
  const response = await fetch(target, {
    method,
    signal,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: JSON.stringify(body),
    // A redirect could lead to an origin that the plugin's passport does not name.
    redirect: 'error',
    // Other hosts must not learn the page's path and query, whatever the page's own policy is.
    referrerPolicy: 'strict-origin',
    credentials,
    ...(cache && { cache }),
    ...(keepalive && { keepalive }),
  }).catch(failWith('http.unreachable', url))
  const { ok, status } = response
  const bytes = await readBody(response, ok && ignoreAnswer).catch(failWith('http.bad_answer', url))
  if (!ok)
    throw new LatchkeyError('http.status', `HTTP status code: ${status}`, {
      context: { status, url, ...retryAfterOf(response) },
      cause: new Error(new TextDecoder().decode(bytes?.subarray(0, 2_000))),
    })
  return { url, bytes, type: response.headers.get('content-type') ?? '' }
}

function read<T>({ url, bytes }: Answer, schema: HttpOptions<T>['schema']): T {
  try {
    const value = bytes?.length
      ? parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      : undefined
    // Without a schema the type is the caller's claim; the default is `unknown`.
    return schema ? schema(value) : (value as T)
  } catch (cause) {
    return failWith('http.bad_answer', url)(cause)
  }
}

/**
 * Makes HTTP clients for one plugin. They reach only the origins of its passport, send no credentials
 * unless the plugin asks for it, and follow no redirect.
 */
export function createHttp(
  { signal: kernel, onProjectIdMissing }: HttpNeeds,
  plugin: string,
  reach: Reach | undefined,
): HttpPort {
  const open = async (
    target: Target,
    method: string,
    path: string,
    options: Options = {},
  ): Promise<Answer> => {
    const { query, signal, timeout = TIMEOUT_MS } = options
    const url = urlOf(target, path, query)
    const { origin } = url
    if (!reach?.origins?.some((pattern) => originMatches(pattern, origin)))
      refuse(
        'http.origin_not_declared',
        { origin, plugin },
        `Plugin "${plugin}" asks ${origin} without naming it in reaches.origins.`,
      )
    if (target.query && 'projectId' in target.query && !target.query['projectId'])
      onProjectIdMissing()
    return bounded(`${method} ${origin}`, timeout, [signal, kernel], (all) =>
      send(url, method, options, all, target.credentials),
    )
  }
  return {
    client(target) {
      const json =
        (method: string): HttpClient['get'] =>
        async (path, options) =>
          read(await open(target, method, path, options), options?.schema)
      return {
        get: json('GET'),
        post: json('POST'),
        put: json('PUT'),
        delete: json('DELETE'),
        async getBlob(path, options) {
          const { bytes, type } = await open(target, 'GET', path, options)
          return new Blob(bytes && [bytes], { type })
        },
      }
    },
  }
}
