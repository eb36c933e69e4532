// Analytics tell a service of the site's own about a visit from opening to sending. Of others they tell nothing.
import type { Page, Request } from '@playwright/test'
import { startRelay, type Relay } from '@latchkey/relay'
import { parseEther, toHex } from 'viem'
import { reportAttack } from './support/attackRow.js'
import { canariesIn, type Canary } from './support/canaries.js'
import {
  addressesOf,
  approve,
  approveDevice,
  connectButton,
  expect,
  modal,
  startEmbeddedWorld,
  test,
  typeCode,
} from './support/embeddedWorld.js'

const TOKEN = 'a token of the operator'
const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const AMOUNT = '0.31415926'
const BALANCE = '2.71828183'
const EMAIL = 'ada-lovelace@visitors.example'
const COUPON = 'coupon-of-the-query'
const FRAGMENT = 'part-of-the-fragment'
const ERROR_TEXT = 'the words of a failure'
/** In the order of the steps. */
const STEPS = {
  opened: 'MODAL_OPEN',
  chose: 'CONNECT_STARTED',
  connected: 'CONNECT_SUCCESS',
  signedIn: 'SIGN_IN_SUCCESS',
  sent: 'SEND_SUBMITTED',
} as const

let world: Awaited<ReturnType<typeof startEmbeddedWorld>>
let relay: Relay
test.beforeAll(async () => {
  world = await startEmbeddedWorld({ ANALYTICS_TOKEN: TOKEN })
  relay = await startRelay({ port: world.apiPort })
})
test.afterAll(async () => {
  await relay?.close()
  await world?.close()
})

interface Letter {
  eventId: string
  url: string
  props: { event: string; silent?: boolean; restored?: boolean; address?: string }
}

/** Keeps every request of the page, also those of its frames. */
function watch(page: Page) {
  const all: Request[] = []
  page.context().on('request', (request) => all.push(request))
  const sent = () =>
    all.filter((each) => each.method() === 'POST' && new URL(each.url()).pathname === '/e')
  return {
    all,
    sent,
    letters: () => sent().map((each) => JSON.parse(each.postData() ?? '') as Letter),
    names: () => sent().map((each) => (JSON.parse(each.postData() ?? '') as Letter).props.event),
  }
}

const shop = (more: Readonly<Record<string, string>> = {}) =>
  `${world.shop({ analytics: world.frame.url, coupon: COUPON, ...more })}#${FRAGMENT}`

/** The page has no idle moment until the test gives it one. */
async function holdIdle(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const deadline = { didTimeout: false, timeRemaining: () => 50 }
    Object.assign(window, {
      requestIdleCallback: (run: (deadline: IdleDeadline) => void) =>
        held.push(() => run(deadline)),
      cancelIdleCallback: (id: number) => void (held[id - 1] = () => undefined),
      giveIdle: () => held.splice(0).forEach((run) => run()),
    })
  })
  return () => page.evaluate(() => (window as unknown as { giveIdle(): void }).giveIdle())
}
/** Longer than the page waits for an idle moment at most. */
const longerThanIdle = (page: Page) => page.waitForTimeout(3_000)

async function openModal(page: Page): Promise<void> {
  await connectButton(page).click()
  await expect(modal(page).getByRole('textbox', { name: 'Email address' })).toBeVisible()
}

/** Shows a pairing code, and goes back to the list. @returns the pairing link */
async function lookAtCode(page: Page): Promise<string> {
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await page.locator('[data-qr]').waitFor()
  const uri = await page.evaluate(
    () =>
      (
        window.kernel as unknown as {
          plugins: { walletconnect: { pairing: { get(): { uri?: string } } } }
        }
      ).plugins.walletconnect.pairing.get().uri,
  )
  await modal(page).getByRole('button', { name: 'Back' }).click()
  return uri ?? ''
}

async function signInByMail(page: Page): Promise<string> {
  await modal(page).getByRole('textbox', { name: 'Email address' }).fill(EMAIL)
  await modal(page).getByRole('button', { name: 'Continue with email' }).click()
  await expect(modal(page)).toContainText('Open the link in the mail')
  const code = await approveDevice(page.context(), world, EMAIL)
  await typeCode(page, code)
  return code
}

async function payByModal(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^0x/ }).click()
  await modal(page).getByRole('button', { name: 'Send' }).click()
  await modal(page).getByLabel('Amount').fill(AMOUNT)
  await modal(page).getByLabel('To', { exact: true }).fill(RECEIVER)
  await modal(page).getByRole('button', { name: 'Review' }).click()
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await approve(page, world)
  await expect(modal(page).getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

/** Every text in a JSON value that is as long as a secret. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < 20 ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Words that page and frame told the frame's service and the nodes: tokens, proofs, shares, signed transactions. */
function secretsOf(requests: readonly Request[], own: string): string[] {
  return requests.flatMap((request) => {
    const { authorization = '', ...headers } = request.headers()
    const body = request.postData() ?? ''
    const texts = body.startsWith('{') ? textsIn(JSON.parse(body)) : []
    return [...authorization.split(' '), headers['dpop'] ?? '', ...texts].filter(
      // The address goes with each event, as the host has chosen.
      (text) => text.length >= 20 && !text.toLowerCase().includes(own.toLowerCase().slice(2)),
    )
  })
}

const canaries = (texts: readonly string[]): Canary[] =>
  [...new Set(texts)].map((text) => ({ name: text, texts: [text] }))

test('A visit from opening to sending arrives in order, with words alone, and none of the visitor’s secrets', async ({
  page,
}) => {
  const { all, sent, letters, names } = watch(page)
  await page.goto(shop({ siwx: 'required', relay: relay.url }))
  await openModal(page)
  const uri = await lookAtCode(page)
  expect(uri).toMatch(/^wc:/)
  const code = await signInByMail(page)
  await expect(modal(page).getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await modal(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await approve(page, world)
  await expect(modal(page)).toHaveCount(0)
  const { eip155 = '', solana = '' } = await addressesOf(page)
  await world.fund(eip155, BALANCE)
  await page.evaluate((text) => {
    const { events } = window.kernel.ports as unknown as {
      events: { emit(name: string, data: object): void }
    }
    events.emit('kernel:error-reported', {
      error: new Error(text),
      where: `${text} ${location.href}`,
    })
  }, ERROR_TEXT)
  await payByModal(page)
  await expect.poll(names).toContain(STEPS.sent)

  await test.step('The steps arrive in their order', () => {
    const first = Object.values(STEPS).map((name) => names().indexOf(name))
    expect(first.every((at) => at >= 0)).toBe(true)
    expect(first).toEqual([...first].sort((a, b) => a - b))
    expect(names()).toContain('ERROR')
    expect(names()).not.toContain('MODAL_CREATED')
  })
  await test.step('Each event has exactly five keys, and tells the page without query and fragment', async () => {
    const { origin, pathname } = new URL(page.url())
    for (const letter of letters()) {
      expect(Object.keys(letter).join()).toBe('eventId,url,domain,timestamp,props')
      expect(letter.url).toBe(origin + pathname)
    }
    expect(new Set(letters().map(({ eventId }) => eventId)).size).toBe(letters().length)
    expect(letters().at(-1)?.props.address).toBe(eip155)
    for (const request of sent()) {
      const { searchParams } = new URL(request.url())
      expect([...searchParams.keys()].sort()).toEqual(['projectId', 'st', 'sv'])
      expect(await request.headerValue('cookie')).toBeNull()
      expect((await request.response())?.status()).toBe(202)
    }
  })
  await test.step('The service has counted each event once', async () => {
    const wanted = Object.fromEntries(
      Object.entries(STEPS).map(([step, event]) => [
        step,
        letters().filter(({ props }) => props.event === event && !props.silent && !props.restored)
          .length,
      ]),
    )
    const [from, to] = ['2026-01-01', '9999-12-31']
    const path = `/v1/analytics/funnel?projectId=local&from=${from}&to=${to}`
    const headers = { authorization: `Bearer ${TOKEN}` }
    // Node does not know names below localhost.
    const url = `http://127.0.0.1:${new URL(world.frame.url).port}${path}`
    const read = async () => (await (await fetch(url, { headers })).json()).counts
    await expect.poll(read).toEqual(wanted)
  })
  await test.step('No secret and no mark is in any request', async () => {
    const [, topic = '', symKey = ''] = /^wc:(\w+)@.*symKey=(\w+)/.exec(uri) ?? []
    const wei = parseEther(AMOUNT)
    const session = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    const cookies = await page.context().cookies()
    const others = all.filter((request) => !sent().includes(request))
    const secrets = [
      ...[EMAIL, EMAIL.split('@')[0]!, EMAIL.split('@')[1]!, COUPON, FRAGMENT, ERROR_TEXT],
      ...[uri, topic, symKey, 'relay-protocol', 'symKey='],
      ...[AMOUNT, String(wei), toHex(wei), BALANCE, String(parseEther(BALANCE))],
      ...[toHex(parseEther(BALANCE)), RECEIVER, solana, relay.url, 'Welcome.'],
      ...Object.values(world.nodes).flatMap((url) => [url, new URL(url).host]),
      ...['mnemonic', 'privateKey', 'authorization":', 'signature', 'password', 'sessionToken'],
      ...cookies.map(({ value }) => value),
      ...textsIn(JSON.parse(session, (_, value: unknown) => readJson(value))),
      ...secretsOf(others, eip155),
    ].filter((text) => text.length >= 8 && !eip155.toLowerCase().includes(text.toLowerCase()))
    const kept = canaries(secrets.filter((text) => !isPublic(text, eip155)))
    expect(kept.length).toBeGreaterThanOrEqual(40)
    const found = sent().flatMap((request) => {
      const body = request.postData() ?? ''
      const short = new RegExp(`\\b${code}\\b|wc:|@`).exec(body) ?? []
      return [...canariesIn(`${request.url()}\n${body}`, kept), ...short]
    })
    reportAttack({
      attack: `analytics of a whole visit, ${sent().length} requests searched for secrets and marks`,
      ...{ tries: kept.length, wanted: '0 found', seen: `${found.length} found` },
    })
    expect(found).toEqual([])
    // The search finds them where they are.
    const whole = others
      .map((request) => `${request.url()}\n${request.postData() ?? ''}`)
      .join('\n')
    expect(canariesIn(whole, canaries([EMAIL, COUPON]))).toEqual([EMAIL, COUPON])
  })
})

/** Texts within texts of JSON, as storage has them. */
const readJson = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The page itself and the address in use: an event may say both. */
const isPublic = (text: string, address: string): boolean => {
  const { origin, pathname } = new URL(shop())
  return text.toLowerCase() === address.toLowerCase() || (origin + pathname).includes(text)
}

test('No event is sent before the page is idle', async ({ page }) => {
  const giveIdle = await holdIdle(page)
  const { names } = watch(page)
  await page.goto(shop())
  await openModal(page)
  await longerThanIdle(page)
  expect(names()).toEqual([])
  await giveIdle()
  await expect.poll(names).toContain('MODAL_OPEN')
})

test('With Global Privacy Control no event is sent, and the site still hears them', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  const { names } = watch(page)
  await page.goto(shop())
  const heard = page.evaluate(
    () =>
      new Promise<string>((done) =>
        window.kernel.plugins.analytics.subscribe(
          ({ event }) => event === 'MODAL_OPEN' && done(event),
        ),
      ),
  )
  await openModal(page)
  expect(await heard).toBe('MODAL_OPEN')
  await longerThanIdle(page)
  expect(names()).toEqual([])
})

test('After the switch of the site’s consent is off no event is sent, nor those that waited', async ({
  page,
}) => {
  const giveIdle = await holdIdle(page)
  const { names } = watch(page)
  await page.goto(shop())
  await openModal(page)
  const consent = (isGiven: boolean) =>
    page.evaluate((given) => window.kernel.plugins.analytics.setConsent(given), isGiven)
  await expect
    .poll(() => page.evaluate(() => window.kernel.plugins.analytics.isSending()))
    .toBe(true)
  await consent(false)
  await giveIdle()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  await longerThanIdle(page)
  await giveIdle()
  await longerThanIdle(page)
  expect(names()).toEqual([])
  await consent(true)
  await openModal(page)
  await giveIdle()
  await expect.poll(names).toContain('MODAL_OPEN')
})
