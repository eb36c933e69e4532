// A Chromium to test in: one that is there already, else Playwright's own, else (Debian, as root) the distribution's.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { npx, run } from './children.mjs'
import { Explained, say } from './log.mjs'
import { at, readJson } from './paths.mjs'

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

const LINUX_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Usual places, the best first. */
export function candidates(platform = process.platform, env = process.env) {
  if (platform === 'darwin') {
    const apps = [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
    ]
    return ['/Applications', `${env.HOME}/Applications`].flatMap((folder) =>
      apps.map((app) => `${folder}/${app}`),
    )
  }
  if (platform === 'win32') {
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(Boolean)
    return programs.flatMap((program) => folders.map((folder) => `${folder}\\${program}`))
  }
  const folders = [
    ...new Set([
      ...(env.PATH ?? '').split(delimiter),
      '/usr/bin',
      '/usr/local/bin',
      '/opt/google/chrome',
      '/snap/bin',
    ]),
  ].filter(Boolean)
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

async function playwrightOwn() {
  if (!existsSync(at('node_modules/playwright/package.json'))) return undefined
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * The browser that is there now; installs nothing.
 * @returns {Promise<{ path: string, from: string } | undefined>}
 */
export async function existingBrowser(env = process.env) {
  if (env.LATCHKEY_BROWSER) {
    if (!existsSync(env.LATCHKEY_BROWSER))
      throw new Explained(`LATCHKEY_BROWSER names ${env.LATCHKEY_BROWSER}, which does not exist`)
    return { path: env.LATCHKEY_BROWSER, from: 'LATCHKEY_BROWSER' }
  }
  const installed = candidates(process.platform, env).find((path) => existsSync(path))
  if (installed) return { path: installed, from: 'this machine' }
  const own = await playwrightOwn()
  return own && { path: own, from: 'Playwright' }
}

async function installPlaywrights() {
  const version = readJson(at('node_modules/playwright/package.json')).version
  say(`No Chrome or Chromium found: trying npx playwright install chromium (${version}).`)
  const { code } = await npx([`playwright@${version}`, 'install', 'chromium'], {
    quiet: true,
    timeoutMs: 300_000,
  })
  if (code !== 0) say('That did not work.')
}

async function installDebians() {
  const debian =
    process.platform === 'linux' && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (!debian) return
  say('Trying apt-get install chromium.')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { quiet: true, env, timeoutMs: 300_000 })
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
    { quiet: true, env, timeoutMs: 600_000 },
  )
  if (code !== 0) say(`That did not work: ${output.trim().split('\n').pop()}`)
}

/**
 * A browser, installed when none is there. Says what it does.
 * @returns {Promise<{ path: string, from: string } | undefined>} undefined when none could be had
 */
export async function findBrowser() {
  for (const attempt of [async () => {}, installPlaywrights, installDebians]) {
    await attempt()
    const found = await existingBrowser()
    if (!found) continue
    say(`Browser: ${found.path} (from ${found.from}).`)
    return found
  }
  say(
    'No browser: install Chrome or Chromium, or name one in the environment variable LATCHKEY_BROWSER.',
  )
  return undefined
}
