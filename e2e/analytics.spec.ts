// Analytics tell a service of the site's own about visits that do all that the site offers, and nobody else.
import type { Page, Request } from '@playwright/test'
import { NEVER_SENT, trackedEvents } from '@latchkey/feature-analytics'
import { parseEther, toHex } from 'viem'
import {
  AMOUNT,
  buyCoins,
  COUPON,
  decline,
  EMAIL,
  FRAGMENT,
  leave,
  lookAtCode,
  NAME,
  openModal,
  pay,
  RECEIVER,
  signIn,
  startAnalyticsWorld,
  swapCoins,
  SWAPPED,
  takeName,
  TOKEN,
  watch,
  type AnalyticsWorld,
} from './support/analyticsWorld.js'
import { reportAttack } from './support/attackRow.js'
import { canariesIn, type Canary } from './support/canaries.js'
import { addressesOf, expect, modal, test } from './support/embeddedWorld.js'

const BALANCE = '2.71828183'
const ERROR_TEXT = 'the words of a failure'
/** In the order of the steps. */
const STEPS = {
  opened: 'MODAL_OPEN',
  chose: 'CONNECT_STARTED',
  connected: 'CONNECT_SUCCESS',
  signedIn: 'SIGN_IN_SUCCESS',
  sent: 'SEND_SUBMITTED',
} as const

let world: AnalyticsWorld
test.beforeAll(async () => void (world = await startAnalyticsWorld()))
test.afterAll(() => world?.close())

/** The steps that the service has counted. */
async function countsOf(): Promise<Record<keyof typeof STEPS, number>> {
  const [from, to] = ['2026-01-01', '9999-12-31']
  // Node does not know names below localhost.
  const origin = `http://127.0.0.1:${new URL(world.frame.url).port}`
  const headers = { authorization: `Bearer ${TOKEN}` }
  const path = `/v1/analytics/funnel?projectId=local&from=${from}&to=${to}`
  return (await (await fetch(origin + path, { headers })).json()).counts
}

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

/** Reports a failure whose texts are of the visitor. */
const fail = (page: Page) =>
  page.evaluate((text) => {
    const { events } = window.kernel.ports as unknown as {
      events: { emit(name: string, data: object): void }
    }
    const where = `${text} ${location.href}`
    events.emit('kernel:error-reported', { error: new Error(text), where })
  }, ERROR_TEXT)

test('Visits that do all that the site offers send each event of the list, and none of the visitor’s secrets', async ({
  page,
}) => {
  const { all, sent, letters, names } = watch(page)
  const met = async (...events: string[]) => {
    for (const event of events) await expect.poll(names, event).toContain(event)
  }
  await page.goto(world.wholeShop())
  await openModal(page)
  const uri = await lookAtCode(page)
  expect(uri).toMatch(/^wc:/)
  const code = await signIn(page, world)
  const { eip155 = '', solana = '' } = await addressesOf(page)
  await world.fund(eip155, BALANCE)
  await fail(page)
  await pay(page, world)
  await met(STEPS.sent, 'SEND_SETTLED')
  expect(letters().at(-1)?.props.address).toBe(eip155)
  const stepsOfFirst = names()

  // Each visit may send sixty events in a minute.
  await page.goto(world.wholeShop({ visit: 'second' }))
  await takeName(page, world)
  await swapCoins(page, world)
  const order = await buyCoins(page)
  await met('NAME_REGISTERED', 'SWAP_SETTLED', 'BUY_SETTLED')
  await world.endApi()
  await page.goto(world.wholeShop({ visit: 'third' }))
  await leave(page)
  await met('ACTIVITY_ERROR', 'SIGN_OUT', 'DISCONNECT')
  const session = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await decline(page, world)
  await met('SIGN_IN_ERROR')

  await test.step('Each event of the list has arrived', () => {
    const wanted = trackedEvents.map(([, event]) => event)
    expect(wanted.filter((event) => !names().includes(event))).toEqual([NEVER_SENT])
  })
  await test.step('The steps arrive in their order', () => {
    const first = Object.values(STEPS).map((name) => stepsOfFirst.indexOf(name))
    expect(first.every((at) => at >= 0)).toBe(true)
    expect(first).toEqual([...first].sort((a, b) => a - b))
  })
  await test.step('Each event has exactly five keys, and tells the page without query and fragment', async () => {
    const { origin, pathname } = new URL(page.url())
    for (const letter of letters()) {
      expect(Object.keys(letter).join()).toBe('eventId,url,domain,timestamp,props')
      expect(letter.url).toBe(origin + pathname)
    }
    expect(new Set(letters().map(({ eventId }) => eventId)).size).toBe(letters().length)
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
    await expect.poll(countsOf).toEqual(wanted)
  })
  await test.step('No secret and no mark is in any request', async () => {
    const [, topic = '', symKey = ''] = /^wc:(\w+)@.*symKey=(\w+)/.exec(uri) ?? []
    const wei = parseEther(AMOUNT)
    const cookies = await page.context().cookies()
    const others = all.filter((request) => !sent().includes(request))
    const secrets = [
      ...[EMAIL, EMAIL.split('@')[0]!, EMAIL.split('@')[1]!, COUPON, FRAGMENT, ERROR_TEXT],
      ...[uri, topic, symKey, 'relay-protocol', 'symKey='],
      ...[AMOUNT, String(wei), toHex(wei), BALANCE, String(parseEther(BALANCE))],
      ...[toHex(parseEther(BALANCE)), RECEIVER, solana, world.relayUrl, 'Welcome.'],
      ...[NAME, SWAPPED, String(parseEther(SWAPPED)), toHex(parseEther(SWAPPED))],
      ...[order, order.split('/').at(-1)!, world.apiUrl],
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
  const { origin, pathname } = new URL(world.shop())
  return text.toLowerCase() === address.toLowerCase() || (origin + pathname).includes(text)
}

test('No event is sent before the page is idle', async ({ page }) => {
  const giveIdle = await holdIdle(page)
  const { names } = watch(page)
  await page.goto(world.shop())
  await openModal(page)
  await longerThanIdle(page)
  expect(names()).toEqual([])
  await giveIdle()
  await expect.poll(names).toContain('MODAL_OPEN')
})

test('An event that waits when the visitor leaves the page arrives, once', async ({ page }) => {
  const { opened } = await countsOf()
  await holdIdle(page)
  await page.goto(world.shop())
  await openModal(page)
  await expect
    .poll(() => page.evaluate(() => window.kernel.plugins.analytics.isSending()))
    .toBe(true)
  expect(await countsOf()).toMatchObject({ opened })
  await page.goto('about:blank')
  await expect.poll(countsOf).toMatchObject({ opened: opened + 1 })
  await longerThanIdle(page)
  expect(await countsOf()).toMatchObject({ opened: opened + 1 })
})

test('With Global Privacy Control no event is sent, and the site still hears them', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  const { names } = watch(page)
  await page.goto(world.shop())
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
  await page.goto(world.shop())
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
