// Pages of sites, served as they were built, for the tests of @latchkey/testing.
import { startRelay } from '@latchkey/relay'
import { withPhone } from '@latchkey/testing/playwright'
import { servePages, type Pages } from './pages.js'

/** `hosts` are built and served once for each worker. Two local nodes stand for mainnet and Sepolia. */
export const test = withPhone(startRelay).extend<object, { hosts: Pages }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  chainIds: [async ({}, use) => use([1, 11_155_111]), { scope: 'worker' }],
  // eslint-disable-next-line no-empty-pattern -- the same
  rpc: async ({}, use) =>
    use({ 'https://rpc.example/mainnet': 1, 'https://rpc.example/sepolia': 11_155_111 }),
  hosts: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const pages = await servePages(['testing-shop', 'testing-wagmi'])
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
})
export { expect } from '@latchkey/testing/playwright'
