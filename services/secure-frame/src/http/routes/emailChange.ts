import { type Route, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import * as v from 'valibot'
import { agentName } from '../../auth/agent.js'
import { createEmailChanges } from '../../auth/emailChange.js'
import { findUndo, undoChange } from '../../auth/emailUndo.js'
import { type Users } from '../../auth/users.js'
import { type FrameContext } from '../../context.js'
import {
  emailChangePrimary,
  emailChangeSecondary,
  emailChangeStart,
  secret,
} from '../../contract/index.js'
import * as bodies from '../../contract/bodies.js'
import { wordsOf } from '../../mail/texts.js'
import { type Guard, refuseExceeded } from '../guard.js'
import { plainPageHeaders } from '../headers.js'
import { type Notify } from '../notices.js'
import { PLAIN_STYLE, messagePage, undoPage } from '../pages.js'
import { tellKeeper } from '../tellKeeper.js'
import { requireOwnForm } from './device.js'

interface Parts {
  context: FrameContext
  guard: Guard
  users: Users
  notify: Notify
}

export const emailChangeRoutes = (parts: Parts): Route[] => [
  ...stepRoutes(parts),
  ...undoRoutes(parts.context),
]

const stepRoutes = ({ context, guard, users, notify }: Parts): Route[] => {
  const changes = createEmailChanges(context)
  return [
    route({
      ...emailChangeStart,
      body: bodies.emailChangeStart,
      method: 'post',
      summary: "Begins a change of the person's address.",
      open: true,
      failures: [401, 403, 503],
      async handle({ body, context: request }) {
        const session = await guard.session(request)
        const asked = {
          session,
          email: body.email,
          origin: body.origin,
          lang: body.lang ?? 'en',
          agent: agentName(request.req.header('user-agent')),
          client: guard.clientKey(request),
        }
        return changes.start(asked).catch((error: unknown) => {
          throw refuseExceeded(error)
        })
      },
    }),
    route({
      ...emailChangePrimary,
      body: bodies.emailChangePrimary,
      method: 'post',
      summary: 'Checks the code of the old address.',
      open: true,
      failures: [401, 503],
      handle: async ({ body, context: request }) =>
        changes.primary({ session: await guard.session(request), ...body }),
    }),
    route({
      ...emailChangeSecondary,
      body: bodies.emailChangeSecondary,
      method: 'post',
      summary: 'Checks the code of the new address, and changes it.',
      open: true,
      failures: [401, 403, 409],
      async handle({ body, context: request }) {
        const session = await guard.session(request)
        const before = await users.ofSession(session)
        const changed = await changes.secondary({ session, ...body })
        // An account without a sign-in by mail has one more now. The change of an address has a mail of its own.
        if (!before.signIns.includes('email'))
          notify('signInAdded', before.email ?? changed.email, session, request)
        tellKeeper(context, session.account)
        return changed
      },
    }),
  ]
}

/** A page without a script, for whoever has the link of the mail to the old address. */
const undoRoutes = (context: FrameContext): Route[] => {
  const { store, now, publicUrl } = context
  const headers = { ...plainPageHeaders(PLAIN_STYLE), 'Content-Type': 'text/html; charset=utf-8' }
  const html = (body: string, status = 200): Response => new Response(body, { status, headers })
  const gone = (request: Context): Response => {
    const lang = (request.req.header('accept-language') ?? 'en').split(/[,;]/)[0] ?? 'en'
    return html(messagePage(wordsOf(lang).lang, 'undoGone'), 410)
  }
  const params = v.object({ token: secret })
  const shared = { open: true, params, media: ['text/html'] } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/email-change/:token',
      summary: 'Names a change of an address, and asks whether to undo it.',
      async handle({ params: { token }, context: request }) {
        const change = await findUndo(store.db, token, now())
        if (!change) return gone(request)
        const { origin, agent, lang, done, created } = change
        const asked = { origin, agent, lang, at: done ?? created }
        return html(undoPage(asked, `/email-change/${token}/undo`))
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/email-change/:token/undo',
      summary: 'Gives the account its old address back.',
      failures: [403],
      async handle({ params: { token }, context: request }) {
        requireOwnForm(request, publicUrl)
        const undone = await undoChange(context, token)
        if (undone) tellKeeper(context, undone.account)
        return undone ? html(messagePage(undone.lang, 'undoDone')) : gone(request)
      },
    }),
  ]
}
