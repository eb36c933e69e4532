// Weighs the page of the secure frame as a browser fetches it: up to ready, its keys, and the first
// request of each chain family.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { startMail } from '../../localnet/src/mail.mjs'
import { startSecureFrame } from '../../localnet/secureFrame.mjs'

const EMAIL = 'sizes@host.example'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A page of another origin, which speaks the protocol of the embedded wallet by hand. */
const HOST = `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><script>
window.insert = (src) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  frame.width = 400
  frame.height = 600
  frame.src = src
  const open = new Map()
  let answered
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== frame.contentWindow || data.nonce === answered) return
    answered = data.nonce
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data: message }) => {
      if (message.type === 'latchkey frame connected') resolve()
      open.get(message.id)?.(message)
    }
    const offer = { type: 'latchkey frame connect', version: 4, nonce: 'ab'.repeat(16), frameNonce: data.nonce }
    source.postMessage(offer, origin, [port2])
    let last = 0
    window.ask = (type, payload) => new Promise((done) => {
      const id = String(++last)
      open.set(id, done)
      port1.postMessage({ type, id, ...(payload && { payload }) })
    })
  })
  document.body.append(frame)
})
</script><body></body>`

const ask = (page, type, payload) =>
  page.evaluate(([event, value]) => globalThis.ask(event, value), [type, payload])

/** Signs in as a new person: the first wallet needs the keys. */
async function signIn(page, mail) {
  await ask(page, 'connect email', { email: EMAIL })
  const approved = ask(page, 'connect device')
  const { text } = await mail.next(EMAIL)
  const [link] = /http\S+\/device\/\S+/.exec(text)
  const shown = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  await approved
  const { payload } = await ask(page, 'connect otp', {
    otp: /<output[^>]*>(\d{6})</.exec(shown)[1],
  })
  return payload.user.address
}

/** Asks for a signature until its card is shown, and refuses it. */
async function showCard(page, method, params) {
  const answered = ask(page, 'rpc request', { method, params })
  const frame = page.frames()[1]
  await frame.getByRole('button', { name: 'Reject' }).click()
  await answered
}

/** Records what the page of the frame asks its own origin for, in phases. */
function createRecorder(page, origin) {
  let asked = []
  page.on('response', (response) => {
    const { pathname, origin: from } = new URL(response.url())
    const isPage = from === origin && pathname.startsWith('/frame')
    if (isPage) asked.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return async (act) => {
    asked = []
    await act()
    const sizes = await Promise.all(asked)
    return { requests: sizes.length, bytes: sizes.reduce((all, one) => all + one, 0) }
  }
}

/**
 * @param {import('playwright').Browser} browser
 * @returns {Promise<Record<string, number>>} figures by the names of the budgets
 */
export async function measureFrame(browser) {
  const host = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(HOST),
  ).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const hostUrl = `http://127.0.0.1:${host.address().port}`
  const mail = await startMail()
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [hostUrl],
    recovery: 'automatic',
  })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(hostUrl)
    const phase = createRecorder(page, new URL(service.url).origin)
    const address = `${service.url}/frame?projectId=local&chainId=1&version=4&enableLogger=false&lang=en`
    const ready = await phase(() => page.evaluate((src) => globalThis.insert(src), address))
    let account
    const keys = await phase(async () => (account = await signIn(page, mail)))
    const evm = await phase(() => showCard(page, 'personal_sign', ['0x48656c6c6f', account]))
    await ask(page, 'switch network', { chainId: SOLANA })
    const solana = await phase(() => showCard(page, 'solana_signMessage', { message: 'Cn8eVZg' }))
    return {
      frameReady: ready.bytes,
      frameRequests: ready.requests,
      frameKeys: keys.bytes,
      frameEvm: evm.bytes,
      frameSolana: solana.bytes,
    }
  } finally {
    await context.close()
    await service.close()
    await mail.close()
    host.closeAllConnections()
    host.close()
  }
}
