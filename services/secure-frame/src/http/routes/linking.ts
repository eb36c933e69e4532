import { type Route, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import {
  type Answering,
  declineLink,
  linkByEmail,
  linkBySocial,
} from '../../auth/linking/answers.js'
import * as linking from '../../auth/linking/signIns.js'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  addSignIn,
  getSignIns,
  linkDecline,
  linkEmail,
  linkSocial,
  removeSignIn,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { hashOf } from '../../secrets.js'
import { type Guard, cookieHashOf, renewCookie } from '../guard.js'
import { type Notify } from '../notices.js'
import { tellKeeper } from '../tellKeeper.js'
import { answerOf } from './signIn.js'

interface Parts {
  context: FrameContext
  guard: Guard
  users: Users
  notify: Notify
}

/** The answers to a question, and the sign-ins of a person. */
export const linkingRoutes = (parts: Parts): Route[] => [
  ...answerRoutes(parts),
  ...signInsRoutes(parts),
]

const askerOf = async (
  { context, guard }: Parts,
  request: Context,
  { projectId, link }: { projectId: string; link: string },
): Promise<Answering> => ({
  project: context.projects.find(projectId)?.id ?? '',
  link,
  jkt: await guard.proven(request),
  cookieHash: cookieHashOf(request),
  newCookieHash: hashOf(renewCookie(request)),
})

const answerRoutes = (parts: Parts): Route[] => {
  const { context, users, notify } = parts
  return [
    route({
      ...linkEmail,
      body: bodies.linkEmail,
      method: 'post',
      summary: 'Adds a new sign-in to the account of an address, by a code.',
      open: true,
      failures: [401, 403, 409],
      async handle({ body, context: request }) {
        const opened = await linkByEmail(context, await askerOf(parts, request, body), body)
        const answer = await answerOf(users, opened)
        notify('signInAdded', answer.user.email, opened.session, request)
        tellKeeper(context, opened.session.account)
        return answer
      },
    }),
    route({
      ...linkSocial,
      body: bodies.linkSocial,
      method: 'post',
      summary: 'Adds a new sign-in to an account, by a provider of that account.',
      open: true,
      failures: [401, 403, 409, 502],
      async handle({ body, context: request }) {
        const opened = await linkBySocial(context, await askerOf(parts, request, body), body)
        const answer = await answerOf(users, opened)
        notify('signInAdded', answer.user.email, opened.session, request)
        tellKeeper(context, opened.session.account)
        if (opened.isNewDevice) notify('device', answer.user.email, opened.session, request)
        return answer
      },
    }),
    route({
      ...linkDecline,
      body: bodies.linkDecline,
      method: 'post',
      summary: 'Makes an account of its own for a new sign-in.',
      open: true,
      failures: [401, 409],
      handle: async ({ body, context: request }) =>
        answerOf(users, await declineLink(context, await askerOf(parts, request, body))),
    }),
  ]
}

const signInsRoutes = ({ context, guard, users, notify }: Parts): Route[] => [
  route({
    ...getSignIns,
    method: 'get',
    summary: 'The sign-ins of the person.',
    open: true,
    failures: [401],
    handle: async ({ context: request }) =>
      linking.listSignIns(context, (await guard.session(request)).account),
  }),
  route({
    ...addSignIn,
    body: bodies.addSignIn,
    method: 'post',
    summary: 'Adds a sign-in by a provider.',
    open: true,
    failures: [401, 403, 409, 502],
    async handle({ body, context: request }) {
      const session = await guard.freshSession(request)
      const { account } = session
      // The new sign-in may have an address of its own: the one of before is told.
      const email = await users.emailOf(account)
      const isAdded = await linking.addSignIn(context, session, body)
      const to = email ?? (await users.emailOf(account))
      if (isAdded) notify('signInAdded', to, session, request)
      tellKeeper(context, account)
      return linking.listSignIns(context, account)
    },
  }),
  route({
    ...removeSignIn,
    method: 'delete',
    summary: 'Removes a sign-in.',
    open: true,
    failures: [401, 403, 404, 409],
    async handle({ params, context: request }) {
      const session = await guard.freshSession(request)
      // It may go with the sign-in.
      const email = await users.emailOf(session.account)
      await linking.removeSignIn(context, session.account, params.kind)
      notify('signInRemoved', email, session, request)
      tellKeeper(context, session.account)
      return { removed: true as const }
    },
  }),
]
