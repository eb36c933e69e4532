import { createServer } from 'node:http'
import { once } from 'node:events'
// MIT-0, for tests and the demo only: a mail server and a reader of mails
import { SMTPServer } from 'smtp-server'
import PostalMime from 'postal-mime'

const HOST = '127.0.0.1'

/** @param {string} text */
const escapeHtml = (text) =>
  text.replace(/[&<>"']/g, (sign) => `&#${/** @type {number} */ (sign.codePointAt(0))};`)

/** @param {string} text */
const withLinks = (text) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`)

/** @param {readonly import('./index.d.mts').ReceivedMail[]} mails */
const inbox = (mails) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><title>Inbox (${mails.length})</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;font:inherit}</style></head>
<body><h1>Inbox</h1>${mails.length ? '' : '<p>No mail has come yet.</p>'}
${[...mails]
  .reverse()
  .map(
    ({ to, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><pre>${withLinks(text)}</pre></article>`,
  )
  .join('\n')}
</body></html>
`

/** @type {typeof import('./index.d.mts').startMail} */
export async function startMail({ port = 0, inboxPort = 0 } = {}) {
  /** @type {import('./index.d.mts').ReceivedMail[]} */
  const mails = []
  /** @type {Set<() => void>} */
  const waiting = new Set()
  let refuses = false
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, session, done) {
      /** @type {Buffer[]} */
      const parts = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => void take(Buffer.concat(parts), session).then(() => done(), done))
    },
  })
  /**
   * @param {Buffer} raw
   * @param {import('smtp-server').SMTPServerSession} session
   */
  const take = async (raw, session) => {
    if (refuses) throw Object.assign(new Error('Not now'), { responseCode: 451 })
    const { subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    for (const to of recipients)
      mails.push({ to, recipients, subject, text, html, headers, raw: raw.toString() })
    for (const wake of waiting) wake()
  }
  smtp.on('error', () => undefined) // a client that goes away
  const listening = smtp.listen(port, HOST)
  await once(listening, 'listening')
  const pages = createServer((request, response) => {
    const isList = request.url === '/mails.json'
    const type = isList ? 'application/json' : 'text/html; charset=utf-8'
    response
      .writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
      .end(isList ? JSON.stringify(mails) : inbox(mails))
  }).listen(inboxPort, HOST)
  await once(pages, 'listening')
  /** @param {import('node:net').Server} server */
  const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port
  return {
    url: `smtp://${HOST}:${portOf(listening)}`,
    inboxUrl: `http://${HOST}:${portOf(pages)}`,
    mails,
    refuse: (isOn) => void (refuses = isOn),
    next: (to) => nextMail(mails, waiting, to),
    async close() {
      pages.closeAllConnections()
      await Promise.all([
        new Promise((done) => pages.close(done)),
        new Promise((/** @type {(value?: undefined) => void} */ done) => smtp.close(() => done())),
      ])
    },
  }
}

/**
 * @param {import('./index.d.mts').ReceivedMail[]} mails
 * @param {Set<() => void>} waiting
 * @param {string} to
 */
async function nextMail(mails, waiting, to) {
  for (;;) {
    const mail = mails.find((one) => one.to === to && !one.isRead)
    if (mail) {
      mail.isRead = true
      return mail
    }
    await new Promise((/** @type {(value?: undefined) => void} */ done) => {
      const wake = () => {
        waiting.delete(wake)
        done()
      }
      waiting.add(wake)
    })
  }
}
