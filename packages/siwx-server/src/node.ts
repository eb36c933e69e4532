/**
 * For servers that speak `(request, response)`: Node's own, Express, Fastify's raw requests, Connect.
 * @packageDocumentation
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from './http.js'

/** What frameworks add: the address before they cut it, and a body that they have read. */
interface FrameworkRequest extends IncomingMessage {
  originalUrl?: string
  body?: unknown
}

const withBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** Headers as they came, but for HTTP/2's own. */
function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(':')) continue
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}

/** What a parser has made of the body, as it was sent. */
const textOf = (body: unknown): string | null =>
  body === undefined
    ? null
    : typeof body === 'string'
      ? body
      : body instanceof Uint8Array
        ? new TextDecoder().decode(body)
        : JSON.stringify(body)

/** The body as it comes in. Until somebody reads it the request is not touched, so that a host's own parser can. Cancelling stops reading and leaves the connection to the answer. */
function toBody(request: FrameworkRequest): ReadableStream<Uint8Array> | string | null {
  if (request.readableDidRead || request.readableEnded) return textOf(request.body)
  let isAttached = false
  const attach = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    isAttached = true
    request.on('data', (chunk: Uint8Array) => {
      request.pause()
      controller.enqueue(new Uint8Array(chunk))
    })
    request.once('end', () => controller.close())
    request.once('error', (error) => controller.error(error))
    request.once('close', () => controller.error(new Error('The client has gone.')))
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (request.destroyed || request.readableEnded)
          return controller.error(new Error('The body has gone.'))
        if (!isAttached) attach(controller)
        request.resume()
      },
      cancel: () => void request.removeAllListeners('data').removeAllListeners('end').pause(),
    },
    { highWaterMark: 0 },
  )
}

/** Any host: which one a client names in `Host`, in an absolute address or in a header of a proxy is its own choice. */
const BASE = 'http://localhost'

/**
 * The address by the path alone, exactly as it came. Whoever limits or guards by path in front of this has seen that path: one that would be read as another
 * (`/a/../b`, `/a\b`, `/a#b`, `http://host/b`) is refused rather than tidied up.
 * @throws TypeError
 */
function addressOf(target: string): URL {
  const url = new URL(`${BASE}${target}`)
  const [path] = target.split('?', 1)
  if (!target.startsWith('/') || url.pathname !== path || url.hash)
    throw new TypeError('Expected a path without detours.')
  return url
}

/** @throws TypeError for an address that is none, and for methods that a `Request` cannot have */
function toStandard(request: IncomingMessage): Request {
  const { method = 'GET', headers, url = '/', originalUrl = url } = request as FrameworkRequest
  const address = addressOf(originalUrl)
  const body = withBody(method) ? toBody(request) : null
  return new Request(address, {
    method,
    headers: toHeaders(headers),
    body,
    ...(body && { duplex: 'half' }),
  })
}

/**
 * The request as the standard has it. Its address is `http://localhost` and the path as it came: `Host`, absolute addresses and headers of proxies are a client's own words, and decide nothing.
 * It never throws: what no `Request` can be, such as a `TRACE` or a path that would be read as another one, becomes a GET of `http://localhost/` with the same headers, and no stranger makes a host fail by it.
 * @example const session = await siwx.getSession(toRequest(request))
 */
export function toRequest(request: IncomingMessage): Request {
  try {
    return toStandard(request)
  } catch {
    return new Request('http://localhost/', { headers: toHeaders(request.headers) })
  }
}

async function send(response: ServerResponse, answer: Response, isCutOff: boolean): Promise<void> {
  response.statusCode = answer.status
  // Cookies come one by one. They and `vary` stand beside what the host has set before.
  for (const [name, value] of answer.headers) {
    if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  // What was not read of a body that is too large must not be taken for the next request.
  if (isCutOff) response.setHeader('connection', 'close')
  const body = new Uint8Array(await answer.arrayBuffer())
  await new Promise<void>((done) => response.end(body, done))
}

/**
 * A fetch-style handler for `(request, response)` servers. A body that a parser such as `express.json()` has read is taken from
 * `request.body`; if none has, it is streamed, and no more is read than the handler wants. A request whose path is not written as it is read is answered with 400.
 * @example app.use('/api/siwx', toNodeHandler(siwx.handle))
 */
export const toNodeHandler =
  (handle: Handler) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let standard: Request
    try {
      standard = toStandard(request)
    } catch {
      response.writeHead(400, { connection: 'close' }).end()
      return
    }
    const answer = await handle(standard).catch(() => new Response(null, { status: 500 }))
    await send(response, answer, withBody(request.method ?? 'GET') && !request.complete)
  }
