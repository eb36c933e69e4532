// Visits a built host in a real browser and writes down everything the page asks for.
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from './serve.mjs'

/** A page is idle when it has asked for nothing during this time. */
const QUIET_MS = 1_500
const LONGEST_MS = 120_000
const OPEN_MS = 60_000

/**
 * @typedef {{ url: string, path: string | undefined, type: string }} Asked `path` in the build; undefined for another host
 * @typedef {{ page: import('playwright').Page, phase: (act: () => Promise<unknown>, quietMs?: number) => Promise<Asked[]>, complaints: string[] }} Visit
 */

/**
 * Opens a page without any stored session and hands it to `act`, then gives everything back.
 * @template T
 * @param {import('playwright').Browser} browser
 * @param {string} dir of the build
 * @param {(visit: Visit, url: string) => Promise<T>} act
 * @returns {Promise<T>}
 */
export const visit = async (browser, dir, act) => {
  const server = await serve(dir)
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    return await act(
      { page, phase: createRecorder(context, page, server.url), complaints },
      server.url,
    )
  } finally {
    await context.close()
    await server.close()
  }
}

/**
 * Opens the modal by the first button of the page.
 * @param {Visit['page']} page
 * @param {Visit['phase']} phase
 * @param {string[]} complaints
 * @returns {Promise<Asked[] | undefined>} `undefined`: it did not open, which is among the complaints
 */
export const openDialog = (page, phase, complaints) =>
  phase(async () => {
    await page.getByRole('button').first().click()
    await page.locator('dialog[open]').first().waitFor({ timeout: OPEN_MS })
  }).catch((error) => {
    complaints.push(
      `the modal did not open within ${OPEN_MS / 1000} s of a click on ConnectButton: ${error.message.split('\n')[0]}`,
    )
  })

const createRecorder = (context, page, origin) => {
  let asked = []
  let last = Date.now()
  let pending = 0
  const note = (url, type) => {
    last = Date.now()
    if (/^(?:data|blob|about):/.test(url)) return
    asked.push({
      url,
      type,
      path: url.startsWith(`${origin}/`) ? new URL(url).pathname.slice(1) : undefined,
    })
  }
  const settled = () => {
    pending -= 1
    last = Date.now()
  }
  context.on('request', (request) => {
    pending += 1
    note(request.url(), request.resourceType())
  })
  context.on('requestfinished', settled)
  context.on('requestfailed', settled)
  page.on('websocket', (socket) => note(socket.url(), 'websocket'))

  return async (act, quietMs = QUIET_MS) => {
    asked = []
    last = Date.now()
    await act()
    const began = Date.now()
    while ((pending > 0 || Date.now() - last < quietMs) && Date.now() - began < LONGEST_MS)
      await pause(50)
    return asked
  }
}
