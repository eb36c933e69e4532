import { type Context, type MiddlewareHandler } from 'hono'
// ISC, no dependencies: counts of requests in memory; the same interface over Redis
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Access } from '../access.js'
import { type ClientAddress, limitKeyOf } from '../clientAddress.js'
import { refusal } from './refusal.js'
import { type Route } from './route.js'

/** Bounds of an HTTP service. Sizes in bytes, times in seconds. */
export interface HttpLimits {
  /** Requests of one IP address in a minute. An IPv6 address counts with all of its /64. */
  addressRequests: number
  /** Requests with one configured project id in a minute. */
  projectRequests: number
  bodyBytes: number
  urlBytes: number
  headerBytes: number
  /** How long a request may take to arrive. */
  arrival: number
  /** How long an answer may take. */
  answer: number
}

export const DEFAULT_HTTP_LIMITS: Readonly<HttpLimits> = {
  addressRequests: 600,
  projectRequests: 60_000,
  bodyBytes: 64 << 10,
  urlBytes: 4 << 10,
  headerBytes: 16 << 10,
  arrival: 10,
  answer: 15,
}

/** Requests are counted in seconds. */
const MINUTE = { seconds: 60, name: 'a minute' }
const DAY = { seconds: 86_400, name: 'a day' }
const PREFLIGHT_SECONDS = '600'
/** So much of a body that is too large is read and dropped before it is refused. */
const MAX_DROPPED_BYTES = 16 << 20

/** The address of the client, also where a request was made without a socket, as tests do. */
export const addressOf = (context: Context, clientAddress: ClientAddress): string => {
  const incoming = (
    context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  )?.incoming
  return clientAddress(incoming?.socket?.remoteAddress, context.req.header('x-forwarded-for'))
}

/**
 * Lets pages of known origins read every answer, errors included. Preflights end here.
 * `Vary: Origin` stands on every answer, so that no cache gives one page the answer of another.
 */
export const cors = (
  access: Access,
  forAnyOrigin: readonly Pick<Route, 'path'>[] = [],
): MiddlewareHandler => {
  const patterns = forAnyOrigin.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  return async (context, next) => {
    const origin = context.req.header('origin')
    const isKnown =
      origin !== undefined &&
      (access.isKnownOrigin(origin) || patterns.some((one) => one.test(context.req.path)))
    if (context.req.method === 'OPTIONS') context.res = preflight(isKnown)
    else await next()
    // After the answer is made: a route may have made a Response of its own. Its headers are changed
    // in place: hono's own `header` would make another Response, with a stream for a body.
    const { headers } = context.res
    headers.set('Vary', 'Origin')
    if (isKnown) for (const [name, value] of allowing(origin)) headers.set(name, value)
  }
}

const preflight = (isKnown: boolean): Response =>
  new Response(null, {
    status: 204,
    ...(isKnown && {
      headers: {
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': PREFLIGHT_SECONDS,
      },
    }),
  })

const allowing = (origin: string) =>
  [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', 'x-latchkey-age, retry-after'],
  ] as const

/**
 * Asks for a project, then for an origin. The refusal itself may be read by the page that was
 * refused, so that its developer sees why: it holds one of two fixed sentences.
 */
export const requireAccess =
  (access: Access, limitProject: (projectId: string) => Promise<void>): MiddlewareHandler =>
  async (context, next) => {
    const projectId = context.req.query('projectId') ?? (await projectOfBody(context))
    const origin = context.req.header('origin')
    const refused = access.refusalOf(projectId, origin)
    if (refused) {
      if (origin !== undefined)
        for (const [name, value] of allowing(origin)) context.header(name, value)
      throw refusal(403, 'projectId', refused)
    }
    if (projectId !== undefined && access.isKnownProject(projectId)) await limitProject(projectId)
    return next()
  }

const projectOfBody = async (context: Context): Promise<string | undefined> => {
  if (context.req.method !== 'POST') return undefined
  const body: unknown = await context.req.json().catch(() => undefined)
  const id =
    typeof body === 'object' && body !== null && Object.hasOwn(body, 'projectId')
      ? (body as { projectId: unknown }).projectId
      : undefined
  return typeof id === 'string' ? id : undefined
}

/** Where requests are counted. */
export interface LimitStore {
  /** A client of ioredis. While it is not ready, each instance counts for itself. */
  redis: object
  /** Begins the keys: `my-service`. Instances with the same one count together. */
  prefix: string
}

const createLimiter = (
  points: number,
  of: string,
  store: LimitStore | undefined,
  duration: number,
) => {
  const memory = new RateLimiterMemory({ points, duration })
  if (!store) return memory
  return new RateLimiterRedis({
    storeClient: store.redis,
    keyPrefix: `${store.prefix}:${of.replace(/ /g, '-')}`,
    points,
    duration,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  })
}

/**
 * @param store absent: counts in memory
 * @returns a function that counts one request of a key and refuses it where it is one too many
 */
export const createRequestLimit = (
  points: number,
  of: string,
  store?: LimitStore,
  window = MINUTE,
): ((key: string) => Promise<void>) => {
  const limiter = createLimiter(points, of, store, window.seconds)
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      const waitMs = error instanceof RateLimiterRes ? error.msBeforeNext : window.seconds * 1000
      throw refusal(
        429,
        'too_many_requests',
        `There were more than ${points} requests of one ${of} in ${window.name}. Ask again later.`,
        { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
      )
    }
  }
}

/**
 * Counts what one client does in a day: registrations, for example.
 * @param of names what is counted and by whom, in the refusal and in the keys of Redis
 * @throws Refusal 429
 */
export const createDailyLimit = (
  points: number,
  of: string,
  clientAddress: ClientAddress,
  store?: LimitStore,
): ((context: Context) => Promise<void>) => {
  const limit = createRequestLimit(points, of, store, DAY)
  return (context) => limit(limitKeyOf(addressOf(context, clientAddress)))
}

/** Counts the requests of an address. */
export const limitAddress =
  (clientAddress: ClientAddress, limit: (key: string) => Promise<void>): MiddlewareHandler =>
  async (context, next) => {
    await limit(limitKeyOf(addressOf(context, clientAddress)))
    return next()
  }

export const limitUrl =
  (bytes: number): MiddlewareHandler =>
  async (context, next) => {
    // The address of a request without a host is not longer than the one with it.
    const { pathname, search } = new URL(context.req.url)
    if (pathname.length + search.length > bytes)
      throw refusal(414, 'url', `The URL is longer than ${bytes} bytes. Send less in it.`)
    return next()
  }

/**
 * Refuses a larger body after the rest of it has arrived. A connection that ends while the client still
 * sends is reset, and the refusal with it.
 */
export const limitBody =
  (bytes: number): MiddlewareHandler =>
  async (context, next) => {
    const { raw } = context.req
    const length = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length')
    // A body that is looked at becomes a stream, which costs more than all the rest of a small request.
    if ((length !== null && Number(length) <= bytes) || !raw.body) return next()
    const body =
      Number(length) > bytes + MAX_DROPPED_BYTES ? undefined : await readBody(raw.body, bytes)
    if (!body)
      throw refusal(413, 'body', `The body is larger than ${bytes} bytes. Send less in it.`, {
        Connection: 'close',
      })
    context.req.raw = new Request(raw, { body })
    return next()
  }

/** @returns `undefined` where there are more bytes */
const readBody = async (
  body: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  while (size <= bytes + MAX_DROPPED_BYTES) {
    const { done, value } = await reader.read()
    if (done) return size > bytes ? undefined : Buffer.concat(parts)
    size += value.length
    if (size > bytes) parts.length = 0
    else parts.push(value)
  }
  return undefined
}
