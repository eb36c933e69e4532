// Persons with several browsers before one secure frame: what the recovery specs share.
import { type Browser, type CDPSession, type Frame, type Page } from '@playwright/test'
import { startMail } from '@latchkey-tools/localnet'
import { startSecureFrame, type RunningFrame } from '../../tools/localnet/secureFrame.mjs'
import { verifyMessage, type Hex } from 'viem'
import {
  approveByMouse,
  ask,
  openFrame,
  pressWhenArmed,
  signIn,
  startFrameHost,
  type FrameReply,
} from './frameHost.js'

/** A service with a mail server and a page of another site. */
export async function startWorld(recovery: 'automatic' | 'user', env: Record<string, string> = {}) {
  const [mail, host] = await Promise.all([startMail(), startFrameHost()])
  const service: RunningFrame = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    recovery,
    env: {
      LIMIT_MAIL_PAUSE: '0',
      LIMIT_MAIL_HOUR: '100',
      LIMIT_MAIL_DAY: '100',
      LIMIT_RECOVERIES: '100',
      ...env,
    },
  })
  /** Mails to sign in by, without the notices between them. */
  const next: typeof mail.next = async (to) => {
    for (;;) {
      const found = await mail.next(to)
      if (/\/device\/|^\d{6}$/m.test(found.text)) return found
    }
  }
  return {
    mail: { ...mail, next },
    host,
    service,
    async close() {
      await service.close()
      host.close()
      await mail.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

/** A frame that somebody is signed in to. */
export interface OpenFrame {
  page: Page
  frame: Frame
  address: Hex
  /** Asks for a signature; the person approves by `approve`. */
  ask(message: string): Promise<FrameReply>
  /** Approves the card that is shown. */
  approve(): Promise<void>
  press(name: string | RegExp): Promise<void>
  fill(label: string | RegExp, value: string): Promise<void>
  /** Opens the frame's own pages. */
  security(): Promise<FrameReply>
  close(): Promise<void>
}

/** A browser of a person, signed in, with the frame open. */
export interface Device extends OpenFrame {
  solana: string
  /** The part of the session that the page keeps. */
  handle: string
}

export async function openDevice(
  page: Page,
  world: World,
  email: string,
  lang = 'en',
): Promise<Device> {
  const frame = await openFrame(page, world.host.url, world.service.url, lang)
  const { user, handle } = await signIn(page, world.mail, email)
  const solana = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', preferredAccountType: 'eoa' }
  const { payload } = await ask(page, 'get user', solana)
  await ask(page, 'get user', { chainId: 1, preferredAccountType: 'eoa' })
  return {
    ...deviceOf(page, frame, user.address),
    solana: (payload!['user'] as { address: string }).address,
    handle,
  }
}

export function deviceOf(page: Page, frame: Frame, address: Hex): OpenFrame {
  const press = async (name: string | RegExp) => {
    const button = frame.getByRole('button', { name })
    // Those that can be taken back work at once.
    if ((await button.getAttribute('aria-disabled')) === null) await button.click()
    else await pressWhenArmed(button)
  }
  return {
    page,
    frame,
    address,
    ask: (message) =>
      ask(page, 'rpc request', { method: 'personal_sign', params: [message, address] }),
    approve: () => approveByMouse(frame),
    press,
    async fill(label, value) {
      await frame.getByLabel(label).fill(value)
      await press('Continue')
    },
    security: () => ask(page, 'open security'),
    close: () => page.context().close(),
  }
}

/** A new browser of the same or another person. */
export async function newDevice(browser: Browser, world: World, email: string): Promise<Device> {
  return openDevice(await (await browser.newContext()).newPage(), world, email)
}

/** A signature that counts for the address. */
export const signed = async (address: Hex, message: string, answer: FrameReply): Promise<boolean> =>
  verifyMessage({ address, message, signature: answer.payload!['result'] as Hex })

/** Signs a message from the beginning to the end, without a step between. */
export async function sign(device: OpenFrame, message = 'Hello'): Promise<boolean> {
  const answered = device.ask(message)
  await device.approve()
  return signed(device.address, message, await answered)
}

interface Passkeys {
  client: CDPSession
  authenticatorId: string
}

/** An authenticator that knows PRF and asks nobody. */
export async function addAuthenticator(page: Page): Promise<Passkeys> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

/** Presses what works only after the whole card was visible for a moment. */
export async function pressArmed({ frame }: Pick<Device, 'frame'>, name: string): Promise<void> {
  await pressWhenArmed(frame.getByRole('button', { name, exact: true }))
}

/** Takes everything from the browser that the frame has in it; passkeys stay, as those do that are synced. */
export async function forgetBrowser(page: Page, world: World): Promise<void> {
  await page.context().clearCookies()
  const client = await page.context().newCDPSession(page)
  const { origin } = new URL(world.service.url)
  // A session that is detached would take the page's authenticator with it.
  await client.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,local_storage',
  })
}

/** Changes an answer of the service on its way to the frame. */
export async function tamper(
  page: Page,
  path: string,
  change: (body: Record<string, unknown>) => unknown,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: response.ok() ? change(body) : body })
  })
}

/** The six digits of the newest mail to an address. */
export async function nextCode(world: World, email: string): Promise<string> {
  for (;;) {
    const { text } = await world.mail.next(email)
    const code = /^\d{6}$/m.exec(text)?.[0]
    if (code) return code
  }
}
