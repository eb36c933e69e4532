import { type Context } from 'hono'
import { agentName } from '../auth/agent.js'
import { type Session } from '../auth/sessions.js'
import { type FrameContext } from '../context.js'
import { type Notice, noticeMail } from '../mail/mails.js'
import { readSender } from '../mail/sender.js'

/**
 * Sends a person a notice of what was done with their wallet, by the request that did it. Nothing is sent to
 * a person without an address.
 */
export type Notify = (
  notice: Notice,
  to: string | undefined,
  session: Pick<Session, 'project'>,
  request: Context,
) => void

/** The first language of the browser that asks. */
export const langOf = (request: Context): string =>
  (request.req.header('accept-language') ?? 'en').split(/[,;]/)[0] ?? 'en'

export function createNotify(context: FrameContext): Notify {
  const { projects, publicUrl, mailer, mailFrom, metrics, now } = context
  return (notice, to, session, request) => {
    if (to === undefined) return
    const project = projects.find(session.project)
    const content = noticeMail(notice, {
      origin: project?.origins[0]?.replace('*.', '') ?? publicUrl,
      agent: agentName(request.req.header('user-agent')),
      at: now(),
      lang: langOf(request),
    })
    const from = project?.from ? readSender('from', project.from) : mailFrom
    mailer.send({ ...content, from, to }, (isSent) =>
      metrics.count('mails_total', { kind: 'notice', outcome: isSent ? 'sent' : 'failed' }),
    )
  }
}
