// A page of the built site, watched: what it asks of others, and what it complains of.
import { test as base } from '@playwright/test'
import { serveSite } from './serve.mjs'

export { expect } from '@playwright/test'

/** One page of each kind, and the longest ones. */
export const PAGES = [
  '/',
  '/contents.html',
  '/quick-start-react.html',
  '/concepts.html',
  '/errors.html',
  '/plugin-authors.html',
  '/packages/blockchain-api.html',
  '/api/',
  '/api/kernel.html',
  '/sizes.html',
  '/wallets.html',
  '/gallery.html',
  '/decisions/0032-silence-not-time.html',
  '/site.html',
]

export const test = base.extend({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const served = await serveSite()
      await use(served.url)
      await served.close()
    },
    { scope: 'worker' },
  ],
  /** Faults of the page so far: no test may leave any. */
  complaints: [
    async ({ page, site }, use) => {
      const complaints = []
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${site}/`) && !/^(?:data|blob):/.test(url))
          complaints.push(`asks ${url}`)
      })
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
    },
    { auto: true },
  ],
})

/** Opens a page, and waits until its scripts have taken it over. */
export async function open(page, url) {
  await page.goto(url)
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__)
}
