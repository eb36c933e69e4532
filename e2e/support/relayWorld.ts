// The local world with the demo wallet's page, and the steps of a visitor of the playground.
import type { Locator, Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { Code, RelayWallet } from './relayWallets.js'
import { expect, servePage, test as base } from './world.js'

export { expect }
export const demoWallet = fileURLToPath(new URL('../../apps/demo-wallet', import.meta.url))

/**
 * `walletUrl` is the demo wallet's page, which lives as long as the worker. Whatever a test passes to
 * `keep` is closed when the test ends.
 */
export const test = base.extend<
  { keep: <T extends RelayWallet>(wallet: T) => T },
  { walletUrl: string }
>({
  walletUrl: [
    async ({ world }, use) => {
      const page = await servePage(demoWallet, world.localnet, world.relay.url)
      await use(page.url)
      await page.close()
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  keep: async ({}, use) => {
    const kept: RelayWallet[] = []
    await use((wallet) => {
      kept.push(wallet)
      return wallet
    })
    for (const wallet of kept) await wallet.close()
  },
})

export const modal = (page: Page): Locator => page.getByRole('dialog')
export const part = (page: Page, id = 'first'): Locator => page.getByTestId(id)
export const account = (page: Page, id?: string): Locator => part(page, id).getByTestId('account')
export const network = (page: Page): Locator => part(page).getByTestId('network')
export const result = (page: Page): Locator => part(page).getByTestId('result')
export const press = (page: Page, name: string | RegExp, id?: string): Promise<void> =>
  part(page, id).getByRole('button', { name }).click()
export const textOf = async (locator: Locator): Promise<string> =>
  (await locator.textContent()) ?? ''

/** Opens the modal and shows its code. */
export async function showCode(page: Page, id?: string): Promise<Code> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, /connect wallet/i, id)
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  return readCode(page)
}

export async function readCode(page: Page): Promise<Code> {
  const picture = modal(page).getByRole('img', { name: 'Pairing code for a wallet' })
  await expect(picture).toBeVisible()
  await modal(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(modal(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  return {
    link: await page.evaluate(() => navigator.clipboard.readText()),
    picture: () => picture.screenshot(),
  }
}

export async function connect(
  page: Page,
  wallet: RelayWallet,
  { accounts, id }: { accounts?: readonly number[]; id?: string } = {},
): Promise<Code> {
  const code = await showCode(page, id)
  await wallet.pair(code)
  await wallet.connect(accounts)
  await expect(account(page, id)).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await expect(modal(page)).toHaveCount(0)
  return code
}

/** Reads what the page's session client stored: sessions, and the pairings that led to them. */
export const storedBySessionClient = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: Record<string, unknown> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('latchkey-walletconnect-')) continue
      const database = await settled(indexedDB.open(name))
      const table = database.transaction('entries').objectStore('entries')
      const [keys, values] = await Promise.all([
        settled(table.getAllKeys()),
        settled(table.getAll()),
      ])
      for (const [index, key] of keys.entries()) {
        const kind = /\/\/(session|pairing)$/.exec(String(key))?.[1]
        if (kind !== undefined) found[kind] = JSON.parse(String(values[index]))
      }
      database.close()
    }
    return found
  })
