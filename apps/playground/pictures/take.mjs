#!/usr/bin/env node
// Photographs the shop, the studio and the game in every look, and makes the picture of the README.
//   npx pnpm@12.21.0 pictures
// It needs a built tree. The pictures are in test-results/playground; the README's is docs/images/connect.png.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { preview } from 'vite'
import { startSiwx } from '../../../tools/localnet/siwx.mjs'
import { startWorld } from '../../../tools/localnet/src/index.mjs'
import { LAUNCH_ARGS, findBrowser } from '../../../tools/run/lib/browser.mjs'
import { Explained, say } from '../../../tools/run/lib/log.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'
import { freePort } from '../../../tools/run/lib/ports.mjs'

const OUT = at('test-results/playground')
const README = { path: at('docs/images/connect.png'), width: 1200, height: 760 }
const [DESKTOP, PHONE] = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]
/** The looks of a page. The Arabic shop is a page of its own; the studio shows Arabic on its stage. */
const LOOKS = {
  dark: { colorScheme: 'dark', viewport: DESKTOP },
  light: { colorScheme: 'light', viewport: DESKTOP },
  arabic: { colorScheme: 'light', viewport: DESKTOP, isArabic: true },
  phone: { colorScheme: 'light', viewport: PHONE },
}

/** Approves in the wallet's window, or in the page where the browser blocks that window. */
async function approve(page, act) {
  await act()
  const button = (each) => each.locator('.panel').getByRole('button', { name: 'Approve' })
  const windows = page.context().pages()
  const asking = [...windows, page.context().waitForEvent('page', { timeout: 0 })]
  const found = await Promise.any(
    asking.map(async (each) => {
      const shown = button(await each)
      await shown.waitFor()
      return shown
    }),
  )
  await found.click()
}
const modal = (page) => page.locator('latchkey-modal').getByRole('dialog')

/** The shop with a piece in the cart and the modal open. */
async function openModal(page) {
  await page.locator('#wallet').getByRole('button').click()
  await modal(page)
    .getByRole('button', { name: /Localnet Wallet/ })
    .waitFor()
}

/** The pictures: the name of the picture, the page, and what a visitor does there before. */
const SCENES = {
  shop: { path: ({ isArabic }) => (isArabic ? 'ar/' : ''), full: true },
  'shop-connect': { path: ({ isArabic }) => (isArabic ? 'ar/' : ''), act: openModal },
  'shop-cart': {
    path: ({ isArabic }) => (isArabic ? 'ar/' : ''),
    async act(page) {
      for (const id of ['teapot', 'mug']) await page.locator(`[data-add=${id}]`).click()
      await page.locator('#cart-button').click()
    },
  },
  studio: {
    path: () => 'studio/',
    full: true,
    async act(page, { isArabic, colorScheme }) {
      await page.mouse.move(4, 300)
      await page.mouse.move(4, 310)
      await modal(page.frameLocator('#stage')).waitFor()
      await page.locator(`[name=mode][value=${colorScheme}]`).check({ force: true })
      if (isArabic) {
        await page.locator('[name=locale]').selectOption('ar')
        await page.locator('[name=direction][value=rtl]').check({ force: true })
      }
    },
  },
  game: {
    path: () => 'game/',
    async act(page) {
      await page.locator('#wallet').getByRole('button').click()
      const row = modal(page).getByRole('button', { name: /Smart Wallet/ })
      await approve(page, () => row.click())
      await modal(page).waitFor({ state: 'detached' })
      await approve(page, () => page.locator('#grant').click())
      await page.locator('[data-lantern="4"]').click()
      await page.locator('#log li').waitFor()
    },
  },
}

async function photograph(browser, url, { path, act, full = false }, look, file, more = {}) {
  const { colorScheme, viewport } = look
  const page = await browser.newPage({ colorScheme, viewport, reducedMotion: 'reduce', ...more })
  await page.goto(url + path(look), { waitUntil: 'networkidle' })
  await act?.(page, look)
  await page.waitForLoadState('networkidle')
  // The modal draws what has come in the frame after.
  await page.waitForTimeout(600)
  await page.screenshot({ path: file, fullPage: full, animations: 'disabled', caret: 'hide' })
  await page.close()
}

async function serve() {
  const world = await startWorld({ evmOnly: true, smartAccounts: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const siwx = await startSiwx({ pages: [url], chains: world.shown.chains })
  process.env.LATCHKEY_LOCALNET = JSON.stringify({ ...world.shown, relay: '', siwx: siwx.url })
  const root = at('apps/playground')
  const configFile = join(root, 'vite.config.ts')
  const server = await preview({
    ...{ root, configFile, logLevel: 'error' },
    preview: { port, strictPort: true, host: '127.0.0.1' },
  })
  const close = async () => {
    for (const each of [server, siwx, world]) await each.close()
  }
  return { url, close }
}

const found = await findBrowser()
if (!found) throw new Explained('Pictures are taken in a real browser and none was found.')
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const [served, browser] = await Promise.all([
  serve(),
  chromium.launch({ executablePath: found.path, args: LAUNCH_ARGS }),
])
try {
  for (const [name, scene] of Object.entries(SCENES))
    for (const [look, settings] of Object.entries(LOOKS))
      await photograph(browser, served.url, scene, settings, join(OUT, `${name}.${look}.png`))
  const { path, ...viewport } = README
  await photograph(browser, served.url, SCENES['shop-connect'], { ...LOOKS.light, viewport }, path)
  say(`Pictures: ${OUT}, and ${path}`)
} finally {
  await browser.close()
  await served.close()
}
