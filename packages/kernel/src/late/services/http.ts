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
import { bounded } from './bounded.js'
import { readBody } from './httpBody.js'
import { parseJson } from './json.js'

/** ms */
const TIME_OUT = 30_000

export interface HttpNeeds {
  /** Ends every call. */
  signal: AbortSignal
  /** A client that was given `query: { projectId }` without a value is used. */
  onProjectIdMissing(): void
}
type Target = Parameters<HttpPort['client']>[0]
type Options = Omit<HttpOptions<unknown>, 'schema'>
interface Answer {
  url: string
  bytes: Uint8Array<ArrayBuffer>
  type: string
}

/** The path is put behind the base, never resolved as a URL of its own. An empty path is the base as it stands. */
function urlOf({ baseUrl, clientId, query }: Target, path: string, more: Options['query']): URL {
  const url = new URL(path ? `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}` : baseUrl)
  for (const [name, value] of Object.entries({ ...query, clientId, ...more })) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

type Failure = 'http.unreachable' | 'http.bad_answer'
/** Whatever happened, as that error. */
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

/** @throws `http.unreachable`; `http.status`, with what the server said as its cause; `http.bad_answer` */
async function send(
  target: URL,
  method: string,
  { body, headers }: Options,
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
    // A redirect could lead where the passport does not.
    redirect: 'error',
    // Whatever the page's own policy is, no other host learns of its path and query.
    referrerPolicy: 'strict-origin',
    credentials,
  }).catch(failWith('http.unreachable', url))
  const bytes = await readBody(response).catch(failWith('http.bad_answer', url))
  const { ok, status } = response
  if (!ok)
    throw new LatchkeyError('http.status', `HTTP status code: ${status}`, {
      context: { status, url },
      cause: new Error(new TextDecoder().decode(bytes.subarray(0, 2_000))),
    })
  return { url, bytes, type: response.headers.get('content-type') ?? '' }
}

function read<T>({ url, bytes }: Answer, schema: HttpOptions<T>['schema']): T {
  try {
    const value = bytes.length
      ? parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      : undefined
    // Without a schema the caller said `unknown`, or takes the risk of its own type.
    return schema ? schema(value) : (value as T)
  } catch (cause) {
    return failWith('http.bad_answer', url)(cause)
  }
}

/** Clients for one plugin: they reach only what its passport declares, send no credentials unless it asked for that, and follow no redirect. */
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
    const { query, signal, timeout = TIME_OUT } = options
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
          return new Blob([bytes], { type })
        },
      }
    },
  }
}
