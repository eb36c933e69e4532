import { LatchkeyError } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { all, button, cleanUp, openPage, said, shows, text, type Page } from '../../test/page.js'
import {
  DONE,
  HELD,
  LEFTOVER,
  MANY,
  QUOTE,
  READY,
  record,
  REVIEW,
  REVIEWED,
  ROUTER,
  TOKENS,
} from '../../test/states.js'

afterEach(cleanUp)

const PATIENT = { timeout: 20_000 }
const open = async (
  state: Parameters<typeof openPage>[0],
  view: string = 'Swap',
): Promise<Page> => {
  const page = await openPage(state)
  page.kernel.open('Swap')
  if (view !== 'Swap') page.kernel.ports.router.push(view as 'Swap')
  await vi.waitFor(() => expect(text()).not.toBe(''), PATIENT)
  return page
}

it('The view Swap shows two tokens, an amount and a button to the review [VIEW-12]', async () => {
  const { calls } = await open(READY)
  await shows(/You sell.*ETH.*You get.*USDC/s)
  const sides = all('[data-side]').map((side) => side.dataset['side'])
  expect([sides, all('[data-side="from"] input').length]).toEqual([['from', 'to'], 1])
  const names = () => calls.map(([name]) => name)
  await vi.waitFor(() => expect(names()).toEqual(['start']), PATIENT)
  button('Review').click()
  expect(names()).toEqual(['start', 'review'])
})

it('The list of tokens has a row of suggested ones above it [SWAP-03]', async () => {
  const page = await open(HELD)
  page.kernel.ports.router.push('swap.token', { side: 'to' })
  await vi.waitFor(
    () => expect(all('[data-part="suggested"] button').length).toBeGreaterThan(2),
    PATIENT,
  )
  const names = all('[data-part="suggested"] button').map(({ textContent }) => textContent)
  expect(names.join()).toMatch(/ETH.*USDC.*WBTC.*DAI/)
  all('[data-part="suggested"] button')[1]!.click()
  await vi.waitFor(() => expect(page.calls).toContainEqual(['setToken', 'to', HELD.to]), PATIENT)
})

it('Popular tokens stand in the list before the others, after the visitor’s own [SWAP-04]', async () => {
  const page = await open(HELD)
  page.kernel.ports.router.push('swap.token', { side: 'to' })
  await vi.waitFor(() => expect(all('[data-group]').length).toBe(3), PATIENT)
  const order = ['swap.own', 'swap.popular', 'swap.others']
  expect(all('[data-group]').map((group) => group.dataset['group'])).toEqual(order)
  const places = ['Popular', 'USDC token', 'LINK token', 'More tokens', 'XXX token', 'YYY token']
  const at = places.map((each) => text().lastIndexOf(each))
  expect([...at].sort((one, other) => one - other)).toEqual(at)
})

it('A list of ten thousand tokens draws only those that are seen, and finds one by its address', async () => {
  const page = await open({ ...HELD, tokens: MANY })
  page.kernel.ports.router.push('swap.token', { side: 'to' })
  await vi.waitFor(() => expect(all('[data-group]').length).toBeGreaterThan(0), PATIENT)
  expect(all('button').length).toBeLessThan(200)
  const search = all('input[type="search"]')[0] as HTMLInputElement
  search.focus()
  await userEvent.keyboard(MANY.at(-1)!.address!.slice(-8))
  await shows(/T9999/)
})

it('A token that nobody lists is used only after its own warning, which does not begin with its name', async () => {
  const fake = { ...TOKENS[1]!, address: `0x${'ab'.repeat(20)}`, isListed: false }
  const page = await open({ ...HELD, tokens: [...TOKENS, fake] })
  page.kernel.ports.router.push('swap.token', { side: 'to' })
  await vi.waitFor(() => button(/Not on the list/), PATIENT)
  button(/Not on the list/).click()
  await shows('Nobody vouches for this token')
  expect(all('h2').at(-1)!.textContent).not.toContain('USDC')
  expect(page.calls.filter(([name]) => name === 'setToken')).toEqual([])
  button('Use it anyway').click()
  await vi.waitFor(
    () => expect(page.calls.slice(-2).map(([name]) => name)).toEqual(['importToken', 'setToken']),
    PATIENT,
  )
})

it('The review names what leaves, what arrives at least, who may take how much, and every step', async () => {
  const page = await open(REVIEWED, 'swap.review')
  await shows(/Leaves at most1 DAI/)
  for (const words of [
    /Arrives at least988\.142221 USDC/,
    /Two nodes of the network say so/,
    /Allow the market to take 1 DAI/,
    /May take DAI.*and no more/s,
    /uniswap-v3 0\.3%/,
    ROUTER,
  ])
    expect(text()).toMatch(words)
  button('Confirm').click()
  expect(page.calls.at(-1)).toEqual(['confirm'])
})

it('The impact on the market and the loss of value are two figures, in the form and in the review', async () => {
  const page = await open({ ...READY, loss: 17.95 })
  await shows(/You lose 17.95% of the value in this swap.*Price impact\s*0.09%/s)
  page.set({ ...REVIEWED, review: { ...REVIEW, loss: 17.95 } })
  page.kernel.ports.router.push('swap.review' as 'Swap')
  await shows(/Arrives at least/)
  await shows(/You lose 17.95% of the value in this swap/)
  expect(text()).toMatch(/Price impact\s*0.09%/)
})

it('A large loss, and a swap that nobody could check, each want a box ticked first', async () => {
  const review = { ...REVIEW, loss: 22, isLossLarge: true, checkedBy: 0 as const }
  await open({ ...REVIEWED, review }, 'swap.review')
  await shows(/I accept to lose 22%/)
  expect(button('Confirm').disabled).toBe(true)
  const [one, other] = all('input[type="checkbox"]')
  one!.click()
  await vi.waitFor(() => expect((one as HTMLInputElement).checked).toBe(true), PATIENT)
  expect(button('Confirm').disabled).toBe(true)
  other!.click()
  await vi.waitFor(() => expect(button('Confirm').disabled).toBe(false), PATIENT)
})

it('A price that became worse is accepted before it can be confirmed', async () => {
  const before = { arrives: 1_003_000_000n, minimum: 992_970_000n }
  const page = await open(
    { ...REVIEWED, phase: 'changed', review: { ...REVIEW, before } },
    'swap.review',
  )
  await shows(/You saw 1,003 USDC\. Now it is 998\.123456 USDC/)
  expect(all('button').map(({ textContent }) => textContent)).not.toContain('Confirm')
  button('Accept the new price').click()
  expect(page.calls.at(-1)).toEqual(['accept'])
  await vi.waitFor(() => expect(said()).toMatch(/The price has changed/), PATIENT)
})

it('A swap that was stopped says what was wrong, and that nothing has left', async () => {
  const error = new LatchkeyError('swap.not_as_quoted', 'stopped', {
    context: { problem: 'router' },
  })
  await open({ ...REVIEWED, phase: 'failed', error }, 'swap.review')
  await shows(/This swap was stopped.*calls a contract that nobody here knows/s)
  expect(text()).toMatch(/Your DAI is still in your account/)
  await vi.waitFor(() => expect(said()).toMatch(/This swap was stopped/), PATIENT)
})

it('An approval that is left over is said with the amount, and can be taken back', async () => {
  const page = await open({ ...REVIEWED, phase: 'declined', leftover: LEFTOVER }, 'swap.review')
  await shows(/may still take 1 DAI/)
  button('Take it back').click()
  await vi.waitFor(() => expect(page.calls.at(-1)).toEqual(['revoke']), PATIENT)
})

it('The success says what really arrived', async () => {
  await open(DONE, 'swap.review')
  await shows(/Swapped.*You got 998\.123456 USDC/s)
  await vi.waitFor(() => expect(said()).toMatch(/Swapped/), PATIENT)
})

it('Screen readers hear the price once, and not again when it is renewed unchanged', async () => {
  const page = await open({ ...READY, phase: 'quoting', quote: undefined })
  page.set({ phase: 'ready', quote: QUOTE })
  await vi.waitFor(() => expect(said()).toMatch(/You get about 3,100\.123456/), PATIENT)
  const heard = vi.fn()
  // A text that leaves the region is not spoken.
  const observer = new MutationObserver(() => said().trim() && heard(said()))
  for (const region of all('[aria-live]'))
    observer.observe(region, { childList: true, subtree: true, characterData: true })
  page.set({ quote: { ...QUOTE, expires: Date.now() + 60_000 } })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(heard).not.toHaveBeenCalled()
  observer.disconnect()
})

it('The form is used by the keyboard alone: amount, other direction, review', async () => {
  const page = await open(READY)
  await vi.waitFor(() => button('Review'), PATIENT)
  ;(all('[data-side="from"] input')[0] as HTMLInputElement).focus()
  await userEvent.keyboard('2')
  expect(page.calls.at(-1)).toEqual(['setAmount', '12'])
  button('Swap the two tokens').focus()
  await userEvent.keyboard('{Enter}')
  expect(page.calls.at(-1)).toEqual(['flip'])
  ;(all('[data-side="from"] input')[0] as HTMLInputElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(page.calls.at(-1)).toEqual(['review'])
})

it('Each swap that was sent from here is listed with its state', async () => {
  const sent = [record('pending'), record('failed', { step: 'approve' }), ...DONE.sent]
  const page = await open({ ...HELD, sent }, 'swap.sent')
  await shows(/On its way.*Failed: the network fee was paid.*You got 998\.123456 USDC/s)
  button('Remove').click()
  expect(page.calls.at(-1)).toEqual(['dismiss', '0xfailed'])
})
