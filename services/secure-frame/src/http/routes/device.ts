import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import * as v from 'valibot'
import { approveLink, denyLink, findLink } from '../../auth/attempts.js'
import { type FrameContext } from '../../context.js'
import { REASONS, secret } from '../../contract/index.js'
import { wordsOf } from '../../mail/texts.js'
import { plainPageHeaders } from '../headers.js'
import { PLAIN_STYLE, askPage, codePage, messagePage } from '../pages.js'

const params = v.object({ token: secret })
const HTML = 'text/html; charset=utf-8'

/** A form of another site is sent without the person's will. */
export const requireOwnForm = (request: Context, publicUrl: string): void => {
  const origin = request.req.header('origin')
  const site = request.req.header('sec-fetch-site')
  const isForeign = origin !== undefined && origin !== publicUrl && origin !== 'null'
  if (isForeign || (site !== undefined && site !== 'same-origin'))
    throw refusal(403, REASONS.origin, 'Only the page itself may send this.')
}

/** A page without a script, for whoever has the link of a mail. */
export function deviceRoutes(context: FrameContext): Route[] {
  const { store, keys, now, waits, publicUrl } = context
  const headers = plainPageHeaders(PLAIN_STYLE)
  const html = (body: string, status = 200): Response =>
    new Response(body, { status, headers: { ...headers, 'Content-Type': HTML } })
  const gone = (request: Context): Response => {
    const lang = (request.req.header('accept-language') ?? 'en').split(/[,;]/)[0] ?? 'en'
    return html(messagePage(wordsOf(lang).lang, 'pageGone'), 410)
  }
  const shared = { open: true, params, media: ['text/html'] } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/device/:token',
      summary: 'Names the site, browser and time of a sign-in, and asks.',
      async handle({ params: { token }, context: request }) {
        const attempt = await findLink(store.db, token, now())
        if (!attempt) return gone(request)
        const { origin, agent, lang, created } = attempt
        return html(askPage({ origin, agent, lang, at: created }, `/device/${token}`))
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/device/:token/approve',
      summary: 'Approves a device and shows the code.',
      failures: [403],
      async handle({ params: { token }, context: request }) {
        requireOwnForm(request, publicUrl)
        const attempt = await findLink(store.db, token, now())
        const approved = await store.transact((db) => approveLink(db, keys.pepper, token, now()))
        if (!attempt || !approved) return gone(request)
        waits.wake(approved.idHash)
        return html(codePage(attempt.lang, approved.code))
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/device/:token/deny',
      summary: 'Stops a sign-in.',
      failures: [403],
      async handle({ params: { token }, context: request }) {
        requireOwnForm(request, publicUrl)
        const attempt = await findLink(store.db, token, now())
        const denied = await store.transact((db) => denyLink(db, token, now()))
        if (!attempt || !denied) return gone(request)
        waits.wake(denied.idHash)
        return html(messagePage(attempt.lang, 'pageDenied'))
      },
    }),
  ]
}
