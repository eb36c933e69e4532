// Coming back: the next day, on another device, in a second tab, and in the three ways in which Chromium
// lets a frame of another site store things.
import type { BrowserContext, Page } from '@playwright/test'
import { verifyMessage, type Address } from 'viem'
import {
  addressesOf,
  approving,
  askForMail,
  codeOf,
  connectButton,
  expect,
  frameOf,
  modal,
  signInAnew,
  test,
  typeCode,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'
import { openWorld, storageWorlds } from './support/storageWorlds.js'

/** Disconnects by the account of the modal. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^0x/ }).click()
  await modal(page)
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  await expect(connectButton(page)).toBeVisible()
}

async function signs(page: Page, world: EmbeddedWorld, address: string): Promise<boolean> {
  await expect.poll(() => page.evaluate(() => window.shop.address())).toBe(address)
  const message = `Signed at ${page.url()}`
  const signature = await approving(
    page,
    world,
    page.evaluate((text) => window.shop.sign(text), message),
  )
  return verifyMessage({ address: address as Address, message, signature })
}

const reopened = async (context: BrowserContext, world: EmbeddedWorld): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(world.shop())
  await expect.poll(() => addressesOf(page)).not.toEqual({})
  return page
}

for (const kind of storageWorlds)
  test(`With ${kind} storage a visitor is the same tomorrow, after a sign-out and in a second tab`, async ({
    browser,
    world,
  }) => {
    const { context, close } = await openWorld(kind, browser)
    try {
      const email = `${kind}@shop.example`
      let page = await context.newPage()
      await page.goto(world.shop())
      await signInAnew(page, world, email)
      await expect(modal(page)).toHaveCount(0)
      const first = await addressesOf(page)
      expect(await signs(page, world, first['eip155']!)).toBe(true)
      expect(await storageOf(page, world)).toBe(kind)
      await page.close()

      page = await reopened(context, world)
      expect(await addressesOf(page)).toEqual(first)
      expect(await signs(page, world, first['eip155']!)).toBe(true)

      const other = await reopened(context, world)
      expect(await addressesOf(other)).toEqual(first)
      await leave(other)
      await expect(connectButton(page)).toBeVisible()
      await other.close()

      // The device is known now: the mail holds a code.
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await askForMail(page, email)
      await expect(modal(page)).toContainText('We sent a code of six digits')
      await typeCode(page, await codeOf(world, email))
      await expect(modal(page)).toHaveCount(0)
      expect(await addressesOf(page)).toEqual(first)
      expect(await signs(page, world, first['eip155']!)).toBe(true)
    } finally {
      await close()
    }
  })

/** The storage that the frame has, as it sees it itself. */
async function storageOf(page: Page, world: EmbeddedWorld): Promise<string> {
  const frame = await frameOf(page, world)
  const name = `mark ${Math.random()}`
  const isOpen = await frame.evaluate((key) => {
    try {
      localStorage.setItem(key, 'here')
      return true
    } catch {
      return false
    }
  }, name)
  if (!isOpen) return 'blocked'
  const top = await page.context().newPage()
  await top.goto(`${world.frame.url}/health`)
  const seen = await top.evaluate((key) => localStorage.getItem(key), name)
  await top.close()
  return seen === 'here' ? 'shared' : 'partitioned'
}

test('On another device the visitor has the same accounts, and signs', async ({
  page,
  browser,
  world,
}) => {
  const email = 'grace@shop.example'
  await page.goto(world.shop())
  await signInAnew(page, world, email)
  await expect(modal(page)).toHaveCount(0)
  const first = await addressesOf(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(world.shop())
  await signInAnew(other, world, email)
  await expect(modal(other)).toHaveCount(0)
  expect(await addressesOf(other)).toEqual(first)
  expect(await signs(other, world, first['eip155']!)).toBe(true)
  expect(await signs(page, world, first['eip155']!)).toBe(true)
  await context.close()
})

test('Accounts are there before the frame is, and a frame that says no ends the connection', async ({
  page,
  context,
  world,
}) => {
  await page.goto(world.shop())
  await signInAnew(page, world, 'kay@shop.example')
  await expect(modal(page)).toHaveCount(0)
  const first = await addressesOf(page)
  let isLate = true
  await page.route(`${world.frame.url}/frame?*`, async (route) => {
    while (isLate) await page.waitForTimeout(50)
    await route.continue()
  })
  await page.reload()
  await expect.poll(() => addressesOf(page)).toEqual(first)
  expect(page.frames().some((each) => each.url().startsWith(world.frame.url))).toBe(false)
  // Neither key nor cookie: the handle that the page kept is worth nothing.
  await context.clearCookies()
  isLate = false
  await expect.poll(() => addressesOf(page)).toEqual({})
  await expect(connectButton(page)).toBeVisible()
})
