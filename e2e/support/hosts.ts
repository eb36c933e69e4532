import { test as base } from '@playwright/test'
import { servePages, type Pages } from './pages.js'

/**
 * `pages` lives as long as the worker. An uncaught error or a violation of the page's policy fails
 * the test.
 */
export const test = base.extend<{ guard: void }, { pages: Pages }>({
  pages: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const pages = await servePages()
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await use()
      base.expect(problems).toEqual([])
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
