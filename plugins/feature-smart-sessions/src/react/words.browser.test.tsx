// Draws the views in their states with a pseudo-language that puts every text of the catalogue in brackets. A
// text without brackets does not come from the catalogue.
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import {
  contextOf,
  delegationOf,
  FakeService,
  FakeSmartWallet,
  limitsOf,
  OWNER,
  TOKEN,
  type Site,
  type SiteOptions,
} from '../../test/bench.js'
import { FakeNode } from '../../test/fakeNode.js'
import { all, cleanUp, openPage, shadow } from '../../test/page.js'
import { english } from '../messages.js'
import { sessionKey } from '../sessionKey.js'

afterEach(async () => {
  cleanUp()
  vi.restoreAllMocks()
  await browser.viewport(1000, 700)
})

/** The modal's texts that come with the kit. */
const KIT = {
  'ui.details': 'Details',
  'ui.copyDetails': 'Copy details',
  'ui.explain': 'Explain this error',
  'ui.loading': 'Loading',
  'ui.retry': 'Try again',
  'ui.viewOn': 'View on {explorer}',
  'errors.http.status': 'A server refused the request.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })
const YEAR_2033 = 1_990_000_000

/** A page whose wallet has granted four kinds of session. */
const granted = (more: SiteOptions = {}): SiteOptions => {
  const start = 1_700_000_000
  const permissions = [
    { type: 'native', allowance: { kind: 'total', amount: 2n * 10n ** 18n } },
    {
      type: 'native',
      allowance: { kind: 'stream', initial: 0n, perSecond: 1n, maximum: 9n, start },
    },
    {
      type: 'erc20',
      token: TOKEN,
      allowance: { kind: 'period', amount: 5n, period: 86_400, start },
    },
    { type: 'calls', targets: [TOKEN], selectors: ['0x12345678'], maxValue: 0n },
  ] as const
  const wallet = new FakeSmartWallet()
  wallet.answers['wallet_getGrantedExecutionPermissions'] = () =>
    permissions.map((permission) => ({
      chainId: 1,
      from: OWNER,
      context: contextOf(delegationOf(limitsOf({ permission, expiry: YEAR_2033 }))),
    }))
  return { wallet, hasNoServer: true, ...more }
}
const away = (): { service: FakeService; node: FakeNode } => {
  const service = new FakeService()
  service.sessions = () => 503
  return { service, node: Object.assign(new FakeNode(), { isAway: true }) }
}
/** Opens the details of the session at this place of the list. */
const detailsOf =
  (at: number) =>
  async ({ api, kernel }: Site): Promise<void> => {
    const items = await api.list()
    kernel.ports.router.push('sessions.details', { session: sessionKey(items[at]!) })
  }
const states: Record<string, [options: SiteOptions, lead?: (site: Site) => Promise<void>]> = {
  'the list': [granted()],
  'the list beside a silent server and network': [granted({ ...away(), hasNoServer: false })],
  'an empty list': [{ hasNoServer: true }],
  'a list that nobody could tell': [away()],
  'an amount': [granted(), detailsOf(0)],
  'a stream': [granted(), detailsOf(1)],
  'a token': [granted(), detailsOf(2)],
  calls: [granted(), detailsOf(3)],
  'a session that is not in the list': [
    granted(),
    async ({ kernel }) => kernel.ports.router.push('sessions.details', { session: 'eip155:1 0x' }),
  ],
  'a session whose use is not known': [granted(away()), detailsOf(0)],
}

async function draw(name: string, kernel: SiteOptions['kernel']): Promise<HTMLElement> {
  const [options, lead] = states[name]!
  const site = await openPage({ ...options, ...(kernel && { kernel }) })
  await site.api.list().catch(() => undefined)
  site.kernel.ports.router.push('smartSessions.list')
  await lead?.(site)
  const view = lead ? 'sessions.details' : 'smartSessions.list'
  await vi.waitFor(
    () => expect(all(`[data-view="${view}"] .stack, [data-view="${view}"] .state`)).not.toEqual([]),
    {
      timeout: 20_000,
    },
  )
  const root = all(`[data-view="${view}"]`)[0]!
  await untilStill(shadow())
  return root
}

it.each(Object.keys(states))(
  'The view of %s shows only texts of the catalogue, and has room for longer words',
  async (name) => {
    await browser.viewport(360, 740)
    const root = await draw(name, { locale: 'en-XA', texts: PSEUDO })
    expect([...foreignWords(root, PSEUDO), ...cutOffWords(root)]).toEqual([])
  },
)

it.each(Object.keys(states))(
  'The view of %s stays within 320 px when text is twice as large',
  async (name) => {
    await browser.viewport(320, 640)
    const root = await draw(name, { themeVariables: { fontSizeMaster: '20px' } })
    const card = all('.card')[0]!.getBoundingClientRect()
    const out = [...root.querySelectorAll<HTMLElement>('*')]
      .filter((each) => each.checkVisibility() && !each.closest('.quiet') && !each.closest('pre'))
      .filter((each) => getComputedStyle(each.parentElement!).overflow !== 'hidden')
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect()
        return width > 1 && (left < card.left - 1 || right > card.right + 1)
      })
    expect(out.map(({ localName, textContent }) => `${localName} ${textContent}`)).toEqual([])
  },
)
