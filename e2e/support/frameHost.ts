// A page of another site than the frame's, which speaks the protocol of the embedded wallet by hand: it
// shows the frame all the time and does nothing by itself.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type { startMail } from '@latchkey-tools/localnet'
import type { Hex } from 'viem'

type Mail = Awaited<ReturnType<typeof startMail>>

/** The page: `insert(src)` makes the frame, `ask(type, payload)` posts a request. */
export const FRAME_HOST_HTML = readFileSync('tools/localnet/frameHost.html', 'utf8')

/** The names that the page's script adds. */
declare global {
  interface Window {
    insert(src: string): Promise<void>
    ask(type: string, payload?: unknown): Promise<FrameReply>
    port: MessagePort
    notices: { type: string }[]
    /** The answers to several requests that a test posts at once. */
    queued?: Promise<FrameReply>[]
  }
}
export interface FrameReply {
  type: string
  id: string
  payload?: Record<string, unknown>
}

/** Serves the page on the address 127.0.0.1, which is another site than localhost. */
export async function startFrameHost(headers: Readonly<Record<string, string>> = {}) {
  const type = { 'content-type': 'text/html; charset=utf-8' }
  const server = createServer((_, response) =>
    response.writeHead(200, { ...type, ...headers }).end(FRAME_HOST_HTML),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void (server.closeAllConnections(), server.close()) }
}

/** Opens the page and its frame, and waits for their handshake. */
export async function openFrame(
  page: Page,
  host: string,
  frameUrl: string,
  lang = 'en',
): Promise<Frame> {
  await page.goto(host)
  const src = `${frameUrl}/frame?projectId=local&chainId=1&version=4&enableLogger=false&lang=${lang}`
  await page.evaluate((address) => window.insert(address), src)
  return page.frame({ url: src })!
}

export const ask = (page: Page, type: string, payload?: unknown): Promise<FrameReply> =>
  page.evaluate(([event, value]) => window.ask(event as string, value), [type, payload])

/** Follows the link of the mail, as the person does on any device. */
async function approveDevice(mail: Mail, email: string): Promise<string> {
  const { text } = await mail.next(email)
  const [link = ''] = /http\S+\/device\/\S+/.exec(text) ?? []
  const page = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
  return /<output[^>]*>(\d{6})</.exec(page)?.[1] ?? ''
}

/** The code by which a device that is known already signs in. */
async function codeOf(mail: Mail, email: string): Promise<string> {
  const { text } = await mail.next(email)
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

/** Waits for the device's approval in the mail. @returns the code of its page */
async function codeOfDevice(page: Page, mail: Mail, email: string): Promise<string> {
  const approved = ask(page, 'connect device')
  const otp = await approveDevice(mail, email)
  expect(await approved).toMatchObject({ type: 'connect device success' })
  return otp
}

/** Signs in by email, from a new device unless `isKnown`. */
export async function signIn(page: Page, mail: Mail, email: string, isKnown = false) {
  const started = await ask(page, 'connect email', { email })
  expect(started.payload).toEqual({ action: isKnown ? 'VERIFY_OTP' : 'VERIFY_DEVICE' })
  const otp = isKnown ? await codeOf(mail, email) : await codeOfDevice(page, mail, email)
  const { payload } = await ask(page, 'connect otp', { otp })
  const connected = await ask(page, 'is connected', { token: '' })
  return {
    user: payload!['user'] as { address: Hex },
    handle: connected.payload!['token'] as string,
  }
}

/** Scrolls the request on the card to its end, by the keyboard. */
export const readToEnd = (frame: { locator(selector: string): Locator }): Promise<void> =>
  frame.locator('.request').press('End')

/**
 * Presses a button that works once its card was visible for a moment. Where the browser measured anew just
 * then, nothing happened, and the person presses again.
 */
export async function pressUntilTaken(button: Locator, press: () => Promise<void>): Promise<void> {
  const pressed = await button.elementHandle()
  // Its window may be closed by then.
  const isTaken = (): Promise<boolean> =>
    pressed!
      .evaluate((node) => !node.isConnected || (node as HTMLButtonElement).disabled)
      .catch(() => true)
  await expect(async () => {
    if (await isTaken()) return
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await press()
    await expect.poll(isTaken, { timeout: 2_000 }).toBe(true)
  }).toPass()
}

/** The pointer comes over the button and presses it. */
export async function pressWhenArmed(button: Locator): Promise<void> {
  await button.hover()
  await pressUntilTaken(button, () => button.click({ timeout: 5_000 }))
}

/** Approves as a person does: the request is read to its end before the button is pressed. */
export async function approveByMouse(frame: { locator(selector: string): Locator }): Promise<void> {
  await readToEnd(frame)
  await pressWhenArmed(frame.locator('button.primary'))
}
