// Draws both views in each of their states with a pseudo-language that puts every text of the
// catalogue in brackets. A text without brackets does not come from the catalogue.
import { LatchkeyError } from '@latchkey/plugin-api'
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { all, cleanUp, ended, openPage, shadow, waiting, WALLET } from '../../test/page.js'
import { english } from '../messages.js'
import { IDLE } from '../pairing/machine.js'

afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
})

/** All texts in the pseudo-language, also the modal's texts for errors. */
const PSEUDO = pseudoCatalogue({
  ...english,
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
})
const { mobileLink: _, webLink: __, ...MISSING } = WALLET
const views = {
  code: {},
  wallet: { wallet: WALLET },
  missing: { wallet: MISSING, mobile: true },
  phone: { wallet: WALLET, mobile: true },
  installed: { wallet: WALLET, installed: true },
  basic: { mobile: true, basic: true },
} as Readonly<
  Record<string, { wallet?: typeof WALLET; mobile?: boolean; installed?: boolean; basic?: boolean }>
>
const states = {
  loading: () => ({ ...IDLE, status: 'loading' as const }),
  waiting,
  buffering: () => ({ ...waiting(), status: 'buffering' as const, buffering: true }),
  rejected: () => ended('rejected', new LatchkeyError('wallet.user_rejected', 'no')),
  expired: () => ended('expired', undefined),
  offline: () => ended('offline', undefined),
  failed: () =>
    ended(
      'failed',
      new LatchkeyError('walletconnect.relay_unreachable', 'The relay did not answer.', {
        context: { relay: 'wss://relay.example' },
      }),
    ),
}

it(
  'The views show and speak only texts of the catalogue, and have room for longer words',
  { timeout: 180_000 },
  async () => {
    await browser.viewport(360, 740)
    vi.spyOn(window, 'open').mockReturnValue(null)
    const problems: Record<string, string[]> = {}
    for (const [view, { wallet, mobile = false, installed, basic }] of Object.entries(views)) {
      const page = await openPage(
        { locale: 'en-XA', texts: PSEUDO, mobile },
        { ownRelay: 'wss://relay.example.com', ...(installed && { installed: () => 'x' }) },
      )
      if (basic) page.kernel.open('ConnectingWalletConnectBasic')
      else page.kernel.open('ConnectingWalletConnect', wallet ? { wallet } : {})
      await vi.waitFor(() => expect(page.begun).toBe(1), { timeout: 5_000 })
      for (const [state, make] of Object.entries(states)) {
        page.set(make())
        await vi.waitFor(() => expect(all('.view h2')).toHaveLength(1))
        await untilStill(shadow())
        const root = shadow().querySelector('.view')
        const card = shadow().querySelector('.card')
        const found =
          root && card ? [...foreignWords(root, PSEUDO), ...cutOffWords(card)] : ['nothing to see']
        if (found.length) problems[`${view} ${state}`] = found
      }
      cleanUp()
    }
    await browser.viewport(1000, 700)
    expect(problems).toEqual({})
  },
)
