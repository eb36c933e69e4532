/**
 * For servers that speak `(request, response)`: Node's own, Express, Fastify's raw requests,
 * Connect.
 * @packageDocumentation
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from './http/handler.js'

/** Fields that frameworks add: the address before they cut it, and a body that they have read. */
interface FrameworkRequest extends IncomingMessage {
  originalUrl?: string
  body?: unknown
}

const withBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** Headers as they came, without the pseudo-headers of HTTP/2. */
function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(':')) continue
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}

/** The body as it was sent, from the value that a parser has made of it. */
const textOf = (body: unknown): string | null =>
  body === undefined
    ? null
    : typeof body === 'string'
      ? body
      : body instanceof Uint8Array
        ? new TextDecoder().decode(body)
        : JSON.stringify(body)

/**
 * The body as it comes in. The request is not read before the stream is, so that a host's own parser
 * can read it instead. Cancelling stops reading and keeps the connection for the answer.
 */
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

/**
 * A fixed host: the client chooses the one that it names in `Host`, in an absolute address or in a
 * header of a proxy.
 */
const BASE = 'http://localhost'

/**
 * The address by the path alone, exactly as it came. Rate limits and guards in front of this handler
 * have seen that path: a path that would be read as another one (`/a/../b`, `/a\b`, `/a#b`,
 * `http://host/b`) is refused rather than tidied up.
 * @throws TypeError
 */
function addressOf(target: string): URL {
  const url = new URL(`${BASE}${target}`)
  const [path] = target.split('?', 1)
  if (!target.startsWith('/') || url.pathname !== path || url.hash)
    throw new TypeError('Expected a path without detours.')
  return url
}

/** @throws TypeError for a malformed address, and for methods that a `Request` cannot have */
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
 * The request as the standard has it. Its address is `http://localhost` and the path as it came:
 * `Host`, absolute addresses and headers of proxies are chosen by the client, and are ignored.
 * It never throws: a request that no `Request` can express, such as a `TRACE` or a path that would
 * be read as another one, becomes a GET of `http://localhost/` with the same headers, so that no
 * stranger can make a host fail with it.
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
  // Cookies come one by one. They and `vary` are added to those that the host has set before.
  for (const [name, value] of answer.headers) {
    if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  // The unread rest of a body that is too large must not be taken for the next request.
  if (isCutOff) response.setHeader('connection', 'close')
  const body = new Uint8Array(await answer.arrayBuffer())
  await new Promise<void>((done) => response.end(body, done))
}

/**
 * A fetch-style handler for `(request, response)` servers. A body that a parser such as
 * `express.json()` has read is taken from `request.body`; otherwise it is streamed, and no more is
 * read than the handler wants. A request whose path would be read as another one is answered with
 * 400.
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
