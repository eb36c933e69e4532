// Draws the views in each of their states with a pseudo-language that puts every text of the catalogue
// in brackets. A text without brackets does not come from the catalogue.
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { FakeServer, OPTIONS, told, type Site, type SiteOptions } from '../../test/bench.js'
import { all, cleanUp, openPage, shadow } from '../../test/page.js'
import { english } from '../messages.js'

afterEach(async () => {
  cleanUp()
  vi.restoreAllMocks()
  await browser.viewport(1000, 700)
})

/** The modal's texts that come with the kit. */
const KIT = {
  'onramp.title': 'Buy',
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
  'ui.loading': 'Loading',
  'ui.retry': 'Try again',
  'errors.http.status': 'The server said no.',
  'errors.http.bad_answer': 'The server said something odd.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })

const serving = (members: Partial<FakeServer>): SiteOptions => ({
  server: Object.assign(new FakeServer(), members),
})
type State = readonly [
  view: 'onramp.form' | 'onramp.coin' | 'onramp.currency' | 'onramp.order',
  options: SiteOptions,
  lead?: (site: Site) => Promise<unknown>,
]
const typed = (site: Site): Promise<void> => site.priced('100')
const bought = async (site: Site): Promise<void> => {
  await site.priced('100')
  const order = await site.api.buy()
  await site.until(() => site.api.state.get().orders[0]?.status !== 'opening')
  site.kernel.ports.router.push('onramp.order', { order })
}
const push =
  (view: 'onramp.coin' | 'onramp.currency') =>
  async ({ kernel }: Site): Promise<void> =>
    kernel.ports.router.push(view)
const telling = (status: string): SiteOptions =>
  serving({ order: (id) => told(id, { status, hash: `0x${'ab'.repeat(32)}` }) })
const states: Record<string, State> = {
  'the form': ['onramp.form', {}],
  'the form with prices': ['onramp.form', {}, typed],
  'the form with an estimate': ['onramp.form', serving({ quote: () => 500 }), typed],
  'the form with default options': ['onramp.form', serving({ options: () => 500 })],
  'the form with an amount that is too large': [
    'onramp.form',
    {},
    async ({ api }) => api.setPaymentAmount('5000'),
  ],
  'the form where nothing is sold': [
    'onramp.form',
    serving({ options: () => ({ ...OPTIONS, purchaseCurrencies: [] }) }),
  ],
  'the coins': ['onramp.coin', {}, push('onramp.coin')],
  'the currencies': ['onramp.currency', {}, push('onramp.currency')],
  'a purchase': ['onramp.order', {}, bought],
  'a purchase whose window is blocked': ['onramp.order', { blocks: true }, bought],
  'a purchase that is paid': ['onramp.order', telling('paid'), bought],
  'a purchase that is done': ['onramp.order', telling('done'), bought],
  'a purchase that failed': ['onramp.order', telling('failed'), bought],
  'a purchase that was not begun': ['onramp.order', serving({ url: () => 503 }), bought],
}

/** Whether a text ends in an ellipsis where it is too long. */
const isShortened = (element: Element | null): boolean =>
  element !== null &&
  (getComputedStyle(element).textOverflow === 'ellipsis' || isShortened(element.parentElement))

/** Draws a state, and answers the element of the view in it. */
async function draw(
  [view, options, lead]: State,
  kernel: SiteOptions['kernel'] = {},
): Promise<HTMLElement> {
  const site = await openPage({ ...options, kernel })
  const inView = (name: string): HTMLElement | undefined =>
    all(`[data-view="${name}"]`).find(
      (each) => each.querySelector('.stack,.state,.list') && !each.querySelector('.skeleton'),
    )
  site.kernel.ports.router.push('onramp.form')
  await vi.waitFor(() => expect(inView('onramp.form')).toBeDefined(), { timeout: 20_000 })
  await lead?.(site)
  await vi.waitFor(() => expect(inView(view)).toBeDefined(), { timeout: 20_000 })
  await untilStill(shadow())
  return inView(view)!
}

it.each(Object.keys(states))(
  'The view of %s shows only texts of the catalogue, and has room for longer words',
  async (name) => {
    await browser.viewport(360, 740)
    const root = await draw(states[name]!, { locale: 'en-XA', texts: PSEUDO })
    const card = shadow().querySelector('.card')!
    expect([...foreignWords(root, PSEUDO), ...cutOffWords(card)]).toEqual([])
  },
)

it.each(Object.keys(states))(
  'The view of %s stays within 320 px when text is twice as large',
  async (name) => {
    await browser.viewport(320, 640)
    const root = await draw(states[name]!, { themeVariables: { fontSizeMaster: '20px' } })
    const card = all('.card')[0]!.getBoundingClientRect()
    const out = [...root.querySelectorAll<HTMLElement>('*')]
      .filter((each) => !isShortened(each.parentElement))
      .filter((each) => each.checkVisibility() && !each.closest('.quiet') && !each.closest('pre'))
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect()
        return width > 1 && (left < card.left - 1 || right > card.right + 1)
      })
    expect(
      out.map(
        ({ localName, className, textContent }) => `${localName}.${className} ${textContent}`,
      ),
    ).toEqual([])
  },
)
