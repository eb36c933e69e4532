import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import { agentName } from '../../auth/agent.js'
import { RELAY_POLL_MS, beginFarcaster, lookForApproval } from '../../auth/farcaster/signIn.js'
import { type Beginning, beginSocial } from '../../auth/social/begin.js'
import { confirmSocial, verifySocial } from '../../auth/social/complete.js'
import { type Asker, type Login, findLogin, isOfAsker } from '../../auth/social/logins.js'
import { resultUri, stateOf } from '../../auth/social/logins.js'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  type LoginState,
  REASONS,
  WAIT_MS,
  farcasterStart,
  farcasterWait,
  socialConfirm,
  socialStart,
  socialVerify,
  socialWait,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { hashOf } from '../../secrets.js'
import {
  type Guard,
  cookieHashOf,
  refuseExceeded,
  renewBrowserCookie,
  renewCookie,
} from '../guard.js'
import { type Notify } from '../notices.js'
import { callbackRoutes } from './callback.js'
import { answerOf, projectFor } from './signIn.js'

interface Parts {
  context: FrameContext
  guard: Guard
  users: Users
  notify: Notify
}

interface StartBody {
  projectId: string
  origin: string
  lang?: string | undefined
  returnTo?: string | undefined
  isOwnWindow?: boolean | undefined
}

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

/** Reads what a sign-in begins with. @throws a refusal where the page to return to is of another origin */
async function beginningOf(
  { context, guard }: Pick<Parts, 'context' | 'guard'>,
  request: Context,
  body: StartBody,
): Promise<Beginning> {
  const jkt = await guard.proven(request)
  const project = projectFor(context, body)
  const { origin, returnTo, lang = 'en', isOwnWindow = false } = body
  if (returnTo !== undefined && originOf(returnTo) !== origin)
    throw refusal(403, REASONS.origin, 'The page to return to must be of the origin that asks.')
  return {
    project,
    origin,
    returnTo,
    isOwnWindow,
    lang,
    jkt,
    cookieHash: hashOf(renewCookie(request)),
    browserHash: renewBrowserCookie(request),
    agent: agentName(request.req.header('user-agent')),
    client: guard.clientKey(request),
  }
}

const refuse = (error: unknown): never => {
  throw refuseExceeded(error)
}

/** Sign-in by a provider, and by Farcaster. */
export const socialRoutes = (parts: Parts): Route[] => [
  ...startRoutes(parts),
  waitRoute(parts),
  farcasterWaitRoute(parts),
  ...resultRoutes(parts),
  ...callbackRoutes(parts.context),
]

const startRoutes = (parts: Parts): Route[] => [
  route({
    ...socialStart,
    body: bodies.socialStart,
    method: 'post',
    summary: 'Begins a sign-in by a provider.',
    open: true,
    failures: [401, 403, 404],
    async handle({ params, body, context: request }) {
      const beginning = await beginningOf(parts, request, body)
      return beginSocial(parts.context, params.provider, beginning).catch(refuse)
    },
  }),
  route({
    ...farcasterStart,
    body: bodies.farcasterStart,
    method: 'post',
    summary: 'Opens a channel of Farcaster Connect.',
    open: true,
    failures: [401, 403, 404, 502],
    handle: async ({ body, context: request }) =>
      beginFarcaster(parts.context, await beginningOf(parts, request, body)).catch(refuse),
  }),
]

/** The sign-in that the frame asks for, and what it may be told. */
async function readLogin(context: FrameContext, id: string, asker: Asker) {
  const row = await findLogin(context.store.db, id)
  if (!row || !isOfAsker(row, asker))
    throw refusal(404, REASONS.missing, 'There is no such sign-in.')
  const state = stateOf(row, context.now())
  // A refusal signs nobody in: it is told from any browser.
  const hasUri = state === 'returned' ? row.proven !== 0 : state === 'denied' || state === 'failed'
  return { row, state, ...(hasUri && { uri: resultUri(context, id) }) }
}
type ReadLogin = Awaited<ReturnType<typeof readLogin>>

const told = ({ state, uri }: ReadLogin): { state: LoginState; uri?: string } =>
  uri === undefined ? { state } : { state, uri }

const askerOf = async (guard: Guard, request: Context): Promise<Asker> => ({
  jkt: await guard.proven(request),
  cookieHash: cookieHashOf(request),
})

const isNews = ({ state, uri }: ReadLogin, seen: LoginState | undefined): boolean =>
  state !== seen || state === 'expired' || uri !== undefined

const restOf = (row: Login, now: number): number => Math.max(0, row.expires - now)

const waitRoute = ({ context, guard }: Parts): Route =>
  route({
    ...socialWait,
    body: bodies.socialWait,
    method: 'post',
    summary: 'Waits until a person comes back from a provider.',
    open: true,
    failures: [401, 404],
    async handle({ body, context: request }) {
      const asker = await askerOf(guard, request)
      const read = () => readLogin(context, body.login, asker)
      const until = performance.now() + WAIT_MS
      const listener = context.waits.listen(hashOf(body.login))
      try {
        for (;;) {
          const now = await read()
          const left = Math.min(until - performance.now(), restOf(now.row, context.now()))
          if (isNews(now, body.seen) || context.isClosing() || left <= 0) return told(now)
          await listener.wait(left)
        }
      } finally {
        listener.end()
      }
    },
  })

const farcasterWaitRoute = ({ context, guard }: Parts): Route =>
  route({
    ...farcasterWait,
    body: bodies.farcasterWait,
    method: 'post',
    summary: 'Asks the relay until a person has approved in their app.',
    open: true,
    failures: [401, 404],
    async handle({ body, context: request }) {
      const asker = await askerOf(guard, request)
      const read = () => readLogin(context, body.login, asker)
      const until = Date.now() + WAIT_MS
      let now = await read()
      const goesOn = () => !isNews(now, body.seen) && !context.isClosing() && Date.now() < until
      const listener = context.waits.listen(hashOf(body.login))
      try {
        do {
          if (now.row.provider === 'farcaster') await lookForApproval(context, now.row)
          now = await read()
          if (!goesOn()) break
          await listener.wait(RELAY_POLL_MS)
        } while (goesOn())
      } finally {
        listener.end()
      }
      return told(now)
    },
  })

const resultRoutes = ({ context, guard, users, notify }: Parts): Route[] => [
  route({
    ...socialVerify,
    body: bodies.socialVerify,
    method: 'post',
    summary: 'Opens a session by the result of a provider.',
    open: true,
    failures: [401, 403, 502],
    async handle({ body, context: request }) {
      const asker = await askerOf(guard, request)
      const project = context.projects.find(body.projectId)?.id ?? ''
      const newCookieHash = hashOf(renewCookie(request))
      const result = { ...body, project }
      const entered = await verifySocial(context, result, { ...asker, newCookieHash })
      if ('question' in entered) return entered
      const answer = await answerOf(users, entered)
      if (entered.isNewDevice) notify('device', answer.user.email, entered.session, request)
      return answer
    },
  }),
  route({
    ...socialConfirm,
    body: bodies.socialConfirm,
    method: 'post',
    summary: 'Makes a sign-in fresh again by the result of a provider.',
    open: true,
    failures: [401, 403, 502],
    async handle({ body, context: request }) {
      const session = await guard.session(request)
      return users.ofSession(await confirmSocial(context, session, body))
    },
  }),
]
