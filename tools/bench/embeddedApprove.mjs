// From the click on Approve to the signature, in a page and a frame that are two processes, both slowed.
import { judge, median, quantile } from './lib/figures.mjs'
import { ask, codeFor, insert, openHost, startFrameWorld } from './lib/framePage.mjs'

const EMAIL = 'approve@shop.example'
const FIRST_MS = 500
const LATER_MS = 150

/** Milliseconds from the click in the frame to the signature in the page. */
async function measureOne(page, frame, address) {
  const answered = page.evaluate(async (account) => {
    const payload = { method: 'personal_sign', params: ['Hello', account] }
    const reply = await globalThis.ask('rpc request', payload)
    return { ...reply, at: performance.timeOrigin + performance.now() }
  }, address)
  await frame.locator('.request').press('End')
  // The pointer comes over the button, which works when it has been there for 800 ms.
  const button = frame.locator('button.primary')
  await button.hover()
  await frame.locator('button.primary[aria-disabled="false"]').waitFor()
  await button.evaluate((node) =>
    node.addEventListener(
      'click',
      () => (globalThis.clickedAt = performance.timeOrigin + performance.now()),
      { capture: true, once: true },
    ),
  )
  await button.click()
  const { at, payload } = await answered
  if (!payload.result) throw new Error(`There is no signature: ${JSON.stringify(payload)}`)
  return at - (await frame.evaluate(() => globalThis.clickedAt))
}

async function measure(browser, world, { rounds, slower }) {
  const context = await browser.newContext()
  const first = await openHost(browser, world, 1, context)
  await insert(first, world.src)
  const otp = await codeFor(first, world.mail, EMAIL)
  const { address } = (await ask(first, 'connect otp', { otp })).payload.user
  const { token } = (await ask(first, 'is connected', { token: '' })).payload
  await first.close()
  const times = { first: [], later: [] }
  for (let round = 0; round < rounds; round += 1) {
    const page = await openHost(browser, world, slower, context)
    await insert(page, world.src)
    await ask(page, 'is connected', { token })
    const frame = page.frame({ url: world.src })
    times.first.push(await measureOne(page, frame, address))
    times.later.push(await measureOne(page, frame, address))
    await page.close()
  }
  await context.close()
  return times
}

/**
 * Measures the click on Approve up to the signature: the first of a page that was loaded anew, and the
 * one after it.
 * @param {{ browser: import('playwright').Browser, rounds?: number, slower?: number }} options
 * @returns {Promise<boolean>} whether both bounds hold
 */
export async function benchEmbeddedApprove({ browser, rounds = 30, slower = 4 }) {
  const world = await startFrameWorld({ LIMIT_SHARES: '100000', LIMIT_ADDRESS_REQUESTS: '100000' })
  try {
    const { first, later } = await measure(browser, world, { rounds, slower })
    const row = (name, values, bound) => ({
      name,
      value: quantile(values, 0.95),
      bound,
      unit: ' ms',
      note: `median ${median(values).toFixed(1)} ms`,
    })
    return judge(`embedded: Approve to signature, ${rounds} rounds, slowed ${slower} times, p95`, [
      row('the first click of a page', first, FIRST_MS),
      row('a later click', later, LATER_MS),
    ])
  } finally {
    await world.close()
  }
}
