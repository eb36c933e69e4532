// Sign-ins at a provider in the three ways in which Chromium lets a frame of another site store things.
import type { BrowserContext, Page } from '@playwright/test'
import {
  addressesOf,
  connectButton,
  expect,
  modal,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'
import { consent, isConnected, open, test } from './support/socialWorld.js'
import { openWorld, storageWorlds } from './support/storageWorlds.js'

async function opened(context: BrowserContext, world: EmbeddedWorld): Promise<Page> {
  const page = await context.newPage()
  await page.goto(world.shop())
  return page
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^0x/ }).click()
  await modal(page)
    .getByRole('button', { name: /^Disconnect/ })
    .click()
  await expect(connectButton(page)).toBeVisible()
}

for (const kind of storageWorlds)
  test(`With ${kind} storage a person of a provider is the same tomorrow, and after a sign-out`, async ({
    browser,
    world,
  }) => {
    const { context, close } = await openWorld(kind, browser)
    try {
      let page = await opened(context, world)
      await consent(await open(page, 'github'))
      await isConnected(page)
      const first = await addressesOf(page)
      await page.close()

      page = await opened(context, world)
      await expect.poll(() => addressesOf(page)).toEqual(first)
      await leave(page)
      await consent(await open(page, 'github'))
      await expect.poll(() => addressesOf(page)).toEqual(first)
    } finally {
      await close()
    }
  })

for (const kind of storageWorlds)
  test(`With ${kind} storage a provider that severs its window does not end the sign-in`, async ({
    browser,
    world,
    providers,
  }) => {
    providers.switch('google', { coop: 'same-origin' })
    const { context, close } = await openWorld(kind, browser)
    try {
      const page = await opened(context, world)
      await consent(await open(page, 'google'))
      await isConnected(page)
    } finally {
      await close()
    }
  })
