import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { agentName } from '../../auth/agent.js'
import { findAttempt, stateOf } from '../../auth/attempts.js'
import { type Entered } from '../../auth/linking/questions.js'
import { confirmSignIn, startSignIn, verifySignIn } from '../../auth/signIn.js'
import { type Opened, endSessions, noSession, resumeSession } from '../../auth/sessions.js'
import { type FrameContext } from '../../context.js'
import {
  REASONS,
  WAIT_MS,
  deviceWait,
  emailStart,
  emailVerify,
  sessionConfirm,
  sessionEnd,
  sessionEndAll,
  sessionResume,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { hashOf } from '../../secrets.js'
import { type Guard, cookieHashOf, refuseExceeded, renewCookie } from '../guard.js'
import { type Users } from '../../auth/users.js'
import { type FrameProject } from '../../projects.js'

/** The page's part of a session. */
export const answerOf = async (users: Users, { token, handle, session }: Opened) => ({
  token,
  handle,
  expiresAt: session.expires,
  user: await users.ofSession(session),
})

/** The answer to whoever has proved a sign-in: their session, or the question before one. */
export const enteredOf = async (users: Users, entered: Entered) =>
  'question' in entered ? entered : answerOf(users, entered)

/** @throws a refusal where there is no such project, or it does not let that origin in */
export function projectFor(
  { projects }: FrameContext,
  { projectId, origin }: { projectId: string; origin: string },
): FrameProject {
  const project = projects.find(projectId)
  if (!project) throw refusal(403, REASONS.project, 'There is no project of this id.')
  if (!projects.covers(project, origin))
    throw refusal(403, REASONS.origin, 'The project does not let this origin in.')
  return project
}

export function signInRoutes(context: FrameContext, guard: Guard, users: Users): Route[] {
  return [
    route({
      ...emailStart,
      body: bodies.emailStart,
      method: 'post',
      summary: 'Sends a mail to sign in by.',
      open: true,
      failures: [401, 403],
      async handle({ body, context: request }) {
        const jkt = await guard.proven(request)
        const project = projectFor(context, body)
        const asked = {
          project,
          email: body.email,
          origin: body.origin,
          lang: body.lang ?? 'en',
          jkt,
          cookieHash: cookieHashOf(request),
          agent: agentName(request.req.header('user-agent')),
          client: guard.clientKey(request),
          network: guard.networkKey(request),
        }
        return startSignIn(context, asked).catch((error: unknown) => {
          throw refuseExceeded(error)
        })
      },
    }),
    waitRoute(context, guard),
    route({
      ...emailVerify,
      body: bodies.emailVerify,
      method: 'post',
      summary: 'Opens a session by a code.',
      open: true,
      failures: [401],
      async handle({ body, context: request }) {
        const jkt = await guard.proven(request)
        const cookieHash = hashOf(renewCookie(request))
        return enteredOf(users, await verifySignIn(context, { ...body, jkt, cookieHash }))
      },
    }),
  ]
}

const waitRoute = ({ store, now, waits, isClosing }: FrameContext, guard: Guard): Route =>
  route({
    ...deviceWait,
    body: bodies.deviceWait,
    method: 'post',
    summary: 'Waits until a sign-in goes on.',
    open: true,
    failures: [401, 404],
    async handle({ body, context: request }) {
      const jkt = await guard.proven(request)
      const read = async () => {
        const attempt = await findAttempt(store.db, body.id, jkt)
        if (!attempt) throw refusal(404, REASONS.missing, 'There is no such sign-in.')
        return { attempt, state: stateOf(attempt, now()) }
      }
      const until = performance.now() + WAIT_MS
      const listener = waits.listen(hashOf(body.id))
      try {
        for (;;) {
          const { state, attempt } = await read()
          const isLast = state === 'expired' || state === 'denied'
          const left = Math.min(until - performance.now(), attempt.expires - now())
          if (state !== body.seen || isLast || isClosing() || left <= 0) return { state }
          await listener.wait(left)
        }
      } finally {
        listener.end()
      }
    },
  })

export function sessionRoutes(context: FrameContext, guard: Guard, users: Users): Route[] {
  const { store, now, audit } = context
  return [
    resumeRoute(context, guard, users),
    confirmRoute(context, guard, users),
    route({
      ...sessionEnd,
      method: 'post',
      summary: 'Signs out in all tabs of this sign-in.',
      open: true,
      failures: [401],
      async handle({ context: request }) {
        const { account, handle_hash } = await guard.session(request)
        const ended = await store.transact(async (db) => {
          const count = await endSessions(db, account, 'handle_hash', handle_hash)
          await audit.add(db, { at: now(), account, action: 'signed_out' })
          return count
        })
        return { ended }
      },
    }),
    route({
      ...sessionEndAll,
      method: 'post',
      summary: 'Signs out on all devices.',
      open: true,
      failures: [401],
      async handle({ context: request }) {
        const { account } = await guard.session(request)
        const ended = await store.transact(async (db) => {
          const count = await endSessions(db, account, 'account', account)
          await audit.add(db, { at: now(), account, action: 'signed_out_everywhere' })
          return count
        })
        return { ended }
      },
    }),
  ]
}

const resumeRoute = ({ store, now, projects }: FrameContext, guard: Guard, users: Users): Route =>
  route({
    ...sessionResume,
    body: bodies.sessionResume,
    method: 'post',
    summary: 'A new token for a handle, with the key or the cookie of its device.',
    open: true,
    failures: [401],
    async handle({ body, context: request }) {
      const jkt = await guard.proven(request)
      const project = projects.find(body.projectId)
      if (!project) throw noSession()
      const asked = {
        handle: body.handle,
        project: project.id,
        jkt,
        cookieHash: cookieHashOf(request),
        now: now(),
      }
      const opened = await store.transact((db) => resumeSession(db, asked))
      if (!opened) throw noSession()
      return answerOf(users, opened)
    },
  })

const confirmRoute = (context: FrameContext, guard: Guard, users: Users): Route =>
  route({
    ...sessionConfirm,
    body: bodies.sessionConfirm,
    method: 'post',
    summary: 'Makes a sign-in fresh again by a code.',
    open: true,
    failures: [401],
    async handle({ body, context: request }) {
      const session = await guard.session(request)
      const asked = { ...body, jkt: session.jkt }
      return users.ofSession(await confirmSignIn(context, session, asked))
    },
  })
