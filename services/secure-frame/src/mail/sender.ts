import { type Log } from '@latchkey/service-kit'
// MIT-0, no dependencies: the field's standard for SMTP; builds headers that no value can leave
import { createTransport } from 'nodemailer'
import { invalidOption } from '../errors.js'
import { type MailContent } from './mails.js'

/** A sender: an address, perhaps with a name. */
export interface Sender {
  name: string
  address: string
}

/** Hands one mail over; it was sent when the promise is done. */
export type Transport = (mail: MailContent & { from: Sender; to: string }) => Promise<unknown>

export interface Mailer {
  /**
   * Takes a mail and sends it after the caller's answer is on its way.
   * @param done is called once, with whether it was sent
   */
  send(mail: MailContent & { from: Sender; to: string }, done?: (isSent: boolean) => unknown): void
  readonly waiting: number
  /** Waits for those under way. */
  close(): Promise<void>
}

const MAX_WAITING = 5_000
const AT_ONCE = 5
const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/** `mail@shop.example` or `Shop <mail@shop.example>`. */
export function readSender(name: string, text: string): Sender {
  const [, label = '', address] =
    /^(?:([^<>"\r\n\\]{0,100}?)\s*<)?([^\s<>,;"@]+@[^\s<>,;"@]+)>?$/.exec(text) ?? []
  if (!address || text.includes('<') !== text.includes('>'))
    throw invalidOption(`${name} must be like "Shop <mail@shop.example>". It is "${text}".`)
  return { name: label, address }
}

/** @param url `smtp://user:password@host:587`, `smtps://…` */
export function smtpTransport(url: string): { transport: Transport; close(): void } {
  if (!/^smtps?:\/\/[^/\s]+/.test(url) || !URL.canParse(url))
    throw invalidOption('SMTP_URL must be like smtps://user:password@mail.shop.example.')
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: AT_ONCE,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    transport: ({ from, to, ...content }) =>
      smtp.sendMail({
        ...content,
        from,
        to: { name: '', address: to },
        // No answers from programs that are away.
        headers: { 'auto-submitted': 'auto-generated' },
      }),
    close: () => smtp.close(),
  }
}

/**
 * Sends so many at once and keeps others waiting. Each is tried once: a mail that may have arrived is
 * never sent a second time.
 */
export function createMailer(transport: Transport, log: Log): Mailer {
  const queue: (() => Promise<void>)[] = []
  let running = 0
  let idle: (() => void) | undefined
  const next = (): void => {
    if (running === 0 && queue.length === 0) idle?.()
    while (running < AT_ONCE && queue.length > 0) {
      running += 1
      void queue.shift()!().finally(() => {
        running -= 1
        next()
      })
    }
  }
  return {
    send(mail, done = () => undefined) {
      const end = async (isSent: boolean): Promise<void> => void (await done(isSent))
      const run = async (): Promise<void> => {
        try {
          const isSent = await transport(mail).then(
            () => true,
            (error: { code?: unknown; responseCode?: unknown }) => {
              const reason = String(error.responseCode ?? error.code ?? 'unknown')
              log('warn', 'mail.failed', { reason: /^\w{1,20}$/.test(reason) ? reason : 'unknown' })
              return false
            },
          )
          await end(isSent)
        } catch {
          log('error', 'mail.not_noted')
        }
      }
      // Later than the answer of the request that asked for it.
      queue.push(queue.length < MAX_WAITING ? run : () => end(false).catch(() => undefined))
      setImmediate(next)
    },
    get waiting() {
      return queue.length + running
    },
    close: () =>
      new Promise((done) => {
        idle = done
        next()
      }),
  }
}
