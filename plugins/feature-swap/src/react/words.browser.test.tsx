// Draws the views in each of their states with a pseudo-language that puts every text of the catalogue
// in brackets. A text without brackets does not come from the catalogue.
import { LatchkeyError } from '@latchkey/plugin-api'
import { cutOffWords, foreignWords, pseudoCatalogue } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { all, cleanUp, openPage, shadow } from '../../test/page.js'
import { DONE, HELD, LEFTOVER, READY, record, REVIEW, REVIEWED, TOKENS } from '../../test/states.js'
import type { SwapState } from '../api.js'
import { english } from '../messages.js'
import { translations } from '../translations.js'

afterEach(async () => {
  cleanUp()
  await browser.viewport(1000, 700)
})

/** The modal's texts that come with the kit. */
const KIT = {
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
  'ui.loading': 'Loading',
  'errors.http.unreachable': 'Nobody answers.',
  'errors.kernel.aborted': 'Given up.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })

const wrong = (amountProblem: string): Partial<SwapState> => ({
  ...{ ...READY, amountProblem, missing: 1n },
})
const failed = (problem: string): Partial<SwapState> => ({
  ...{ ...REVIEWED, phase: 'failed' },
  error: new LatchkeyError('swap.not_as_quoted', 'x', { context: { problem } }),
})
const fake = { ...TOKENS[1]!, address: `0x${'ab'.repeat(20)}`, isListed: false }
const review = (changes: Partial<typeof REVIEW>): Partial<SwapState> => ({
  ...{ ...REVIEWED, review: { ...REVIEW, ...changes } },
})

const states: Readonly<Record<string, readonly Partial<SwapState>[]>> = {
  Swap: [
    {},
    HELD,
    READY,
    { ...READY, phase: 'quoting', quote: undefined },
    { ...READY, phase: 'expired' },
    { ...READY, loss: 7 },
    { ...READY, loss: undefined, fee: undefined },
    { tokensRead: 'failed' },
    wrong('swap.amountTooMuch'),
    wrong('swap.feeTooMuch'),
    wrong('swap.amountDecimals'),
    wrong('swap.amountZero'),
    { ...HELD, phase: 'failed', error: new LatchkeyError('swap.no_route', 'x') },
    {
      ...{ ...HELD, phase: 'failed' },
      error: new LatchkeyError('http.unreachable', 'x', { context: { url: 'x' } }),
    },
    { ...HELD, sent: [record('pending')] },
    { ...HELD, sent: [record('failed')] },
  ],
  'swap.token': [{ tokensRead: 'loading' }, HELD, { ...HELD, tokens: [...TOKENS, fake] }],
  'swap.slippage': [HELD, { ...HELD, slippage: 8 }, { ...HELD, slippage: 0.01 }],
  'swap.review': [
    REVIEWED,
    review({ checkedBy: 0, isRead: false }),
    review({ checkedBy: 1, isLossLarge: true, loss: 22, slippage: 8 }),
    review({ approval: { ...REVIEW.approval!, isBatched: true } }),
    review({ approval: { ...REVIEW.approval!, isReset: true } }),
    { ...review({ before: { arrives: 999_000_000n, minimum: 1n } }), phase: 'changed' },
    { ...REVIEWED, phase: 'checking' },
    { ...REVIEWED, phase: 'proving' },
    { ...REVIEWED, phase: 'approving' },
    { ...REVIEWED, phase: 'swapping' },
    { ...REVIEWED, phase: 'swapping', isSent: true },
    { ...REVIEWED, phase: 'expired' },
    { ...REVIEWED, phase: 'declined', leftover: LEFTOVER },
    { ...REVIEWED, phase: 'approved', leftover: LEFTOVER },
    DONE,
    { ...DONE, sent: [record('success')] },
    failed('router'),
    failed('arrives'),
    failed('nodes'),
    failed('reverts'),
    failed('minimum'),
    {
      ...{ ...REVIEWED, phase: 'failed' },
      error: new LatchkeyError('kernel.aborted', 'x'),
    },
    HELD,
  ],
  'swap.sent': [
    {},
    {
      sent: (['unanswered', 'pending', 'success', 'failed', 'replaced', 'dropped'] as const).map(
        (status) => record(status, { received: '1' }),
      ),
    },
  ],
}

/** Draws each state of a view, and collects what `look` finds in it. */
async function inEachState(
  view: string,
  options: Parameters<typeof openPage>[1],
  look: () => readonly string[],
): Promise<Record<string, readonly string[]>> {
  const problems: Record<string, readonly string[]> = {}
  for (const [index, state] of states[view]!.entries()) {
    const page = await openPage(state, options)
    page.kernel.open('Swap')
    if (view !== 'Swap') page.kernel.ports.router.push(view as 'Swap')
    await vi.waitFor(
      () => {
        const views = all('.view')
        expect(
          views.length && all('.view :is(.stack,.state,.list,.notice)').length,
        ).toBeGreaterThan(0)
        expect(page.at()).toBe(view)
      },
      { timeout: 20_000 },
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    const found = look()
    if (found.length) problems[index] = found
    cleanUp()
  }
  return problems
}

it.each(Object.keys(states))(
  '%s shows and announces only texts of the catalogue, and has room for longer words',
  { timeout: 240_000 },
  async (view) => {
    await browser.viewport(360, 740)
    const problems = await inEachState(view, { locale: 'en-XA', texts: PSEUDO }, () => {
      const root = [...shadow().querySelectorAll('.view')].at(-1)
      const card = shadow().querySelector('.card')
      return root && card
        ? [...foreignWords(root, PSEUDO), ...cutOffWords(card)]
        : ['nothing to see']
    })
    expect(problems).toEqual({})
  },
)

it.each(Object.keys(states))(
  '%s stays within 320 px when text is twice as large',
  { timeout: 240_000 },
  async (view) => {
    await browser.viewport(320, 640)
    const problems = await inEachState(view, { themeVariables: { fontSizeMaster: '20px' } }, () => {
      const card = all('.card')[0]!.getBoundingClientRect()
      return all('.view *')
        .filter((each) => each.checkVisibility() && !each.closest('.quiet') && !each.closest('pre'))
        .filter((each) => {
          const { left, right, width } = each.getBoundingClientRect()
          return width > 1 && (left < card.left - 1 || right > card.right + 1)
        })
        .map(
          ({ localName, className, textContent }) =>
            `${localName}.${className} ${textContent.slice(0, 30)}`,
        )
    })
    expect(problems).toEqual({})
  },
)

it('Each language has every text of the plugin, with the same parameters', async () => {
  const parameters = (text: string): string[] => [...new Set(text.match(/\{\w+/g))].sort()
  for (const [locale, load] of Object.entries(translations)) {
    const texts = await load()
    expect([locale, Object.keys(texts)]).toEqual([locale, Object.keys(english)])
    for (const [key, text] of Object.entries(english)) {
      // Plural forms of a language have words of their own within braces.
      if (text.includes('plural')) continue
      expect([locale, key, parameters(texts[key]!)]).toEqual([locale, key, parameters(text)])
    }
  }
})
