// The modal inside of pages that do unusual things.
import type { Page } from '@playwright/test'
import { installWallet } from '../tools/bench/lib/page.mjs'
import { expect, test } from './support/hosts.js'

const modal = (page: Page) => page.locator('latchkey-modal dialog[open]')

test.beforeEach(async ({ page }) => {
  await page.addInitScript(installWallet)
})

for (const kind of ['radix', 'own'] as const)
  test(`The modal works inside a host's ${kind} dialog, which stays open and gets the focus back`, async ({
    page,
    pages,
  }) => {
    await page.goto(`${pages.url}dialogs.html`)
    await page.getByRole('button', { name: kind === 'radix' ? 'Open Radix' : 'Open own' }).click()
    const host = page.getByTestId(kind)
    const opener = host.getByRole('button', { name: /connect wallet/i })
    await opener.click()
    await expect(modal(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /Bench Wallet/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
    await expect(host).toBeVisible()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByRole('button', { name: /Bench Wallet/ }).click()
    await expect(host.getByRole('button', { name: /0xf39f/i }).first()).toBeVisible()
    await expect(host).toBeVisible()
  })

test('A frame of another origin keeps its document over 25 openings, and takes clicks', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages.url}stage.html?frame=${encodeURIComponent(pages.foreign.url)}`)
  await expect.poll(() => pages.foreign.loads()).toBe(1)
  for (let turn = 0; turn < 25; turn++) {
    await page.getByRole('button', { name: /connect wallet/i }).click()
    await expect(modal(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
  }
  expect(pages.foreign.loads()).toBe(1)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await page.evaluate(() => {
    const { kernel } = window as unknown as {
      kernel: { plugins: { frame: { show(anchor: Element): void } } }
    }
    const row = [
      ...document.querySelector('latchkey-modal')!.shadowRoot!.querySelectorAll('button'),
    ].find((button) => button.textContent?.includes('Bench Wallet'))
    kernel.plugins.frame.show(row!)
  })
  const inner = page.frameLocator('latchkey-modal iframe').getByRole('button')
  await inner.click()
  await expect(inner).toHaveText('clicked')
  expect(pages.foreign.loads()).toBe(1)
})

test('A host keeps the metadata of its own reflect-metadata, before and after our code loads', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages.url}reflect.html`)
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await expect(modal(page)).toBeVisible()
  expect(
    await page.evaluate(() => (window as unknown as { metadata(): unknown }).metadata()),
  ).toEqual(['before', 'after'])
})
