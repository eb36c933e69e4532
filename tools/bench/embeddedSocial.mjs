// Sign-ins at a provider: from the click to the provider's page in the window, and from the provider's redirect
// to connected. The page asks the frame as the plugin does; the provider is a stand-in on this machine.
import { startProviders } from '@latchkey-tools/localnet'
import { judge, median, quantile } from './lib/figures.mjs'
import { ask, insert, openHost, slowDown, startFrameWorld } from './lib/framePage.mjs'

const CLICK_MS = 400
const REDIRECT_MS = 1_000
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const p95 = (name, values, bound) => ({
  name: `${name}, p95`,
  value: quantile(values, 0.95),
  ...(bound !== undefined && { bound }),
  unit: ' ms',
  note: `median ${median(values).toFixed(1)} ms`,
})

/** ms that the plugin gives a frame after its start, before it asks it anything. */
const SETTLE_MS = 500

/**
 * Asks for the provider's address and opens the window, in this order, as the plugin does in the task of a click.
 * @param {boolean} isFloor opens the window on the provider's page at once, which nobody can do faster
 * @returns the time of the click, in ms since 1970
 */
const click = (page, isFloor) =>
  page.evaluate(async (knowsAddress) => {
    const now = () => performance.timeOrigin + performance.now()
    const addressOf = async () =>
      (await globalThis.ask('get social redirect uri', { provider: 'google' })).payload.uri
    const open = (uri) => window.open(uri, 'latchkey-social', 'popup,width=600,height=800')
    globalThis.notices.length = 0
    // As the plugin does, the page takes the result of its window or of its frame, whichever comes first.
    addEventListener('message', ({ data }) => globalThis.notices.push(data))
    const known = knowsAddress ? await addressOf() : undefined
    const clicked = now()
    if (known !== undefined) open(known)
    else {
      const asked = addressOf()
      const popup = open('about:blank')
      popup.location.href = await asked
    }
    return clicked
  }, isFloor)

/** Clicks, and slows the window. */
async function openProvider(page, slower, isFloor = false) {
  const [popup, clicked] = await Promise.all([
    page.waitForEvent('popup').then(async (opened) => {
      await slowDown(opened, opened, slower)
      return opened
    }),
    click(page, isFloor),
  ])
  const shown = await shownAt(popup)
  return { popup, ms: shown - clicked }
}

/** @returns when the provider's page was there, in ms since 1970 */
const shownAt = async (popup) => {
  await popup.getByRole('button', { name: /^Continue as / }).waitFor()
  return popup.evaluate(() => {
    const [shown] = performance.getEntriesByName('first-contentful-paint')
    const [loaded] = performance.getEntriesByType('navigation')
    return performance.timeOrigin + (shown?.startTime ?? loaded.domContentLoadedEventEnd)
  })
}

/** Waits for the result, and asks what the plugin asks. @returns when it is connected, in ms since 1970 */
const connected = (page) =>
  page.evaluate(async (solana) => {
    const isResult = ({ type }) => type === 'latchkey social result' || type === 'social result'
    while (!globalThis.notices.some(isResult)) await new Promise((done) => setTimeout(done, 5))
    const { uri } = globalThis.notices.find(isResult)
    const payload = { uri, preferredAccountType: 'eoa', chainId: 1 }
    const { type } = await globalThis.ask('connect social', payload)
    if (type !== 'connect social success') throw new Error(`The frame answered with ${type}.`)
    await globalThis.ask('is connected', { token: '' })
    for (const chainId of [1, solana])
      await globalThis.ask('get user', { chainId, preferredAccountType: 'eoa' })
    return performance.timeOrigin + performance.now()
  }, SOLANA)

/** One sign-in. @returns {Promise<{ click: number, redirect: number }>} in ms */
async function signInAtProvider(page, slower) {
  const { popup, ms } = await openProvider(page, slower)
  let redirected = 0
  popup.on('request', (request) => {
    if (request.url().includes('/callback')) redirected ||= Date.now()
  })
  const done = connected(page)
  await popup.getByRole('button', { name: /^Continue as / }).click()
  const own = popup.getByRole('button', { name: 'Yes, sign in' })
  const pressed = own.click().catch(() => undefined)
  const at = await done
  await popup.close()
  await pressed
  return { click: ms, redirect: at - redirected }
}

/** A page with a frame that has settled, as it has long before a visitor chooses a provider. */
async function openSettled(browser, world, slower, context) {
  const page = await openHost(browser, world, slower, context)
  await insert(page, world.src)
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  return page
}

/**
 * Measures sign-ins at a provider: with a new wallet, and of a person who comes back.
 * @param {{ browser: import('playwright').Browser, rounds?: number, slower?: number }} options
 * @returns {Promise<boolean>} whether the bounds hold
 */
export async function benchSocial({ browser, rounds = 30, slower = 4 }) {
  const providers = await startProviders()
  const world = await startFrameWorld({
    ...providers.env,
    ...{ LIMIT_SOCIALS: '100000', LIMIT_ADDRESS_REQUESTS: '100000' },
  })
  const times = { first: [], click: [], firstFloor: [], floor: [], new: [], known: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const email = `person${round}@shop.example`
      providers.switch('google', { person: { id: `person-${round}`, email, name: 'A person' } })
      const first = await openSettled(browser, world, slower)
      const made = await signInAtProvider(first, slower)
      await ask(first, 'sign out')
      const second = await openSettled(browser, world, slower, first.context())
      const known = await signInAtProvider(second, slower)
      const third = await openSettled(browser, world, slower, first.context())
      times.floor.push((await openProvider(third, slower, true)).ms)
      times.first.push(made.click)
      times.click.push(known.click)
      times.new.push(made.redirect)
      times.known.push(known.redirect)
      await first.context().close()
      const fourth = await openSettled(browser, world, slower)
      times.firstFloor.push((await openProvider(fourth, slower, true)).ms)
      await fourth.context().close()
    }
    return judge(`embedded: sign-in at a provider, ${rounds} rounds, slowed ${slower} times`, [
      p95("click to the provider's page, first window of a browser", times.first, CLICK_MS),
      p95('the same where the window opens on that page at once', times.firstFloor),
      p95("click to the provider's page, later window", times.click, CLICK_MS),
      p95('the same where the window opens on that page at once', times.floor),
      p95('redirect to connected, on a device that is known', times.known, REDIRECT_MS),
      p95('redirect to connected, with a new wallet', times.new),
    ])
  } finally {
    await world.close()
    await providers.close()
  }
}
