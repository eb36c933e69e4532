// Builds the site and walks it in Chromium: npx pnpm@12.21.0 site:walk
import { defineConfig } from '@playwright/test'
import { LAUNCH_ARGS, lightBrowser } from '../../tools/run/lib/browser.mjs'
import { at, resultsDir } from '../../tools/run/lib/paths.mjs'

const browser = await lightBrowser()
export default defineConfig({
  testDir: 'test',
  testMatch: '*.spec.mjs',
  globalSetup: './test/support/buildOnce.mjs',
  workers: 1,
  // They find tests that hang, and measure nothing (docs/adr/0032).
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI === 'true',
  outputDir: `${resultsDir}/site`,
  reporter: [
    ['list'],
    ['json', { outputFile: `${resultsDir}/site.json` }],
    [at('tools/tests/report/playwright.mjs')],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    launchOptions: { args: LAUNCH_ARGS, ...(browser && { executablePath: browser.path }) },
  },
})
