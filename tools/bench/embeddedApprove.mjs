// From the click on Approve to the signature, in a page and a frame that are two processes, both slowed.
import { judge, median, quantile } from './lib/figures.mjs'
import {
  approveAndTime,
  ask,
  codeFor,
  insert,
  openHost,
  startFrameWorld,
} from './lib/framePage.mjs'

const EMAIL = 'approve@shop.example'
const FIRST_MS = 500
const LATER_MS = 150

/** Milliseconds from the click in the frame to the signature in the page. */
const measureOne = async (page, frame, address) => {
  const request = { method: 'personal_sign', params: ['Hello', address] }
  return (await approveAndTime(page, frame, request)).ms
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
