// Draws the views in each of their states with a pseudo-language that puts every text of the catalogue
// in brackets. A text without brackets does not come from the catalogue.
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import {
  ALICE,
  FakeServer,
  refusal,
  tooMany,
  type Site,
  type SiteOptions,
} from '../../test/bench.js'
import { all, cleanUp, openPage, shadow } from '../../test/page.js'
import { english } from '../messages.js'

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
  'ui.connectWallet': 'Connect wallet',
  'errors.kernel.aborted': 'It was given up.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })

const FORM = 'RegisterAccountName'
const serving = (members: Partial<FakeServer>): SiteOptions => ({
  server: Object.assign(new FakeServer(), members),
})
type State = readonly [
  options: SiteOptions,
  lead?: (site: Site) => unknown,
  view?: 'RegisterAccountName' | 'RegisterAccountNameSuccess' | 'names.details' | 'names.giveUp',
]
const typed =
  (label: string, availability: string) =>
  async ({ api, until }: Site): Promise<void> => {
    api.type(label)
    await until(() => api.state.get().availability === availability)
  }
const registered = ({ api }: Site): Promise<unknown> => api.register('bobby').catch(() => undefined)
const SUCCESS = 'RegisterAccountNameSuccess'
const NAME = 'bobby.shop.eth'
/** The visitor has a name, and opens a view about it. */
const owning = (
  view: 'names.details' | 'names.giveUp',
  members: Partial<FakeServer> = {},
  lead: (site: Site) => unknown = () => undefined,
): State => {
  const server = Object.assign(new FakeServer(), members)
  server.taken[NAME] = ALICE
  return [
    { server },
    async (site) => {
      site.kernel.ports.router.push(view, { name: NAME })
      await site.until(() => !['waiting', undefined].includes(site.api.state.get().change?.status))
      await lead(site)
    },
    view,
  ]
}
const saving =
  (behave: 'approve' | 'silence') =>
  async ({ api, wallet, until }: Site): Promise<void> => {
    wallet.behave = behave
    const owner = await api.owner()
    void owner.save(NAME, { description: 'Hello' }).catch(() => undefined)
    await until(() => api.state.get().failed ?? api.state.get().asking?.step === 'signing')
  }
const states: Record<string, State> = {
  'the form': [{}],
  'the form with a free name': [{}, typed('bobby', 'free')],
  'the form with a taken name': [{}, typed('alice', 'taken')],
  'the form with a name that is too short': [{}, ({ api }) => api.type('al')],
  'the form with a wrong name': [{}, ({ api }) => api.type('al_ice')],
  'the form with a name of 64 letters': [{}, ({ api }) => api.type('a'.repeat(64))],
  'the form with a name of 63 letters': [{}, typed('a'.repeat(63), 'free')],
  'the form without suggestions': [serving({ suggestions: () => 500 }), typed('bobby', 'unknown')],
  'the form after a failure': [serving({ register: () => 500 }), registered],
  'the form while the wallet asks': [
    {},
    ({ api, wallet }) => {
      wallet.behave = 'silence'
      api.type('bobby')
      void api.register('bobby').catch(() => undefined)
    },
  ],
  'the form without a zone': [{ options: {} }],
  'the form with another wallet': [{ connect: 'wallet-eip155' }],
  'the form without a wallet that can': [{ connect: 'wallet-eip155', isWithoutAuth: true }],
  'the form on a network without names': [{ references: ['2147483648'] }],
  'the form of an account with a name': [
    serving({ taken: { [NAME]: ALICE } }),
    ({ api, until }) => until(() => api.state.get().owned?.names.length),
  ],
  'the form whose names are not told': [
    serving({ reverse: () => 500 }),
    ({ api, until }) => until(() => api.state.get().owned?.status === 'unknown'),
  ],
  'the form after too many tries': [serving({ register: () => tooMany(300) }), registered],
  'the details': owning('names.details'),
  'the details with wrong texts': owning('names.details', {}, async ({ api }) => {
    const owner = await api.owner()
    owner.type('url', 'x')
    owner.type('avatar', 'x')
    owner.type('description', 'x'.repeat(281))
  }),
  'the details after a failure': owning('names.details', { change: () => 400 }, saving('approve')),
  'the details while the wallet asks': owning('names.details', {}, saving('silence')),
  'the details of a missing name': owning('names.details', { name: () => 404 }),
  'the details that are not read': owning('names.details', { name: () => 500 }),
  'the question before a name is given up': owning('names.giveUp'),
  'the success': [{}, registered, SUCCESS],
  'the success without a name': [{}, ({ kernel }) => kernel.ports.router.push(SUCCESS), SUCCESS],
}

/** Whether a text ends in an ellipsis where it is too long. */
const isShortened = (element: Element | null): boolean =>
  element !== null &&
  (getComputedStyle(element).textOverflow === 'ellipsis' || isShortened(element.parentElement))

/** Draws a state, and answers the element of the view in it. */
async function draw(
  [options, lead, view = FORM]: State,
  kernel: SiteOptions['kernel'] = {},
): Promise<HTMLElement> {
  const site = await openPage({ ...options, kernel })
  const inView = (name: string): HTMLElement | undefined =>
    all(`[data-view="${name}"]`).find(
      (each) => each.querySelector('.stack,.state') && !each.querySelector('.skeleton'),
    )
  site.kernel.ports.router.push(FORM)
  await vi.waitFor(() => expect(inView(FORM)).toBeDefined(), { timeout: 20_000 })
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

it('A refusal in the words of the server is shown as it is, in any language', async () => {
  const root = await draw(
    [serving({ register: () => refusal(409, 'This name is taken') }), registered],
    { locale: 'en-XA', texts: PSEUDO },
  )
  await vi.waitFor(() => expect(root.textContent).toContain('This name is taken'), {
    timeout: 20_000,
  })
})
