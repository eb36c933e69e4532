// A page that is wholly an attacker's, with a real service behind the frame. It counts signatures that
// the page got, and secrets of the frame among all that the page has read.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Frame, Locator, Page } from '@playwright/test'
import type { startMail } from '@latchkey-tools/localnet'
import { FRAME_HOST_HTML, ask, openFrame, signIn } from './frameHost.js'

declare global {
  interface Window {
    /** All that the page has read of others. */
    loot: unknown[]
    /** The answers to its requests that sign. */
    answers: { payload?: { result?: unknown } }[]
  }
}

/** A service worker that keeps all that it is told of. */
const WORKER = `self.addEventListener('fetch', ({ request }) => self.clients.matchAll().then((all) =>
  all.forEach((one) => one.postMessage({ url: request.url, headers: [...request.headers] }))))`

/** Serves the page; `/sw.js` is its service worker. On 127.0.0.1, another site than localhost. */
export async function startHostileHost() {
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/sw.js'
    const type = isWorker ? 'text/javascript' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type }).end(isWorker ? WORKER : FRAME_HOST_HTML)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void (server.closeAllConnections(), server.close()) }
}

/** The page, the frame and the person that an attack is tried on. */
export interface World {
  readonly page: Page
  readonly hostUrl: string
  readonly frameUrl: string
  /** Of the person whose wallet is wanted. */
  readonly address: string
  readonly handle: string
  /** The frame's document now. */
  frame(): Frame
  approve(): Locator
  /** Opens the page and its frame anew, signed in. */
  open(): Promise<Frame>
  /** Asks for a signature and waits for the card. The answer is counted whenever it comes. */
  request(text?: string): Promise<void>
  /** Waits by the clock of the frame. */
  wait(ms: number): Promise<void>
  /** Waits by the clock of the page, where the frame may be away. */
  pause(ms: number): Promise<void>
  /** Waits until the button works: for attacks that begin then. */
  armed(): Promise<void>
  /** Clicks the button as a person does, and presses it by keyboard. */
  press(): Promise<void>
}

export interface Attack {
  readonly name: string
  /** Signatures that the person did approve in it. */
  readonly approved?: number
  run(world: World): Promise<void>
}

const BRIEF = { timeout: 1_500 }

interface Options {
  page: Page
  mail: Awaited<ReturnType<typeof startMail>>
  hostUrl: string
  frameUrl: string
  email: string
}

/** Signs the person in and remembers every secret that the frame gets from its service. */
export async function createWorld({ page, mail, hostUrl, frameUrl, email }: Options) {
  const secrets = new Set<string>()
  page.on('response', (response) => {
    if (!response.url().startsWith(`${frameUrl}/v1/`)) return
    void response.json().then(
      (body: Record<string, unknown>) => {
        for (const name of ['token', 'share', 'recovery', 'code'])
          if (typeof body[name] === 'string') secrets.add(body[name])
      },
      () => undefined,
    )
  })
  await openFrame(page, hostUrl, frameUrl)
  const { user, handle } = await signIn(page, mail, email)
  const frame = (): Frame => {
    const found = page.frames().find((one) => one.url().startsWith(`${frameUrl}/frame`))
    if (!found) throw new Error('The frame is not there.')
    return found
  }
  const approve = (): Locator => frame().locator('button.primary')
  const world: World = {
    page,
    hostUrl,
    frameUrl,
    address: user.address,
    handle,
    frame,
    approve,
    async open() {
      const opened = await openFrame(page, hostUrl, frameUrl)
      await page.evaluate(() => {
        window.loot = []
        window.answers = []
        window.addEventListener('message', ({ data }) => void window.loot.push(data))
        window.port.addEventListener('message', ({ data }) => void window.loot.push(data))
      })
      await ask(page, 'is connected', { token: handle })
      return opened
    },
    async request(text = 'Hello') {
      await page.evaluate(
        ([message, address]) => {
          const params = [message, address]
          const payload = { method: 'personal_sign', params }
          void window.ask('rpc request', payload).then((reply) => window.answers.push(reply))
        },
        [text, user.address],
      )
      await approve().waitFor({ state: 'attached' })
      // The person has read it to its end: that alone does not hold an attack up.
      await frame()
        .locator('.request')
        .evaluate((list) => list.scrollTo(0, list.scrollHeight))
    },
    async wait(ms) {
      const end = (await frame().evaluate(() => performance.now())) + ms
      await frame().waitForFunction((until) => performance.now() > until, end)
    },
    async pause(ms) {
      const end = (await page.evaluate(() => performance.now())) + ms
      await page.waitForFunction((until) => performance.now() > until, end)
    },
    armed: () =>
      frame()
        .waitForSelector('button.primary[aria-disabled=false]', { state: 'attached' })
        .then(() => undefined),
    async press() {
      await approve()
        .click({ ...BRIEF, force: true })
        .catch(() => undefined)
      await approve()
        .press('Enter', BRIEF)
        .catch(() => undefined)
    },
  }
  return {
    world,
    secrets,
    /** Signatures and secrets that the page has at the end of an attack. */
    async count() {
      const cookies = await page.context().cookies(frameUrl)
      const [loot, signed] = await page.evaluate(() => [
        JSON.stringify([window.loot ?? [], { ...localStorage }, document.cookie]),
        (window.answers ?? []).filter(({ payload }) => payload?.result !== undefined).length,
      ])
      const known = [...secrets, ...cookies.map(({ value }) => value)]
      return { signed, stolen: known.filter((secret) => loot.includes(secret)).length }
    },
  }
}
