// The local world with a chain of every family, the playground on it, and the local wallet in the page.
import { startRelay } from '@latchkey/relay'
import { startWorld, type World } from '@latchkey-tools/localnet'
import type { Page } from '@playwright/test'
import { expect, playground, servePage, test as base } from './world.js'

export { expect }
export interface Chains extends World {
  /** The playground, under its strict policy. */
  url: string
  relayUrl: string
}

/** `chains` lives as long as the worker. */
export const test = base.extend<object, { chains: Chains }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  chains: [async ({}, use) => {
    const [world, relay] = await Promise.all([startWorld(), startRelay()])
    const page = await servePage(playground, world.shown, relay.url)
    await use({ ...world, url: page.url, relayUrl: relay.url })
    await page.close()
    await relay.close()
    await world.close()
  }, { scope: 'worker', timeout: 120_000 }],
})

/** Does what makes the wallet ask, and answers in its window, which stays for a moment after an answer. @returns what the wallet said */
export async function answering(page: Page, act: () => Promise<unknown>, answer: 'Approve' | 'Reject' = 'Approve'): Promise<string> {
  await act()
  const asking = async (): Promise<Page | undefined> => {
    for (const popup of page.context().pages()) if (popup !== page && !popup.isClosed() && (await popup.locator('.panel').count().catch(() => 0))) return popup
    return undefined
  }
  let popup: Page | undefined
  await expect.poll(async () => (popup = await asking()) !== undefined, { timeout: 15_000 }).toBe(true)
  const words = (await popup!.locator('.panel').textContent()) ?? ''
  await popup!.getByRole('button', { name: answer }).click()
  return words
}
