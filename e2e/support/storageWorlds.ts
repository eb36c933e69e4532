// The three ways in which Chromium lets a frame of another site store things.
import { endChild, spawnKept } from '@latchkey-tools/localnet'
import { chromium, test, type Browser, type BrowserContext } from '@playwright/test'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * `blocked`: the frame has no storage and cookies of its own for each site, as in incognito windows and
 * with third-party cookies blocked. `partitioned`: a storage for each site around it. `shared`: one
 * storage, as browsers had until 2023.
 */
export const storageWorlds = ['blocked', 'partitioned', 'shared'] as const
export type StorageWorld = (typeof storageWorlds)[number]

interface Opened {
  context: BrowserContext
  close(): Promise<void>
}

/** Third-party cookies allowed: the choice of a visitor in a profile of their own. */
const PREFERENCES = JSON.stringify({
  profile: { cookie_controls_mode: 0, block_third_party_cookies: false },
})

/**
 * A browser with a profile. Playwright's own switches take partitioning away, so that it is started
 * without them.
 */
async function openProfile(more: readonly string[]): Promise<Opened> {
  const { executablePath = chromium.executablePath(), args = [] } =
    test.info().project.use.launchOptions ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  mkdirSync(join(folder, 'Default'))
  writeFileSync(join(folder, 'Default', 'Preferences'), PREFERENCES)
  const own = [
    '--headless',
    '--remote-debugging-port=0',
    '--window-size=1280,900',
    `--user-data-dir=${folder}`,
  ]
  const child = spawnKept(executablePath, [...args, ...own, ...more, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const [, found] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error('The browser ended.')))
  })
  const browser = await chromium.connectOverCDP(address)
  return {
    context: browser.contexts()[0]!,
    async close() {
      // A browser that ends by itself has written its profile.
      await (await browser.newBrowserCDPSession()).send('Browser.close')
      await ended
      await endChild(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a browser, or a window of the given one, with that storage. */
export async function openWorld(kind: StorageWorld, browser: Browser): Promise<Opened> {
  if (kind !== 'blocked')
    return openProfile(
      kind === 'shared' ? ['--disable-features=ThirdPartyStoragePartitioning'] : [],
    )
  // Contexts of Playwright are incognito windows, in which Chromium blocks.
  const context = await browser.newContext()
  return { context, close: () => context.close() }
}
