// MIT: routes by Request and Response, so that they are tested without sockets
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { type HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
// MIT: one valibot schema checks a request and describes it in the OpenAPI document
import { describeRoute, generateSpecs, resolver, validator } from 'hono-openapi'
import { type Access } from '../access.js'
import { type ClientAddress } from '../clientAddress.js'
import { type Log } from '../log.js'
import { PAGE_HEADERS } from '../pages.js'
import {
  type HttpLimits,
  type LimitStore,
  cors,
  createRequestLimit,
  limitAddress,
  limitBody,
  limitUrl,
  requireAccess,
} from './guards.js'
import { badInput, failedBody, failedSchema, isRefusal, nothingHere, refusal } from './refusal.js'
import { type Route, type RouteInput } from './route.js'

export interface HttpAppOptions {
  routes: readonly Route[]
  access: Access
  limits: HttpLimits
  /** Absent: this instance counts requests for itself. */
  limitStore?: LimitStore | undefined
  clientAddress: ClientAddress
  log: Log
  /** Called for every answer, with the path as it was declared. */
  onAnswer(path: string, status: number): void
  /** Title and version of the OpenAPI document. */
  info: { title: string; version: string; description: string }
}

export interface HttpApp {
  fetch: Hono['fetch']
  request: Hono['request']
  /** The OpenAPI 3.1 document. */
  openApi(): Promise<unknown>
}

/**
 * An application of routes: each request passes the bounds, the project and origin it needs, and its
 * schemas, before its handler is called. All failures have one shape.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { routes, access, limits, limitStore, clientAddress, onAnswer, info } = options
  const app = new Hono()
  const limitOf = (points: number, of: string) => createRequestLimit(points, of, limitStore)
  const admit = requireAccess(access, limitOf(limits.projectRequests, 'project'))
  let made: Promise<unknown> | undefined
  const document = (): Promise<unknown> => (made ??= openApiOf(app, routes, info))

  app.use(
    countAnswers(routes, onAnswer),
    pageHeaders,
    cors(
      access,
      routes.filter(({ anyOrigin }) => anyOrigin),
    ),
    limitAddress(clientAddress, limitOf(limits.addressRequests, 'IP address')),
    limitUrl(limits.urlBytes),
    timeout(limits.answer * 1000, () => answerTimeout(limits.answer)),
  )
  // Only these have a body that is read; to look for one makes the request of every GET slower.
  app.on(['POST', 'PUT', 'DELETE'], '*', limitBody(limits.bodyBytes))
  app.get('/openapi.json', async (context) => context.json((await document()) as object))
  for (const route of routes) app[route.method](route.path, ...handlersOf(route, admit))
  refuseOtherMethods(app, routes)
  app.notFound((context) => {
    const { reason, message } = nothingHere()
    return context.json(failedBody(reason, message), 404)
  })
  app.onError(createErrorHandler(options.log))
  return { fetch: app.fetch, request: app.request, openApi: document }
}

const handlersOf = (route: Route, admit: MiddlewareHandler): [MiddlewareHandler] => {
  const check = (target: 'param' | 'query' | 'json', schema: Route['params']) =>
    schema
      ? [
          validator(target, schema, (result) => {
            if (!result.success) throw toBadInput(target, result.error)
          }) as unknown as MiddlewareHandler,
        ]
      : []
  return [
    describeRoute(descriptionOf(route)) as MiddlewareHandler,
    ...(route.admit ? [admitBy(route.admit)] : []),
    ...(route.beacon ? [textAsJson] : []),
    ...(route.open ? [] : [admit]),
    ...(route.body ? [requireJson] : []),
    ...check('param', route.params),
    ...check('query', route.query),
    ...check('json', route.body),
    async (context: Context) => {
      const valid = (target: string, schema: unknown): unknown =>
        schema ? context.req.valid(target as never) : undefined
      const answer = await route.handle({
        params: valid('param', route.params),
        query: valid('query', route.query),
        body: valid('json', route.body),
        context,
      } as RouteInput<undefined, undefined, undefined>)
      return route.answer && !(answer instanceof Response)
        ? // Without a status of the route the one stands that its handler set.
          context.json(answer as object, route.status)
        : (answer as Response)
    },
  ] as unknown as [MiddlewareHandler]
}

const admitBy =
  (refuse: (context: Context) => void): MiddlewareHandler =>
  async (context, next) => {
    refuse(context)
    return next()
  }

const requireJson: MiddlewareHandler = async (context, next) => {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw refusal(415, 'content-type', 'The body must be JSON, with content-type application/json.')
  return next()
}

/** `navigator.sendBeacon` sends text unless a preflight goes before it. */
const textAsJson: MiddlewareHandler = async (context, next) => {
  const { headers } = context.req.raw
  if (/^text\/plain\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    headers.set('content-type', 'application/json')
  return next()
}

interface Issue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

const PLACES = { param: 'path', query: 'query', json: 'body' } as const

const toBadInput = (target: keyof typeof PLACES, issues: readonly Issue[]): Error => {
  const [issue] = issues
  const path = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return badInput(path.join('.') || PLACES[target], messageOf(issue))
}

/** A schema's own sentence, or one in the place of valibot's. */
const messageOf = (issue: Issue | undefined): string => {
  const message = issue?.message ?? 'Invalid'
  if (!message.startsWith('Invalid')) return message
  return message.endsWith('received undefined') ? 'This is missing.' : 'This is not valid.'
}

const FAILURES: Readonly<Record<number, string>> = {
  400: 'The input is refused; the reason names the field.',
  401: 'There is no session, or no proof of its key.',
  403: 'The project id or the origin is not let in.',
  404: 'There is no such thing.',
  409: 'Another request was first.',
  429: 'There were too many requests; see Retry-After.',
  500: 'The service failed.',
  503: 'The service cannot answer this now.',
}

const descriptionOf = (route: Route): Parameters<typeof describeRoute>[0] => {
  const hasInput = route.params ?? route.query ?? route.body
  const statuses = [
    ...(hasInput ? [400] : []),
    ...(route.open ? [] : [403]),
    429,
    500,
    ...(route.failures ?? []),
  ]
  const failure = (status: number) => [
    status,
    {
      description: FAILURES[status] ?? 'Refused.',
      content: {
        'application/json': { schema: resolver(route.failureAnswers?.[status] ?? failedSchema) },
      },
    },
  ]
  const content = route.answer
    ? { 'application/json': { schema: resolver(route.answer) } }
    : Object.fromEntries((route.media ?? []).map((media) => [media, {}]))
  return {
    summary: route.summary,
    ...(route.open && { security: [] }),
    responses: {
      [route.status ?? 200]: { description: 'Success.', content },
      ...Object.fromEntries(statuses.map(failure)),
    },
  }
}

const openApiOf = (app: Hono, routes: readonly Route[], info: HttpAppOptions['info']) =>
  generateSpecs(app, {
    documentation: {
      openapi: '3.1.0',
      info,
      security: [{ projectId: [] }],
      components: {
        securitySchemes: {
          projectId: {
            type: 'apiKey',
            in: 'query',
            name: 'projectId',
            description:
              'Needed where the host configured projects; POST may carry it in its body.',
          },
        },
      },
    },
    exclude: routes.length === 0 ? [/.*/] : ['/openapi.json'],
    excludeStaticFile: false,
    excludeMethods: ['OPTIONS', 'HEAD', 'PATCH', 'TRACE'],
    defaultValidationErrorResponse: false,
  })

/** A path that exists answers other methods with 405 and the methods that it has. */
const refuseOtherMethods = (app: Hono, routes: readonly Route[]): void => {
  for (const path of new Set(['/openapi.json', ...routes.map((route) => route.path)])) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    const allowed = (methods.length > 0 ? methods : ['get']).map((method) => method.toUpperCase())
    app.all(path, () => {
      throw refusal(405, 'method', `This path has ${allowed.join(' and ')} only.`, {
        Allow: allowed.join(', '),
      })
    })
  }
}

const countAnswers =
  (routes: readonly Route[], onAnswer: HttpAppOptions['onAnswer']): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const path = routes.find((route) => route.path === context.req.routePath)?.path ?? 'other'
    onAnswer(path, context.res.status)
  }

const pageHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  for (const [name, value] of Object.entries(PAGE_HEADERS))
    if (!headers.has(name)) headers.set(name, value)
}

const answerTimeout = (seconds: number): HTTPException =>
  refusal(
    504,
    'timeout',
    `The answer took longer than ${seconds} s. Ask again later.`,
  ) as unknown as HTTPException

/** Only refusals are told; of all other errors a client learns that there was one. */
const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, context) => {
    if (isRefusal(error)) {
      for (const [name, value] of Object.entries(error.headers)) context.header(name, value)
      const body = { ...failedBody(error.reason, error.message), ...error.more }
      return context.json(body, error.status)
    }
    // hono itself refuses a body that it cannot parse.
    if ('status' in error && error.status === 400)
      return context.json(failedBody('body', 'The body must be JSON.'), 400)
    log('error', 'request.failed', { path: context.req.routePath, error: error.name })
    return context.json(
      failedBody('internal', 'The service failed. It is in its log; ask again later.'),
      500,
    )
  }
