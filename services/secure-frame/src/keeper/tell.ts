import { type Notice, noticeMail } from '../mail/mails.js'
import { type KeeperContext } from './context.js'

/** Sends a person a notice, at addresses that the keeper has kept. */
export type Tell = (
  notice: Notice,
  to: readonly string[],
  by: { site: string; agent: string; lang: string },
) => void

export const createTell =
  ({ mailer, mailFrom, metrics, now }: KeeperContext): Tell =>
  (notice, to, { site, agent, lang }) => {
    const content = noticeMail(notice, { origin: site, agent, at: now(), lang })
    for (const address of to)
      mailer.send({ ...content, from: mailFrom, to: address }, (isSent) =>
        metrics.count('mails_total', { kind: notice, outcome: isSent ? 'sent' : 'failed' }),
      )
  }
