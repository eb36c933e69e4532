// Heap and listeners that sign-ins and sign-outs in one page leave behind, with the service of the frame.
import type { CDPSession, Page } from '@playwright/test'
import {
  codeOf,
  expect,
  modal,
  signInAnew,
  test,
  type EmbeddedWorld,
} from './support/embeddedWorld.js'

// A fiftieth of the full run, which LATCHKEY_SOAK=1 does.
const [WARM_UP, SIGN_INS] = process.env['LATCHKEY_SOAK'] ? [300, 1_000] : [20, 20]
const MEGABYTE = 1_048_576
const EMAIL = 'leak@shop.example'

/** Counters of the page's own process, after garbage collection. The frame's is another one. */
async function counters(session: CDPSession): Promise<{ heap: number; listeners: number }> {
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  const { jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { heap: usedSize, listeners: jsEventListeners }
}

/** Signs in and out so many times, by the plugin's own steps, as views of a host do. */
async function rounds(page: Page, world: EmbeddedWorld, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await page.evaluate(async (email) => {
      // Beyond the 30 s between two mails.
      const { now } = Date
      const later = now() + 31_000 - performance.now()
      Date.now = () => later + performance.now()
      await window.kernel.plugins.embedded.signIn(email)
    }, EMAIL)
    const code = await codeOf(world, EMAIL)
    await page.evaluate(async (otp) => {
      const { embedded } = window.kernel.plugins
      await embedded.submitCode(otp)
      if (window.kernel.ports.connections.get().connections.length !== 1)
        throw new Error('Nobody is connected.')
      await window.kernel.ports.connections.disconnect()
    }, code)
  }
  // A disconnect's own limit of 3 s holds its connection until it has passed.
  await page.waitForTimeout(3_500)
}

test(`${SIGN_INS} sign-ins and sign-outs in one page keep no listener, and less than a megabyte of heap`, async ({
  page,
  world,
}) => {
  test.setTimeout(60_000 + (WARM_UP + SIGN_INS) * 6_000)
  await page.goto(world.shop())
  await signInAnew(page, world, EMAIL)
  await expect(modal(page)).toHaveCount(0)
  await page.evaluate(() => window.kernel.ports.connections.disconnect())
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  // Code that is compiled, caches that are filled.
  await rounds(page, world, WARM_UP)
  const before = await counters(session)
  await rounds(page, world, SIGN_INS)
  // Some are let go by a later collection.
  let after = await counters(session)
  await expect
    .poll(async () => (after = await counters(session)).listeners - before.listeners)
    .toBeLessThanOrEqual(0)
  const growth = after.heap - before.heap
  console.info(
    `${SIGN_INS} sign-ins: heap ${(growth / 1024).toFixed(0)} kB more, ` +
      `${after.listeners - before.listeners} listeners`,
  )
  expect(growth).toBeLessThan(MEGABYTE)
})
