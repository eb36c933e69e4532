import { refusal, toAnswer } from './errors.js'
import { report, type Settings } from './options.js'

/** One route, and all of them: a fetch-style handler. It never rejects. */
export type Handler = (request: Request) => Promise<Response>

const MOST_BYTES = 64 << 10
const MOST_DEPTH = 16
/** s that a browser remembers what it may ask. */
const PREFLIGHT_AGE = 600
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' }

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

/** @throws `siwx.too_large` as soon as it is, without reading on */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > MOST_BYTES) throw refusal('siwx.too_large')
  const reader = request.body?.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, size] = ['', 0]
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > MOST_BYTES) {
      await reader?.cancel()
      throw refusal('siwx.too_large')
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

const isTame = (value: unknown, depth = MOST_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 &&
    !Object.hasOwn(value, '__proto__') &&
    Object.values(value).every((inner) => isTame(inner, depth - 1)))

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
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isTame(value))
    throw refusal('siwx.bad_request')
  return value as Readonly<Record<string, unknown>>
}

/**
 * Wraps the work of a route: which page asks, with which method, and what it may hear of a failure. A page that is not trusted is
 * refused before anything happens. `isAmbient`: a POST without `Origin` is refused too, as only programs that are no browser send one.
 * Without `method` any goes through.
 */
export const createGate =
  ({ trustedOrigins, onError }: Settings, isAmbient: boolean) =>
  (method: 'GET' | 'POST' | undefined, work: Handler): Handler => {
    const admit = async (request: Request, origin: string | null): Promise<Response> => {
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
      const response = await admit(request, origin).catch((error: unknown) =>
        failed(error, method, onError),
      )
      for (const [name, value] of Object.entries(ALWAYS)) response.headers.set(name, value)
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
      'access-control-max-age': String(PREFLIGHT_AGE),
    },
  })
}

/** A host's own reporting that fails takes nobody's answer away. */
function tell(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error)
  } catch (fault) {
    report(fault, error)
  }
}

function failed(
  error: unknown,
  method: string | undefined,
  onError: (error: unknown) => void,
): Response {
  const { status, code, message } = toAnswer(error)
  if (status === 500) tell(onError, error)
  const response = answer({ error: { code, message } }, { status })
  if (status === 405) response.headers.set('allow', `${method}, OPTIONS`)
  return response
}
