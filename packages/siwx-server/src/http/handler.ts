import { refusal, toAnswer } from '../errors.js'
import type { Settings } from '../options.js'
import { logErrors } from '../readOptions.js'

/** A fetch-style handler of one route or of all routes. It never rejects. */
export type Handler = (request: Request) => Promise<Response>

const MAX_BODY_BYTES = 64 << 10
const MAX_JSON_DEPTH = 16
/** How long a browser keeps the answer to a preflight request (CORS). */
const PREFLIGHT_MAX_AGE_S = 600
/** Headers of every answer. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
}

/** A JSON answer, with cookies to set. */
export function answer(
  body: unknown,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly string[] } = {},
): Response {
  const response =
    body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { status })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** @throws `siwx.too_large` as soon as the limit is passed, without reading the rest */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES)
    throw refusal('siwx.too_large')
  const reader = request.body?.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, size] = ['', 0]
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel()
      throw refusal('siwx.too_large')
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Whether a JSON value is flat enough to walk through and cannot change a prototype. */
const isPlainJson = (value: unknown, depth = MAX_JSON_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 &&
    !Object.hasOwn(value, '__proto__') &&
    Object.values(value).every((inner) => isPlainJson(inner, depth - 1)))

/**
 * The object that a request carries.
 * @throws `siwx.not_json`, `siwx.too_large`, `siwx.bad_request`
 */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw refusal('siwx.not_json')
  let value: unknown
  try {
    value = JSON.parse(await readText(request))
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError
      ? refusal('siwx.bad_request')
      : error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isPlainJson(value))
    throw refusal('siwx.bad_request')
  return value as Readonly<Record<string, unknown>>
}

/**
 * Wraps the work of a route: checks the page that asks and the method, and keeps details of failures
 * from strangers. A page that is not trusted is refused before anything happens. `isAmbient`: a POST
 * without `Origin` is refused too, as browsers always send one.
 * Without `method` every method is accepted.
 */
export const createGate =
  ({ trustedOrigins, onError }: Settings, isAmbient: boolean) =>
  (method: 'GET' | 'POST' | undefined, work: Handler): Handler => {
    const checkAndRun = async (request: Request, origin: string | null): Promise<Response> => {
      if (
        origin === null
          ? isAmbient && method === 'POST' && request.method === 'POST'
          : !trustedOrigins.has(origin)
      )
        throw refusal('siwx.untrusted_origin')
      if (method && request.method === 'OPTIONS') return preflight(method)
      if (method && request.method !== method) throw refusal('siwx.wrong_method')
      return await work(request)
    }
    return async (request) => {
      const origin = request.headers.get('origin')
      const response = await checkAndRun(request, origin).catch((error: unknown) =>
        failed(error, method, onError),
      )
      for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value)
      if (origin !== null && trustedOrigins.has(origin)) {
        response.headers.set('access-control-allow-origin', origin)
        response.headers.set('access-control-allow-credentials', 'true')
      }
      return response
    }
  }

function preflight(method: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'content-type, authorization',
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
    },
  })
}

/** The client gets its answer even where the host's own `onError` throws. */
function reportError(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error)
  } catch (fault) {
    logErrors(fault, error)
  }
}

function failed(
  error: unknown,
  method: string | undefined,
  onError: (error: unknown) => void,
): Response {
  const { status, code, message } = toAnswer(error)
  if (status === 500) reportError(onError, error)
  const response = answer({ error: { code, message } }, { status })
  if (status === 405) response.headers.set('allow', `${method}, OPTIONS`)
  return response
}
