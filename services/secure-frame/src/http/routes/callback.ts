import { type Route, route } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import * as v from 'valibot'
import { type Returned, takeCallback, takeWord } from '../../auth/social/callback.js'
import { type Login, resultUri } from '../../auth/social/logins.js'
import { type FrameContext } from '../../context.js'
import { type SocialProvider, socialStart } from '../../contract/index.js'
import { wordsOf } from '../../mail/texts.js'
import { browserHashOf, cookieHashOf } from '../guard.js'
import { callbackHeaders } from '../headers.js'
import {
  PLAIN_STYLE,
  RESULT_SCRIPT,
  goBackPage,
  messagePage,
  returnedPage,
  unprovenPage,
} from '../pages.js'
import { requireOwnForm } from './device.js'

const HTML = 'text/html; charset=utf-8'
const HEADERS = callbackHeaders(PLAIN_STYLE, RESULT_SCRIPT)

const html = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { ...HEADERS, 'Content-Type': HTML } })

const gone = (request: Context): Response => {
  const lang = (request.req.header('accept-language') ?? 'en').split(/[,;]/)[0] ?? 'en'
  return html(messagePage(wordsOf(lang).lang, 'socialGone'), 410)
}

const formOf = async (request: Context): Promise<Record<string, unknown>> =>
  request.req.parseBody().catch(() => ({}))

/** The page's own address with the result in its query; nothing else of it changes. */
const withResult = (returnTo: string, uri: string): string => {
  const url = new URL(returnTo)
  url.search += `${url.search ? '&' : '?'}result_uri=${encodeURIComponent(uri)}`
  return url.href
}

const params = v.object({ provider: socialStart.params.entries.provider })
const shared = { open: true, params, media: ['text/html'], failures: [410] } as const

const askedBy = ({ origin, agent, created, lang }: Login) => ({ origin, agent, at: created, lang })

/** The pages that a provider sends a person to. */
export function callbackRoutes(context: FrameContext): Route[] {
  const { publicUrl } = context

  /** The page for what came back: a window hands it over, a page of a redirect gets it in its address. */
  const answer = ({ login, row, isProven, isDone }: Returned, state: string): Response => {
    const uri = resultUri(context, login)
    if (row.return_to !== null) {
      const headers = { ...HEADERS, Location: withResult(row.return_to, uri) }
      return new Response(null, { status: 303, headers })
    }
    const target = row.is_own_window ? publicUrl : row.origin
    const result = { ...askedBy(row), uri, target }
    const path = `/v1/social/${row.provider}`
    return html(isProven || !isDone ? returnedPage(result) : unprovenPage(result, path, state))
  }
  const take = async (
    provider: SocialProvider,
    sent: Record<string, unknown>,
    request: Context,
  ): Promise<Response> => {
    const browser = { deviceHash: cookieHashOf(request), browserHash: browserHashOf(request) }
    const returned = await takeCallback(context, provider, sent, browser)
    return returned ? answer(returned, String(sent.state)) : gone(request)
  }
  const path = '/v1/social/:provider/callback'
  return [
    route({
      ...shared,
      method: 'get',
      path,
      summary: 'A provider sends a person back.',
      handle: ({ params: { provider }, context: request }) =>
        take(provider, request.req.query(), request),
    }),
    route({
      ...shared,
      method: 'post',
      path,
      summary: 'The same by a form, as Apple does it.',
      handle: async ({ params: { provider }, context: request }) =>
        take(provider, await formOf(request), request),
    }),
    wordRoute(context, 'approve'),
    wordRoute(context, 'deny'),
  ]
}

const wordRoute = (context: FrameContext, word: 'approve' | 'deny'): Route =>
  route({
    ...shared,
    method: 'post',
    path: `/v1/social/:provider/${word}`,
    summary: `The person says that it was ${word === 'approve' ? '' : 'not '}they who began.`,
    failures: [403, 410],
    async handle({ params: { provider }, context: request }) {
      requireOwnForm(request, context.publicUrl)
      const { state } = await formOf(request)
      const row = await takeWord(context, provider, String(state), word === 'approve')
      if (!row) return gone(request)
      return html(
        word === 'approve' ? goBackPage(askedBy(row)) : messagePage(row.lang, 'pageDenied'),
      )
    },
  })
