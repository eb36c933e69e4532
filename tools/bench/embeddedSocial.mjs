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

/** Opens the window as in the task of a click. @returns the time of the click, in ms since 1970 */
const click = (page) =>
  page.evaluate(async () => {
    globalThis.notices.length = 0
    // As the plugin does, the page takes the result of its window or of its frame, whichever comes first.
    addEventListener('message', ({ data }) => globalThis.notices.push(data))
    const clicked = performance.timeOrigin + performance.now()
    const popup = window.open('about:blank', 'latchkey-social', 'popup,width=600,height=800')
    const { payload } = await globalThis.ask('get social redirect uri', { provider: 'google' })
    popup.location.href = payload.uri
    return clicked
  })

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
  const [popup, clicked] = await Promise.all([
    page.waitForEvent('popup').then(async (opened) => {
      await slowDown(opened, opened, slower)
      return opened
    }),
    click(page),
  ])
  const shown = await shownAt(popup)
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
  return { click: shown - clicked, redirect: at - redirected }
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
  const times = { click: [], new: [], known: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const email = `person${round}@shop.example`
      providers.switch('google', { person: { id: `person-${round}`, email, name: 'A person' } })
      const first = await openHost(browser, world, slower)
      await insert(first, world.src)
      const made = await signInAtProvider(first, slower)
      await ask(first, 'sign out')
      const second = await openHost(browser, world, slower, first.context())
      await insert(second, world.src)
      const known = await signInAtProvider(second, slower)
      times.click.push(made.click, known.click)
      times.new.push(made.redirect)
      times.known.push(known.redirect)
      await first.context().close()
    }
    return judge(`embedded: sign-in at a provider, ${rounds} rounds, slowed ${slower} times`, [
      p95("click to the provider's page in its window", times.click, CLICK_MS),
      p95('redirect to connected, on a device that is known', times.known, REDIRECT_MS),
      p95('redirect to connected, with a new wallet', times.new),
    ])
  } finally {
    await world.close()
    await providers.close()
  }
}
