// Sign-ins in pages and on days that are not as usual: a page that the service refuses, one that is isolated,
// a clock that is off, a line that is away, and the way back in the history.
import type { Page } from '@playwright/test'
import { verifyMessage, type Address } from 'viem'
import {
  REFUSED,
  addressesOf,
  approving,
  connectButton,
  expect,
  frameOf,
  modal,
  signInAnew,
  test,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'

const DAY_MS = 86_400_000

async function signs(page: Page, world: EmbeddedWorld, message: string): Promise<boolean> {
  const { eip155 = '' } = await addressesOf(page)
  await expect.poll(() => page.evaluate(() => window.shop.address())).toBe(eip155)
  const signature = await approving(
    page,
    world,
    page.evaluate((text) => window.shop.sign(text), message),
  )
  return verifyMessage({ address: eip155 as Address, message, signature })
}

/** Notes when the frame was put into the page, and when an alert was raised. */
const watchAlert = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const times = ((window as unknown as { times: { frame?: number } }).times = {})
    const find = (root: Document | ShadowRoot): HTMLIFrameElement | null =>
      root.querySelector('iframe') ??
      [...root.querySelectorAll('*')]
        .map(({ shadowRoot }) => shadowRoot && find(shadowRoot))
        .find(Boolean) ??
      null
    const timer = setInterval(() => {
      if (!find(document)) return
      Object.assign(times, { frame: performance.now() })
      clearInterval(timer)
    }, 10)
  })

for (const [what, words, change] of [
  [
    'whose origin the project does not list',
    /not found on Allowlist/,
    (url: string) => url.replace('shop.localhost', 'other.localhost'),
  ],
  ['of a project that there is not', /Invalid Project ID/, (url: string) => `${url}&project=none`],
] as const)
  test(`A page ${what} is told by an alert within three seconds`, async ({ page, world }) => {
    test.info().annotations.push(REFUSED)
    await watchAlert(page)
    await page.goto(change(world.shop()))
    await connectButton(page).click()
    const ms = await page.evaluate(async () => {
      const { kernel, times } = window as unknown as {
        kernel: { ports: { late: { now(): { alerts: { get(): readonly object[] } } | undefined } } }
        times: { frame?: number }
      }
      while (!kernel.ports.late.now()?.alerts.get().length)
        await new Promise((resolve) => setTimeout(resolve, 10))
      return performance.now() - times.frame!
    })
    expect(ms).toBeLessThanOrEqual(3_000)
    await expect(modal(page).getByText(words)).toBeVisible()
  })

test('In a page that is isolated a visitor signs in and signs', async ({ page, world }) => {
  await page.goto(world.shop({ isolated: '' }))
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await signInAnew(page, world, 'isolated@shop.example')
  await expect(modal(page)).toHaveCount(0)
  expect(await signs(page, world, 'Isolated')).toBe(true)
})

for (const days of [-1, 1])
  test(`A visitor whose clock is ${days < 0 ? 'a day slow' : 'a day fast'} signs in, comes back and signs`, async ({
    page,
    world,
  }) => {
    await page.context().addInitScript((offset) => {
      const { now } = Date
      const Real = Date
      const off = (): number => now() + offset
      globalThis.Date = new Proxy(Real, {
        construct: (target, args: []) => new target(...(args.length ? args : ([off()] as never))),
        get: (target, name) => (name === 'now' ? off : Reflect.get(target, name)),
      })
    }, days * DAY_MS)
    await page.goto(world.shop())
    await signInAnew(page, world, `clock${days + 1}@shop.example`)
    await expect(modal(page)).toHaveCount(0)
    const first = await addressesOf(page)
    expect(await signs(page, world, 'A day off')).toBe(true)
    await page.reload()
    await expect.poll(() => addressesOf(page)).toEqual(first)
    expect(await signs(page, world, 'A day off, later')).toBe(true)
  })

test('A line that is away is told in a sentence, and the sign-in goes on when it is back', async ({
  page,
  context,
  world,
}) => {
  await page.goto(world.shop())
  await connectButton(page).click()
  const field = modal(page).getByRole('textbox', { name: 'Email address' })
  await field.fill('line@shop.example')
  // The frame is there before the line goes.
  await (await frameOf(page, world)).waitForLoadState('networkidle')
  await context.setOffline(true)
  await modal(page).getByRole('button', { name: 'Continue with email' }).click()
  await expect(modal(page).getByText('The wallet’s server cannot be reached')).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await signInAnew(page, world, 'line@shop.example')
  await expect(modal(page)).toHaveCount(0)
  await context.setOffline(true)
  const away = page.evaluate(() =>
    window.shop.sign('Away').then(
      () => 'signed',
      () => 'failed',
    ),
  )
  await page.keyboard.press('Escape')
  expect(await away).toBe('failed')
  await context.setOffline(false)
  expect(await signs(page, world, 'Back')).toBe(true)
})

test('After the way back in the history the wallet signs', async ({ page, world }) => {
  await page.goto(world.shop())
  await signInAnew(page, world, 'history@shop.example')
  await expect(modal(page)).toHaveCount(0)
  const first = await addressesOf(page)
  await page.goto('about:blank')
  await page.goBack()
  await expect.poll(() => addressesOf(page)).toEqual(first)
  expect(await signs(page, world, 'Back')).toBe(true)
})
