import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, test, type BrowserContext } from '@playwright/test'

/** A profile as visitors have it, in which a frame of another site may keep something. */
export async function withProfile(run: (context: BrowserContext) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  mkdirSync(join(folder, 'Default'))
  const settings = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(settings))
  const { launchOptions } = test.info().project.use
  const context = await chromium.launchPersistentContext(folder, launchOptions)
  try {
    await run(context)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
