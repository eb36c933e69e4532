// End to end in Chromium, by two workers with a local network of their own each: most of a test is
// waiting for others.
import { defineConfig } from '@playwright/test'
import { LAUNCH_ARGS, existingBrowser, lightBrowser } from './tools/run/lib/browser.mjs'

const launchedBy = (browser: { path: string } | undefined) => ({
  launchOptions: { args: LAUNCH_ARGS, ...(browser && { executablePath: browser.path }) },
})
const whole = launchedBy(await existingBrowser())
const light = launchedBy(await lightBrowser())

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // These limits find tests that hang. They measure nothing: on a machine that builds six other things a test
  // takes ten times as long (docs/adr/0032).
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    // Nodes of five families take long to start: once.
    { name: 'chains', testMatch: 'chains*.spec.ts', workers: 1, use: light },
    {
      name: 'pages',
      testIgnore: ['chains*.spec.ts', 'embedded*.spec.ts', 'smart*.spec.ts', 'analytics.spec.ts'],
      use: light,
    },
    {
      name: 'embedded',
      testMatch: ['embedded*.spec.ts', 'smart*.spec.ts', 'analytics.spec.ts'],
      use: whole,
    },
  ],
  forbidOnly: process.env.CI === 'true',
  outputDir: 'test-results/e2e',
  reporter: [
    ['list'],
    ['json', { outputFile: 'test-results/e2e.json' }],
    ['./tools/tests/report/playwright.mjs'],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    // A recorded trace takes two fifths of the time. To look for a fault, ask for one: --trace
    // retain-on-failure
    trace: 'off',
  },
})
