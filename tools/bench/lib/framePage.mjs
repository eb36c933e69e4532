// A page of another site than the secure frame's, in which a bench asks the frame as the plugin does.
// Page and frame are two processes: both are slowed, the frame's before it loads.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startMail } from '../../localnet/src/mail.mjs'
import { startSecureFrame } from '../../localnet/secureFrame.mjs'
import { at } from '../../run/lib/paths.mjs'

const HOST = readFileSync(at('tools/localnet/frameHost.html'), 'utf8')
const EMPTY = '<!doctype html><title>Empty</title>'

async function serve(html, host) {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://${host}:${server.address().port}`,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

/** The page, on an address that is another site than localhost. */
export const startHost = () => serve(HOST, '127.0.0.1')

/** The service, its mail server and the pages. localhost and 127.0.0.1 are two sites. */
export async function startFrameWorld(env = {}) {
  const [mail, host, empty] = await Promise.all([
    startMail(),
    startHost(),
    serve(EMPTY, 'localhost'),
  ])
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery: 'automatic',
    env,
  })
  return {
    mail,
    host,
    /** Of the frame's site, and so of its process. */
    empty,
    service,
    src: `${service.url}/frame?projectId=local&chainId=1&version=4&enableLogger=false&lang=en`,
    async close() {
      await service.close()
      await mail.close()
      for (const server of [host, empty]) server.close()
    },
  }
}

export const slowDown = async (page, target, rate) =>
  (await page.context().newCDPSession(target)).send('Emulation.setCPUThrottlingRate', { rate })

/**
 * Opens the page in a browser that has nothing in its cache, with an empty frame of the secure frame's
 * site, and slows both processes.
 */
export async function openHost(browser, world, slower, context = undefined) {
  const own = context ?? (await browser.newContext())
  const page = await own.newPage()
  await page.goto(world.host.url)
  await page.evaluate(
    (src) =>
      new Promise((done) => {
        const frame = document.createElement('iframe')
        frame.style.display = 'none'
        frame.onload = done
        frame.src = src
        document.body.append(frame)
      }),
    world.empty.url,
  )
  await slowDown(page, page, slower)
  await slowDown(page, page.frames()[1], slower)
  return page
}

/**
 * Inserts the frame.
 * @returns {Promise<{ loaded: number, connected: number }>} ms from its insertion to the ready event, and
 * to the end of the handshake
 */
export const insert = (page, src) =>
  page.evaluate(async (address) => {
    let loaded = 0
    addEventListener('message', ({ data }) => {
      if (data.type === 'latchkey frame ready') loaded ||= performance.now()
    })
    const began = performance.now()
    await globalThis.insert(address)
    return { loaded: loaded - began, connected: performance.now() - began }
  }, src)

export const ask = (page, type, payload) =>
  page.evaluate(([event, value]) => globalThis.ask(event, value), [type, payload])

/**
 * Begins a sign-in and follows the mail to its code.
 * @returns {Promise<string>} the code
 */
export async function codeFor(page, mail, email) {
  const { payload } = await ask(page, 'connect email', { email })
  const isNew = payload.action === 'VERIFY_DEVICE'
  const approved = isNew ? ask(page, 'connect device') : undefined
  const { text } = await mail.next(email)
  if (!isNew) return /^\d{6}$/m.exec(text)[0]
  const [link] = /http\S+\/device\/\S+/.exec(text)
  const shown = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  await approved
  return /<output[^>]*>(\d{6})</.exec(shown)[1]
}

/** Milliseconds that a fixed piece of work takes in a frame: it shows whether that is slowed. */
export const workIn = (frame) =>
  frame.evaluate(() => {
    const began = performance.now()
    let sum = 0
    for (let count = 0; count < 2e7; count += 1) sum = (sum * 31 + count) | 0
    return performance.now() - began + (sum === 1 ? 1 : 0)
  })

/**
 * Sends a request, approves it as a person does, and waits for the answer.
 * @param {import('playwright').Frame} frame the secure frame in the page
 * @param {{ method: string, params: unknown[] }} request
 * @returns {Promise<{ ms: number, result: any }>} ms from the click in the frame to the answer in the page
 */
export async function approveAndTime(page, frame, request) {
  const answered = page.evaluate(async (payload) => {
    const reply = await globalThis.ask('rpc request', payload)
    return { ...reply, at: performance.timeOrigin + performance.now() }
  }, request)
  await frame.locator('.request').press('End')
  // The pointer comes over the button, which works when it has been there for 800 ms.
  const button = frame.locator('button.primary')
  await button.hover()
  await frame.locator('button.primary[aria-disabled="false"]').waitFor()
  await button.evaluate((node) =>
    node.addEventListener(
      'click',
      () => (globalThis.clickedAt = performance.timeOrigin + performance.now()),
      { capture: true, once: true },
    ),
  )
  await button.click()
  const { at, payload } = await answered
  if (!payload.result) throw new Error(`It was not answered: ${JSON.stringify(payload)}`)
  return { ms: at - (await frame.evaluate(() => globalThis.clickedAt)), result: payload.result }
}
