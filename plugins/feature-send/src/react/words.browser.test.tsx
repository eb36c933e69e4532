// Draws the views in each of their states with a pseudo-language that puts every text of the catalogue
// in brackets. A text without brackets does not come from the catalogue.
import { LatchkeyError } from '@latchkey/plugin-api'
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import {
  ALIKE,
  ALIKE_NAME,
  all,
  cleanUp,
  FEE,
  FILLED,
  HELD,
  INK,
  NETWORK,
  ok,
  ONE,
  openPage,
  PEN,
  REVIEW,
  sent,
  shadow,
} from '../../test/page.js'
import type { SendState } from '../api.js'
import { english } from '../messages.js'
import { translations } from '../translations.js'

afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
})

/** The modal's texts that come with the kit. */
const KIT = {
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
  'ui.loading': 'Loading',
  'ui.showAll': 'Show all',
  'ui.requestUnknown': 'This request could not be put into words.',
  'ui.requestPartly': 'Not everything here could be read.',
  'ui.requestRaw': 'As your wallet gets it',
  'ui.requestMethod': 'Method',
  'ui.requestParams': 'Content',
  'ui.requestHidden': 'This text has characters that cannot be seen.',
  'errors.rpc.failed': 'The network did not accept this.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })
const { description: _, ...unread } = REVIEW
const many = Array.from({ length: 8 }, (__, index) => ({ ...PEN, address: `0x${index}` }))
const zero = { ...INK, quantity: { decimals: 18, numeric: '0' } }
const refused = (
  problem: string,
  params: Readonly<Record<string, string>> = {},
): Partial<SendState> => ({ ...FILLED, receiver: { status: 'refused', problem, params } })
const wrong = (
  amountProblem: string,
  value: bigint | undefined = 2n * ONE,
): Partial<SendState> => ({ ...FILLED, value, amountProblem })

const states = {
  'send.form': [
    {},
    { lastRetry: 1 },
    { tokenBalances: [zero] },
    HELD,
    { ...HELD, takesNames: true },
    FILLED,
    { ...FILLED, unit: 'fiat' },
    wrong('send.amountTooMuch'),
    wrong('send.feeTooMuch'),
    { ...wrong('send.mustStay'), fee: { status: 'known', amount: FEE, reserve: ONE } },
    wrong('send.amountZero', 0n),
    wrong('send.amountInvalid', undefined),
    wrong('send.amountDecimals', undefined),
    { ...FILLED, fee: { status: 'loading' } },
    { ...FILLED, fee: { status: 'failed' } },
    { ...FILLED, receiver: { status: 'checking' } },
    {
      ...FILLED,
      receiverProfileName: 'bob.ink',
      receiverNameSource: 'own',
      receiver: ok({ isFirst: true }),
    },
    { ...FILLED, receiver: ok({ isOwn: true }) },
    ALIKE,
    { ...ALIKE, receiver: ok({ ...ALIKE.receiver, isLookalikeAccepted: true }) },
    ALIKE_NAME,
    { ...ALIKE_NAME, receiver: ok({ ...ALIKE_NAME.receiver, isLookalikeAccepted: true }) },
    refused('send.otherFamily', { family: 'Solana', network: 'Inkwell' }),
    refused('send.uriDemands', { parts: 'memo' }),
    refused('send.uriUnread'),
    refused('send.receiverIsNobody'),
    refused('send.receiverIsToken', { symbol: 'INK' }),
    { ...FILLED, error: new LatchkeyError('wallet.user_rejected', 'x') },
    { ...FILLED, error: new LatchkeyError('rpc.failed', 'x', { context: { method: 'x' } }) },
    { ...HELD, sent: [sent('pending'), sent('failed')] },
    { ...FILLED, loading: true, sent: [sent('unanswered')] },
  ],
  'send.token': [{}, { lastRetry: 1 }, HELD, { tokenBalances: many }],
  'send.review': [
    { loading: true },
    {},
    { loading: true, review: REVIEW },
    { loading: true, review: { ...REVIEW, isRepeat: true, missing: FEE } },
    { loading: true, review: { ...unread, network: { ...NETWORK, testnet: true } } },
  ],
  'send.sent': [
    {},
    {
      sent: (['unanswered', 'pending', 'success', 'failed', 'replaced', 'dropped'] as const).map(
        (status) => sent(status),
      ),
    },
  ],
} satisfies Record<string, readonly Partial<SendState>[]>

it.each(Object.keys(states) as (keyof typeof states)[])(
  '%s shows and announces only texts of the catalogue, and has room for longer words',
  { timeout: 120_000 },
  async (view) => {
    await browser.viewport(360, 740)
    const problems: Record<string, string[]> = {}
    for (const [index, state] of states[view].entries()) {
      const page = await openPage(state, { locale: 'en-XA', texts: PSEUDO })
      page.kernel.open(view)
      await vi.waitFor(
        () => expect(all('.view :is(.stack,.state,.list,.notice)')).not.toHaveLength(0),
        { timeout: 10_000 },
      )
      await untilStill(shadow())
      const root = shadow().querySelector('.view')
      const card = shadow().querySelector('.card')
      const found =
        root && card ? [...foreignWords(root, PSEUDO), ...cutOffWords(card)] : ['nothing to see']
      if (found.length) problems[index] = found
      cleanUp()
    }
    await browser.viewport(1000, 700)
    expect(problems).toEqual({})
  },
)

/** The width of a text in the font of that field. */
function widthIn(input: HTMLInputElement, words: string): number {
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = getComputedStyle(input).font
  return pen.measureText(words).width
}
it.each(['en', ...Object.keys(translations)])(
  '%s: the placeholder for the receiver mentions names only where they are looked up, and fits on a phone',
  async (locale) => {
    await browser.viewport(360, 740)
    const texts = { ...english, ...(await translations[locale as keyof typeof translations]?.()) }
    const page = await openPage(HELD, { locale, texts })
    page.kernel.open('send.form')
    const input = () => all('.field')[1]?.querySelector('input')
    for (const [takesNames, k] of [
      [false, 'send.toPlaceholder'],
      [true, 'send.toWithName'],
    ] as const) {
      page.set({ takesNames })
      await vi.waitFor(() => expect(input()?.placeholder).toBe(texts[k]), { timeout: 10_000 })
      const { paddingLeft, paddingRight } = getComputedStyle(input()!)
      expect(widthIn(input()!, texts[k]!)).toBeLessThanOrEqual(
        input()!.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
      )
    }
    await browser.viewport(1000, 700)
  },
)

it.each(Object.keys(states) as (keyof typeof states)[])(
  '%s stays within 320 px when text is twice as large',
  { timeout: 120_000 },
  async (view) => {
    await browser.viewport(320, 640)
    const problems: Record<string, string[]> = {}
    for (const [index, state] of states[view].entries()) {
      const page = await openPage(state, { themeVariables: { fontSizeMaster: '20px' } })
      page.kernel.open(view)
      await vi.waitFor(
        () => expect(all('.view :is(.stack,.state,.list,.notice)')).not.toHaveLength(0),
        { timeout: 10_000 },
      )
      const card = all('.card')[0]!.getBoundingClientRect()
      const out = all('.view *')
        .filter((each) => each.checkVisibility() && !each.closest('.quiet') && !each.closest('pre'))
        .filter((each) => {
          const { left, right, width } = each.getBoundingClientRect()
          return width > 1 && (left < card.left - 1 || right > card.right + 1)
        })
      if (out.length)
        problems[index] = out.map(
          ({ localName, className, textContent }) =>
            `${localName}.${className} ${textContent.slice(0, 30)}`,
        )
      cleanUp()
    }
    await browser.viewport(1000, 700)
    expect(problems).toEqual({})
  },
)
