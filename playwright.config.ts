// End to end in Chromium, one test at a time: the chains of the local network are shared.
import { defineConfig } from '@playwright/test'
import { LAUNCH_ARGS, existingBrowser } from './tools/run/lib/browser.mjs'

const executablePath = (await existingBrowser())?.path

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  timeout: 30_000,
  forbidOnly: process.env.CI === 'true',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'retain-on-failure',
    launchOptions: { args: LAUNCH_ARGS, ...(executablePath && { executablePath }) },
  },
})
