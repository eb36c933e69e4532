// Visits a built host in a real browser and records everything that the page requests.
import { setTimeout as pause } from 'node:timers/promises'
import { preview } from 'vite'
import { weighScripts } from './weigh.mjs'

/** A page is idle when it has asked for nothing during this time. */
const QUIET_MS = 1_500
const LONGEST_MS = 120_000
const OPEN_MS = 60_000

/**
 * @typedef {{ url: string, path: string | undefined, type: string }} Asked `path` in the build;
 * undefined for another host
 * @typedef {{ page: import('playwright').Page, phase: (act: () => Promise<unknown>, quietMs?:
 * number) => Promise<Asked[]>, complaints: string[] }} Visit
 */

/**
 * Opens a page without a stored session and passes it to `act`, then closes everything.
 * @template T
 * @param {import('playwright').Browser} browser
 * @param {string} dir of the build
 * @param {(visit: Visit, url: string) => Promise<T>} act
 * @returns {Promise<T>}
 */
export const visit = async (browser, dir, act) => {
  const server = await preview({
    root: dir,
    configFile: false,
    logLevel: 'error',
    build: { outDir: '.' },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const url = server.resolvedUrls.local[0].replace(/\/$/, '')
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    return await act({ page, phase: createRecorder(context, page, url), complaints }, url)
  } finally {
    await context.close()
    await server.close()
  }
}

/** Longer than a page waits before it fetches what it hopes to need. */
const LOAD_QUIET_MS = 2_500
const VIEW_QUIET_MS = 600

const load = (page, url, built) => () =>
  page.goto(`${url}/${built.entry}.html`, { waitUntil: 'load' })

/** Loads the page of a host until it is idle. */
export const loadPage = (browser, built) =>
  visit(browser, built.dir, async ({ page, phase, complaints }, url) => {
    const asked = await phase(load(page, url, built), LOAD_QUIET_MS)
    return { asked, scripts: weighScripts(built, asked), complaints }
  })

/**
 * Loads the page, opens the modal by its first button, then shows each view that is known.
 * @returns `opened` is undefined where it did not open, which is among the complaints
 */
export const openModal = (browser, built, { views = true } = {}) =>
  visit(browser, built.dir, async ({ page, phase, complaints }, url) => {
    const loaded = await phase(load(page, url, built))
    const opened = await phase(async () => {
      await page.getByRole('button').first().click()
      await page.locator('dialog[open]').first().waitFor({ timeout: OPEN_MS })
    }).catch(({ message }) => {
      const why = message.split('\n')[0]
      complaints.push(
        `the modal did not open within ${OPEN_MS / 1000} s of a click on ConnectButton: ${why}`,
      )
    })
    const shown = opened && views ? await showViews(page, phase) : []
    return { loaded, opened, views: shown, complaints }
  })

/** Shows one view after the other. */
const showViews = async (page, phase) => {
  const ids = await page.evaluate(() =>
    globalThis.kernel.ports.views.get().map(({ definition }) => definition.id),
  )
  const push = (view) => globalThis.kernel.ports.router.push(view)
  const views = []
  for (const id of ids)
    views.push({
      id,
      asked: await phase(() => page.evaluate(push, id).catch(() => {}), VIEW_QUIET_MS),
    })
  return views
}

const createRecorder = (context, page, origin) => {
  const asked = []
  let last = 0
  let pending = 0
  const count = (difference) => {
    pending += difference
    last = Date.now()
  }
  const note = (url, type) => {
    const path = url.startsWith(`${origin}/`) ? new URL(url).pathname.slice(1) : undefined
    if (!/^(?:data|blob|about):/.test(url)) asked.push({ url, type, path })
  }
  context.on('request', (request) => {
    count(1)
    note(request.url(), request.resourceType())
  })
  context.on('requestfinished', () => count(-1))
  context.on('requestfailed', () => count(-1))
  page.on('websocket', (socket) => {
    count(0)
    note(socket.url(), 'websocket')
  })

  return async (act, quietMs = QUIET_MS) => {
    const before = asked.length
    count(0)
    await act()
    const began = Date.now()
    while ((pending > 0 || Date.now() - last < quietMs) && Date.now() - began < LONGEST_MS)
      await pause(50)
    return asked.slice(before)
  }
}
