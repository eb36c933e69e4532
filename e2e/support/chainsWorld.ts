// The local world with a chain of every family, a sign-in server, the playground on it, and the local wallet in the page.
import { startRelay } from '@latchkey/relay'
import { startWorld, type World } from '@latchkey-tools/localnet'
import type { Locator, Page } from '@playwright/test'
import { freePort } from '../../tools/run/lib/ports.mjs'
import { startSiwx } from '../../tools/run/lib/siwx.mjs'
import { expect, playground, servePage, test as base } from './world.js'

export { expect }
export interface Chains extends World {
  /** The playground, under its strict policy. */
  url: string
  relayUrl: string
  /** Base URL of the sign-in server. */
  siwxUrl: string
}

/** `chains` lives as long as the worker. */
export const test = base.extend<object, { chains: Chains }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  chains: [
    async ({}, use) => {
      const [world, relay] = await Promise.all([startWorld(), startRelay()])
      // Asked of the system when the nodes have theirs: nobody takes it in the moment until the page does, and another test run has another.
      const port = await freePort()
      const siwx = await startSiwx({
        pages: [`http://127.0.0.1:${port}`],
        chains: world.shown.chains,
      })
      const page = await servePage(playground, world.shown, relay.url, { siwx: siwx.url, port })
      await use({ ...world, url: page.url, relayUrl: relay.url, siwxUrl: siwx.url })
      await page.close()
      await siwx.close()
      await relay.close()
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Does what makes the wallet ask, and answers in its window, which stays for a moment after an answer. @returns what the wallet said */
export async function answering(
  page: Page,
  act: () => Promise<unknown>,
  answer: 'Approve' | 'Reject' = 'Approve',
): Promise<string> {
  await act()
  let panel: Locator | undefined
  const asking = async (): Promise<boolean> => {
    // In the page itself, where the browser let it open none.
    const panels = page
      .context()
      .pages()
      .filter((each) => !each.isClosed())
      .map((each) => each.locator(each === page ? '[data-localnet-wallet] .panel' : '.panel'))
    for (const each of panels) if (await each.count().catch(() => 0)) panel = each
    return panel !== undefined
  }
  await expect.poll(asking).toBe(true)
  const words = (await panel!.textContent()) ?? ''
  await panel!.getByRole('button', { name: answer }).click()
  return words
}
