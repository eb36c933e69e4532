// A shop in Telegram's web view: wallets are opened, and links followed, as Telegram lets them.
import { startRelay } from '@latchkey/relay'
import { expect, withPhone } from '@latchkey/testing/playwright'
import { devices, type Page } from '@playwright/test'
import { servePages, type Pages } from './support/pages.js'
import { standInForTelegram, type Leaving } from './support/telegram.js'

const test = withPhone(startRelay).extend<{ leavings: readonly Leaving[] }, { pages: Pages }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  chainIds: [async ({}, use) => use([1]), { scope: 'worker' }],
  pages: [
    // eslint-disable-next-line no-empty-pattern -- the same
    async ({}, use) => {
      const pages = await servePages(['relay-telegram'])
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  leavings: async ({ page, pages, relay }, use) => {
    const leavings = await standInForTelegram(page)
    await page.goto(`${pages.url}relay-telegram.html?relay=${encodeURIComponent(relay.url)}`)
    await use(leavings)
  },
})

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap()
/** Taps a wallet, and its button where the code was not ready in the tap. @returns how the page left first */
async function leaveFor(page: Page, name: string, leavings: readonly Leaving[]): Promise<Leaving> {
  await tap(page, 'Connect wallet')
  await tap(page, name)
  const button = page.getByRole('button', { name: `Open ${name}` })
  await expect(button.or(page.getByRole('button', { name: /Open again/ })).first()).toBeEnabled()
  if (leavings.length === 0) await button.tap()
  await expect.poll(() => leavings.length).toBeGreaterThan(0)
  return leavings[0]!
}
const SIGNATURE = /^0x[0-9a-f]{130}$/

for (const device of ['Pixel 7', 'iPhone 15'] as const) {
  const { defaultBrowserType: _, ...phoneLook } = devices[device]
  test.describe(device, () => {
    test.use(phoneLook)

    test('A wallet with a universal link is opened by Telegram, to connect and to sign', async ({
      page,
      phone,
      leavings,
    }) => {
      const { by, link } = await leaveFor(page, 'Both Links', leavings)
      expect([by, new URL(link).origin + new URL(link).pathname]).toEqual([
        'openLink',
        'https://both.example/wc',
      ])
      await phone.pair(new URL(link).searchParams.get('uri')!)
      await expect(page.getByTestId('account')).toHaveText(/^0x/)
      await tap(page, 'Sign')
      await expect(page.getByTestId('result')).toHaveText(SIGNATURE)
      await expect.poll(() => leavings.length).toBeGreaterThan(1)
      expect(leavings.map((one) => one.by)).not.toContain('window.open')
      expect(leavings.map((one) => one.by)).not.toContain('lost')
    })

    test('A wallet inside Telegram gets the code in the parameter that starts it', async ({
      page,
      phone,
      leavings,
    }) => {
      const { by, link } = await leaveFor(page, 'Inside Telegram', leavings)
      expect([by, new URL(link).pathname]).toEqual(['openTelegramLink', '/insidewallet/app'])
      const parameter = new URL(link).searchParams.get('startapp')!
      await phone.pair(Buffer.from(parameter, 'base64url').toString())
      await expect(page.getByTestId('account')).toHaveText(/^0x/)
    })

    test('A wallet with a scheme alone gets a new window, and where that does not open, its code', async ({
      page,
      phone,
      leavings,
    }) => {
      const { by, link } = await leaveFor(page, 'Scheme Alone', leavings)
      expect(by).toBe('window.open')
      const uri = new URL(link).searchParams.get('uri')!
      // Telegram on Android decodes it once by itself.
      const once = device === 'Pixel 7' ? decodeURIComponent(uri) : uri
      expect(once).toMatch(/^wc:/)
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
      await phone.pair(once)
      await expect(page.getByTestId('account')).toHaveText(/^0x/)
    })

    test('Links of the modal are followed by Telegram', async ({ page, leavings }) => {
      await tap(page, 'Connect wallet')
      await page.getByRole('link', { name: /terms/i }).tap()
      await expect
        .poll(() => leavings)
        .toEqual([{ by: 'openLink', link: 'https://shop.example/terms' }])
    })
  })
}
