import { refusal } from '@latchkey/service-kit/http'
import { type FrameContext } from '../context.js'
import { type MailContent, changeCodeMail, changedMail } from '../mail/mails.js'
import { readSender } from '../mail/sender.js'
import { type Tables } from '../store/schema.js'
import { addressContext } from './signIn.js'

type EmailChange = Tables['email_change']

/** The person waits so long to hear whether the mail went out. */
const WAIT_MS = 10_000

export interface ChangeMails {
  /** Sends the code that is due to the address of the stage. @throws a refusal with 503 */
  code(change: EmailChange, code: string): Promise<void>
  /** Tells the old address of the change, with the link that undoes it. */
  changed(change: EmailChange, link: string): Promise<void>
  newAddress(change: EmailChange): Promise<string>
}

export function createChangeMails(context: FrameContext): ChangeMails {
  const { vault, projects, mailer, mailFrom, metrics, publicUrl } = context
  const open = async (sealed: string, subject: string): Promise<string> =>
    (await vault.open(sealed, addressContext(subject))).toString()
  const oldAddress = ({ old_sealed: sealed, old_subject: subject }: EmailChange) =>
    sealed === null || subject === null ? undefined : open(sealed, subject)
  const newAddress = (change: EmailChange) => open(change.new_sealed, change.new_subject)
  /** @returns whether it went out; `undefined` where that is not known in time */
  const send = (
    { project }: EmailChange,
    kind: string,
    to: string,
    content: MailContent,
  ): Promise<boolean | undefined> => {
    const { from } = projects.find(project) ?? {}
    const sender = from ? readSender('from', from) : mailFrom
    return new Promise((done) => {
      const late = setTimeout(() => done(undefined), WAIT_MS)
      mailer.send({ ...content, from: sender, to }, (isSent) => {
        clearTimeout(late)
        metrics.count('mails_total', { kind, outcome: isSent ? 'sent' : 'failed' })
        done(isSent)
      })
    })
  }
  const askedBy = ({ origin, agent, lang, created }: EmailChange) => ({
    ...{ origin, agent, lang, at: created },
  })
  return {
    async code(change, code) {
      const isOld = change.stage === 'primary'
      const to = (isOld ? await oldAddress(change) : undefined) ?? (await newAddress(change))
      const content = changeCodeMail(askedBy(change), code, isOld ? 'old' : 'new')
      if ((await send(change, 'change', to, content)) === false)
        throw refusal(503, 'mail_failed', 'The mail could not be sent. Try again.')
    },
    async changed(change, link) {
      const to = await oldAddress(change)
      if (to === undefined) return
      const content = changedMail(askedBy(change), `${publicUrl}/email-change/${link}`)
      void send(change, 'notice', to, content)
    },
    newAddress,
  }
}
