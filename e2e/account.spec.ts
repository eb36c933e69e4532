// The three tabs of the account, filled by a blockchain API of one's own over a real chain.
import { furnishHistory, reorg, request, startLocalnet } from '@latchkey-tools/localnet'
import type { Locator, Page } from '@playwright/test'
import { startApi } from '../tools/localnet/api.mjs'
import { freePort } from '../tools/run/lib/ports.mjs'
import { wallets } from './support/wallets.js'
import { expect, playground, servePage, test as base, type Localnet } from './support/world.js'

interface Site {
  localnet: Localnet
  /** The playground, under its strict policy. */
  url: string
  /** Ends the API, or starts another on the same port. */
  endApi(): Promise<void>
  origins: ReadonlySet<string>
}

/** The friend whom the account paid, and the address that only looks like it. */
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const test = base.extend<{ site: Site }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  site: async ({}, use) => {
    const localnet = await startLocalnet()
    await Promise.all(localnet.chains.map(({ url }) => furnishHistory(url)))
    const port = await freePort()
    const api = await startApi({ chains: localnet.chains, pages: [`http://127.0.0.1:${port}`] })
    const page = await servePage(playground, { ...localnet, accounts: localnet.accounts }, '', {
      api: api.url,
      port,
    })
    await use({
      localnet,
      url: page.url,
      endApi: () => api.close(),
      origins: new Set(
        [page.url, api.url, ...localnet.chains.map(({ url }) => url)].map(
          (each) => new URL(each).origin,
        ),
      ),
    })
    await page.close()
    await api.close()
    await localnet.close()
  },
})
