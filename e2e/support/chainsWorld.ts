// The local world with a chain of every family, a sign-in server, a blockchain API, the playground,
// and the local wallet in the page.
import { startRelay } from '@latchkey/relay'
import { startWorld, type World } from '@latchkey-tools/localnet'
import type { Locator, Page } from '@playwright/test'
import { freePort } from '../../tools/run/lib/ports.mjs'
import { startApi } from '../../tools/localnet/api.mjs'
import { startSiwx } from '../../tools/localnet/siwx.mjs'
import { expect, serveLab, test as base } from './world.js'

export { expect }
export interface Chains extends World {
  /** The playground's lab, under its strict policy. */
  url: string
  relayUrl: string
  /** Base URL of the sign-in server. */
  siwxUrl: string
  /** Base URL of the blockchain API. */
  apiUrl: string
}

/** `chains` lives as long as the worker. */
export const test = base.extend<object, { chains: Chains }>({
  chains: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const [world, relay] = await Promise.all([startWorld(), startRelay()])
      // The port is chosen after the nodes have theirs, so that no node takes it before the page
      // does; parallel test runs get different ports.
      const port = await freePort()
      const pages = [`http://127.0.0.1:${port}`]
      const [siwx, api] = await Promise.all([
        startSiwx({ pages, chains: world.shown.chains }),
        startApi({ ...world.shown, pages }),
      ])
      const page = await serveLab(world.shown, relay.url, {
        siwx: siwx.url,
        api: api.url,
        port,
      })
      await use({
        ...world,
        url: page.url,
        relayUrl: relay.url,
        siwxUrl: siwx.url,
        apiUrl: api.url,
      })
      await page.close()
      await api.close()
      await siwx.close()
      await relay.close()
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** The panel in which the wallet asks, once it does. It asks in the page where the browser blocks its window. */
async function findPanel(page: Page): Promise<Locator | undefined> {
  const pages = page.context().pages()
  for (const each of pages.filter((open) => !open.isClosed())) {
    const panel = each.locator(each === page ? '[data-localnet-wallet] .panel' : '.panel')
    if (await panel.count().catch(() => 0)) return panel
  }
  return undefined
}

/**
 * Runs `act`, which makes the wallet ask, and answers in the wallet's window. The window stays open
 * for a moment after the answer. A wallet that was busy with another request is asked `again`.
 * @returns what the wallet's window said
 */
export async function answering(
  page: Page,
  act: () => Promise<unknown>,
  { answer = 'Approve', again }: { answer?: 'Approve' | 'Reject'; again?: Locator } = {},
): Promise<string> {
  await act()
  let panel: Locator | undefined
  const asking = async (): Promise<string> => {
    panel = await findPanel(page)
    if (panel) return 'the wallet asks'
    if (await again?.isVisible()) await again?.click()
    return `no wallet asks, and the page says: ${await page.getByRole('dialog').allTextContents()}`
  }
  await expect.poll(asking).toBe('the wallet asks')
  const words = (await panel!.textContent()) ?? ''
  await panel!.getByRole('button', { name: answer }).click()
  return words
}
