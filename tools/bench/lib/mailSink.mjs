// A mail server that keeps nothing: it hands the text of each mail to whoever waits for it. It speaks
// as little of SMTP as a client needs, because it shares the processor with what is measured.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** @returns {Promise<{ url: string, next(to: string): Promise<string>, close(): void }>} */
export async function startMailSink() {
  /** @type {Map<string, (text: string) => void>} */
  const waiting = new Map()
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    converse(socket, (to, text) => {
      waiting.get(to)?.(text)
      waiting.delete(to)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    next: (to) => new Promise((done) => waiting.set(to, done)),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function converse(socket, onMail) {
  let text = ''
  let to = ''
  let isData = false
  const say = (line) => socket.write(`${line}\r\n`)
  const take = (line) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'QUIT') return socket.end('221 Bye\r\n')
    isData = verb === 'DATA'
    return say(isData ? '354 Go on' : '250 Good')
  }
  say('220 sink')
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n'
      const end = text.indexOf(mark)
      if (end < 0) return
      const piece = text.slice(0, end)
      text = text.slice(end + mark.length)
      if (!isData) take(piece)
      else {
        isData = false
        say('250 Kept')
        // Quoted-printable breaks long lines by "=".
        onMail(to, piece.replace(/=\r\n/g, '').replace(/=3D/g, '='))
      }
    }
  })
}
