// Draws the views in each of their states with a pseudo-language that puts every text of the catalogue
// in brackets. A text without brackets does not come from the catalogue.
import { cutOffWords, foreignWords, pseudoCatalogue, untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import {
  balance,
  BOB,
  coin,
  FakeServer,
  GOLD,
  nft,
  SILVER,
  type SiteOptions,
} from '../../test/bench.js'
import { all, cleanUp, openAccount, shadow } from '../../test/page.js'
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
  'ui.network': 'Network',
  'ui.viewOn': 'View on {explorer}',
  'ui.tokens': 'Tokens',
  'ui.nfts': 'NFTs',
  'ui.receive': 'Receive',
  'ui.retry': 'Try again',
  'errors.http.status': 'The server said no.',
}
const PSEUDO = pseudoCatalogue({ ...english, ...KIT })

const serving = (members: Partial<FakeServer>): SiteOptions => ({
  server: Object.assign(new FakeServer(), members),
})
const spam = balance({ name: 'gift.com', address: `eip155:1:${BOB}`, value: 1 })
const plain = balance({ value: null, price: null })
const of = (data: readonly unknown[], next: string | null = null) => ({
  nfts: () => ({ data, next }),
})
const TOKEN = { chainId: 'eip155:1', address: GOLD } as const

type State = readonly [
  view: 'tokens' | 'nfts',
  options: SiteOptions,
  panel?: readonly ['assets.hidden' | 'assets.token' | 'assets.nft', unknown?],
]
const states: Record<string, State> = {
  'the tokens': ['tokens', serving({ balances: () => [coin(), plain, spam] })],
  nothing: [
    'tokens',
    serving({ balances: () => [coin({ quantity: { decimals: '18', numeric: '0' } })] }),
  ],
  'tokens not read': ['tokens', serving({ balances: () => 500 })],
  'hidden tokens': ['tokens', serving({ balances: () => [coin(), spam] }), ['assets.hidden']],
  'nothing hidden': ['tokens', {}, ['assets.hidden']],
  'a token': ['tokens', {}, ['assets.token', TOKEN]],
  'a token that is not verified': [
    'tokens',
    serving({ balances: () => [plain] }),
    ['assets.token', TOKEN],
  ],
  spam: [
    'tokens',
    serving({ balances: () => [spam] }),
    ['assets.token', { ...TOKEN, address: BOB }],
  ],
  'a token that is gone': ['tokens', {}, ['assets.token', { ...TOKEN, address: BOB }]],
  'the NFTs': ['nfts', serving(of([nft('1'), nft('2', { flags: { is_spam: true } })], 'b'))],
  'no NFTs': ['nfts', serving(of([]))],
  'NFTs that nobody knows': ['nfts', { server: null }],
  'NFTs not read': ['nfts', serving({ nfts: () => 500 })],
  'an NFT': [
    'nfts',
    serving(of([nft('1', { traits: [{ name: 'Fur', value: 'red' }], standard: 'erc1155' })])),
    ['assets.nft', { contract: SILVER, tokenId: '1' }],
  ],
  'an NFT that is gone': [
    'nfts',
    serving(of([])),
    ['assets.nft', { contract: SILVER, tokenId: '1' }],
  ],
}

/** Whether a text ends in an ellipsis where it is too long. */
const isShortened = (element: Element | null): boolean =>
  element !== null &&
  (getComputedStyle(element).textOverflow === 'ellipsis' || isShortened(element.parentElement))

/** Draws a state, and answers the element of the view in it. */
async function draw(
  [view, options, panel]: State,
  kernel: SiteOptions['kernel'] = {},
): Promise<HTMLElement> {
  const site = await openAccount({ ...options, kernel })
  if (view === 'nfts') all('[data-tab="assets.nfts"]')[0]!.click()
  const inView = (name: string): HTMLElement | undefined =>
    all(`[data-view="${name}"]`).find(
      (each) => each.querySelector('.stack,.state,.list') && !each.querySelector('.skeleton.row'),
    )
  await vi.waitFor(() => expect(inView(`assets.${view}`)).toBeDefined(), { timeout: 10_000 })
  if (panel) {
    site.kernel.ports.router.push(panel[0] as 'assets.token', panel[1] as typeof TOKEN)
    await vi.waitFor(() => expect(inView(panel[0])).toBeDefined(), { timeout: 10_000 })
  }
  await untilStill(shadow())
  return inView(panel?.[0] ?? `assets.${view}`)!
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
