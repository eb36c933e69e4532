// A Chromium to test in: one that is there already, else Playwright's own, else (Debian, as root)
// the distribution's.
import { existsSync } from 'node:fs'
import { run } from './children.mjs'
import { Explained, say } from './log.mjs'
import { findProgram } from './paths.mjs'

/** For tests: no sandbox (containers), no call to anybody but the page's own requests. */
export const LAUNCH_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Commands and usual places, the best first. */
const CHROMIUMS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/opt/google/chrome/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

async function playwrightOwn() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * The browser that is there now; installs nothing.
 * @returns {Promise<{ path: string, from: string } | undefined>}
 */
export async function existingBrowser() {
  const { LATCHKEY_BROWSER: named } = process.env
  if (named && !existsSync(named))
    throw new Explained(`LATCHKEY_BROWSER names ${named}, which does not exist`)
  if (named) return { path: named, from: 'LATCHKEY_BROWSER' }
  const installed = findProgram(CHROMIUMS)
  if (installed) return { path: installed, from: 'this machine' }
  const own = await playwrightOwn()
  return own && { path: own, from: 'Playwright' }
}

/**
 * Chromium without windows, where it is installed: pages in it take half the time. Only in frames of other
 * sites it takes nothing for visible (IntersectionObserver v2), so the embedded wallet needs the whole browser.
 * @returns {Promise<{ path: string, from: string } | undefined>} else any browser
 */
export async function lightBrowser() {
  const path = process.env.LATCHKEY_BROWSER ? undefined : findProgram(['chromium-headless-shell'])
  return path ? { path, from: 'this machine' } : existingBrowser()
}

async function attempt(command, args, timeout = 600_000) {
  say(`No Chrome or Chromium found: trying ${[command, ...args].join(' ')}.`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await run(command, args, { quiet: true, env, timeout })
  if (code !== 0) say(`That did not work: ${output.trim().split('\n').pop()}`)
}

const installPlaywrights = () => attempt('npx', ['playwright', 'install', 'chromium'], 300_000)

async function installDebians() {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return
  await attempt('apt-get', ['update', '-q'])
  await attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
}

/**
 * A browser, installed when none is there. Says what it does.
 * @returns {Promise<{ path: string, from: string } | undefined>} undefined when none could be had
 */
export async function findBrowser() {
  for (const install of [async () => {}, installPlaywrights, installDebians]) {
    await install()
    const found = await existingBrowser()
    if (!found) continue
    say(`Browser: ${found.path} (from ${found.from}).`)
    return found
  }
  say('No browser: install Chrome or Chromium, or name one by the variable LATCHKEY_BROWSER.')
  return undefined
}
