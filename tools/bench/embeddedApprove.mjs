// From the click on Approve to the signature, in a page and a frame that are two processes, both slowed.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { startMail } from '../localnet/src/mail.mjs'
import { startSecureFrame } from '../localnet/secureFrame.mjs'
import { judge, median, quantile } from './lib/figures.mjs'

const EMAIL = 'approve@shop.example'
const FIRST_MS = 500
const LATER_MS = 150

/** A page that speaks the protocol of the embedded wallet by hand and notes when a signature arrives. */
const HOST = `<!doctype html><meta charset="utf-8"><title>Host</title><script>
window.insert = (src) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  frame.width = 400
  frame.height = 600
  frame.src = src
  const open = new Map()
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== frame.contentWindow) return
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data: message }) => {
      const at = performance.timeOrigin + performance.now()
      if (message.type === 'latchkey frame connected') resolve()
      open.get(message.id)?.({ ...message, at })
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

async function signIn(page, mail) {
  await ask(page, 'connect email', { email: EMAIL })
  const approved = ask(page, 'connect device')
  const { text } = await mail.next(EMAIL)
  const [link] = /http\S+\/device\/\S+/.exec(text)
  const shown = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  await approved
  const otp = /<output[^>]*>(\d{6})</.exec(shown)[1]
  const { payload } = await ask(page, 'connect otp', { otp })
  const { payload: connected } = await ask(page, 'is connected', { token: '' })
  return { address: payload.user.address, token: connected.token }
}

/** Milliseconds from the click in the frame to the signature in the page. */
async function measureOne(page, frame, address) {
  const answered = ask(page, 'rpc request', { method: 'personal_sign', params: ['Hello', address] })
  const button = frame.locator('button.primary[aria-disabled="false"]')
  await button.waitFor()
  await button.evaluate((node) =>
    node.addEventListener(
      'click',
      () => (globalThis.clickedAt = performance.timeOrigin + performance.now()),
      { capture: true, once: true },
    ),
  )
  await button.click()
  const { at, payload } = await answered
  if (!payload.result) throw new Error(`There is no signature: ${JSON.stringify(payload)}`)
  return at - (await frame.evaluate(() => globalThis.clickedAt))
}

async function slowDown(context, target, rate) {
  const session = await context.newCDPSession(target)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

async function measure(browser, host, mail, service, { rounds, slower }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const src = `${service.url}/frame?projectId=local&chainId=1&version=4&enableLogger=false&lang=en`
  const open = async () => {
    await page.goto(host)
    await page.evaluate((address) => globalThis.insert(address), src)
    return page.frames()[1]
  }
  await open()
  const { address, token } = await signIn(page, mail)
  const times = { first: [], later: [] }
  for (let round = 0; round < rounds; round += 1) {
    const frame = await open()
    await slowDown(context, page, slower)
    await slowDown(context, frame, slower)
    await ask(page, 'is connected', { token })
    times.first.push(await measureOne(page, frame, address))
    times.later.push(await measureOne(page, frame, address))
  }
  await context.close()
  return times
}

/**
 * Measures the click on Approve up to the signature: the first of a page that was loaded anew, and the
 * one after it.
 * @param {{ browser: import('playwright').Browser, rounds?: number, slower?: number }} options
 * @returns {Promise<boolean>} whether both bounds hold
 */
export async function benchEmbeddedApprove({ browser, rounds = 30, slower = 4 }) {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(HOST),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `http://127.0.0.1:${server.address().port}`
  const mail = await startMail()
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host],
    recovery: 'automatic',
    env: { LIMIT_SHARES: '100000' },
  })
  try {
    const { first, later } = await measure(browser, host, mail, service, { rounds, slower })
    const row = (name, values, bound) => ({
      name,
      value: quantile(values, 0.95),
      bound,
      unit: ' ms',
      note: `median ${median(values).toFixed(1)} ms`,
    })
    return judge(`Approve to signature, ${rounds} rounds, slowed ${slower} times, p95`, [
      row('the first click of a page', first, FIRST_MS),
      row('a later click', later, LATER_MS),
    ])
  } finally {
    await service.close()
    await mail.close()
    server.closeAllConnections()
    server.close()
  }
}
