// The embedded wallet in engines that do not measure what covers a frame: a person signs in by email,
// comes back, and approves in a window of the secure origin.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { verifyMessage } from 'viem'
import { startMail } from '../../localnet/src/mail.mjs'
import { startSecureFrame } from '../../localnet/secureFrame.mjs'
import { at } from '../../run/lib/paths.mjs'

const WAIT_MS = 60_000
/** A script of WebDriver ends after 30 s. */
const CARD_WAIT_MS = 25_000
const EMAIL = 'ada@shop.example'

const demand = (holds, what, seen) => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`)
}

async function until(what, look, holds) {
  for (const end = Date.now() + WAIT_MS; ;) {
    const seen = await look().catch(String)
    if (holds(seen)) return seen
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(seen)}`)
  }
}

/** Starts mail, service and a page of another site. */
export async function startWorld() {
  const html = readFileSync(at('tools/localnet/frameHost.html'))
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/`
  const mail = await startMail()
  const frame = await startSecureFrame({ mailUrl: mail.url, pages: [url], recovery: 'automatic' })
  return {
    url,
    mail,
    frameUrl: `${frame.url}/frame?projectId=local&chainId=1&version=4&enableLogger=false`,
    async close() {
      server.closeAllConnections()
      server.close()
      await frame.close()
      await mail.close()
    },
  }
}

const ask = (browser, type, payload) =>
  browser.evaluate(`() => window.ask(${JSON.stringify(type)}, ${JSON.stringify(payload)})`)

async function open(browser, { url, frameUrl }) {
  await browser.goto(url)
  await browser.evaluate(`() => window.insert(${JSON.stringify(frameUrl)})`)
}

/** Follows the link of the mail. @returns the code that its page shows */
async function approveDevice(mail) {
  const { text } = await mail.next(EMAIL)
  const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
  const page = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  return /<output[^>]*>(\d{6})</.exec(page)?.[1] ?? ''
}

const GET_USER = { chainId: 1, preferredAccountType: 'eoa' }

async function approveInWindow(browser, world, address) {
  const request = { method: 'personal_sign', params: ['Hello', address] }
  await browser.evaluate(`() => {
    window.ask('rpc request', ${JSON.stringify(request)}).then((reply) => (window.reply = reply))
  }`)
  const readCard = `() => ({
    rows: document.querySelectorAll('dl').length,
    text: document.body.innerText,
    isReady: document.querySelector('button.primary:not([aria-disabled=true])') !== null,
  })`
  const framed = await until(
    'the question for a window',
    () => browser.evaluateIn('frame', readCard),
    (seen) => seen?.isReady,
  )
  demand(framed.rows === 0, 'No request is shown in the frame', framed)
  await browser.clickIn('frame', 'button.primary')
  const card = await until(
    'the card in the window',
    () => browser.evaluateIn('window', readCard),
    (seen) => seen?.rows > 0,
  )
  await browser.clickIn('window', 'h1')
  await browser.evaluateIn(
    'window',
    `() => {
      const list = document.querySelector('.request')
      list.scrollTo(0, list.scrollHeight)
    }`,
  )
  demand(card.text.includes(new URL(world.url).origin), 'It names the site', card)
  await browser.clickIn('window', 'button.primary:not([aria-disabled=true])', CARD_WAIT_MS)
  const reply = await until(
    'the signature',
    () => browser.evaluate('() => window.reply'),
    (seen) => seen?.payload !== undefined,
  )
  const signature = reply.payload.result
  demand(
    await verifyMessage({ address, message: 'Hello', signature }),
    'The signature is of the wallet',
    reply,
  )
}

/** @returns {[title: string, check: () => Promise<void>][]} to be run in this order */
export function walkEmbedded(browser, world) {
  let address
  let handle
  return [
    [
      'signs in by email in a frame of another site',
      async () => {
        await open(browser, world)
        const started = await ask(browser, 'connect email', { email: EMAIL })
        demand(started.payload?.action === 'VERIFY_DEVICE', 'A mail with a link', started)
        const otp = await approveDevice(world.mail)
        await ask(browser, 'connect device')
        const { payload } = await ask(browser, 'connect otp', { otp })
        address = payload?.user?.address
        demand(/^0x[\da-f]{40}$/i.test(address), 'There is a wallet', payload)
        handle = (await ask(browser, 'is connected', { token: '' })).payload?.token
      },
    ],
    [
      'comes back with the same wallet',
      async () => {
        await open(browser, world)
        const back = await ask(browser, 'is connected', { token: handle })
        demand(back.payload?.isConnected === true, 'The session goes on', back)
        const { payload } = await ask(browser, 'get user', GET_USER)
        demand(payload?.user?.address === address, 'The address is the same', payload)
      },
    ],
    [
      'approves in a window of the secure origin, and nowhere else',
      () => approveInWindow(browser, world, address),
    ],
  ]
}
