import { mountModal } from '@latchkey/ui-react'
import { createToken, definePlugin, type IdentitySource } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { PendingSource, PendingTransaction } from '../src/index.js'
import {
  ALICE,
  BOB,
  entry,
  FALSE_BOB,
  hashOf,
  incoming,
  MALLORY,
  nft,
  ONE,
  TEN,
  token,
} from './entries.js'
import { atEnd, chain, cleanUp, openSite, page, type Site } from './page.js'

const PATIENT = { timeout: 20_000 }
const shadow = (): ShadowRoot | undefined =>
  document.querySelector<HTMLElement>('latchkey-modal[data-overlay]')?.shadowRoot ?? undefined
const all = (selector: string): HTMLElement[] => [
  ...(shadow()?.querySelectorAll<HTMLElement>(selector) ?? []),
]
const text = (): string =>
  (all('.view')[0]?.innerText ?? '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2068', '')
    .replaceAll('\u2069', '')
const reads = (words: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(text()).toMatch(words), PATIENT)
const button = (name: string | RegExp): HTMLElement => {
  const found = all('button,a').find((each) =>
    (each.getAttribute('aria-label') ?? each.innerText).match(name),
  )
  if (!found) throw new Error(`No button ${String(name)} in: ${text()}`)
  return found
}
const press = async (name: string | RegExp): Promise<void> =>
  (await vi.waitFor(() => button(name), PATIENT)).click()
/** The files of the panel that the page fetched. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /feature-activity\/src\/(late\.ts|engine|react)/.test(path))

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

type Options = Parameters<typeof openSite>[0]
/** Opens the account of a connected visitor with the tab of activity. */
async function openTab(options: Options = {}): Promise<Site> {
  const site = await openSite(options)
  atEnd(mountModal(site.kernel))
  site.kernel.open('Account')
  await vi.waitFor(() => expect(all('[data-activity]')).toHaveLength(1), PATIENT)
  return site
}
const refused = (status: number): Response => Response.json({}, { status })
/** Where the layout puts an element, in px, whatever animation runs. */
const topInPage = ({ offsetTop, offsetParent }: HTMLElement): number =>
  offsetTop + (offsetParent instanceof HTMLElement ? topInPage(offsetParent) : 0)
const rows = (): HTMLElement[] => all('[data-entry] .row')

it('The tab and its files are there only while activity is on [PANEL-07]', async () => {
  performance.setResourceTimingBufferSize(5_000)
  const site = await openSite({ remoteFeatures: { activity: false } })
  atEnd(mountModal(site.kernel))
  site.kernel.open('Account')
  await vi.waitFor(
    () => expect(all('[data-view], .balance, .features, .view')[0]).toBeTruthy(),
    PATIENT,
  )
  await vi.waitFor(() => expect(text()).toContain('0x7099'), PATIENT)
  expect([text().includes('Activity'), fetched()]).toEqual([false, []])
  expect(site.calls).toEqual([])
  site.kernel.setOptions({ remoteFeatures: { activity: true } })
  await vi.waitFor(() => expect(all('[data-activity]')).toHaveLength(1), PATIENT)
  expect(fetched().some((path) => path.endsWith('late.ts'))).toBe(true)
})

it('On another chain family there is no tab, and no request [TX-21]', async () => {
  const site = await openSite({
    isConnected: false,
    plugins: [chain(), chain('solana', ['solana:main'], 'So11111111111111111111111111111111')],
  })
  atEnd(mountModal(site.kernel))
  await site.kernel.connect('wallet-solana')
  site.kernel.open('Account')
  await vi.waitFor(() => expect(text()).toContain('So1111'), PATIENT)
  expect([text().includes('Activity'), all('[data-activity]').length, site.calls]).toEqual([
    false,
    0,
    [],
  ])
})

describe('The list', () => {
  it('A connected visitor reads transactions in words [FEAT-18]', async () => {
    await openTab({
      server: () =>
        page([
          entry('a', { minedAt: new Date(Date.now() - 5 * 60_000).toISOString() }),
          incoming('b', MALLORY),
          entry('c', { minedAt: '2024-03-01T12:00:00.000Z', status: 'failed' }),
        ]),
      options: { contacts: [{ name: 'Bob', address: BOB }] },
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(3), PATIENT)
    expect(rows()[0]?.innerText).toMatch(/Sent[^]*Bob · 5 min[^]*−1\.5.ETH/)
    expect(rows()[1]?.innerText).toMatch(/Received[^]*0x90F7…b906[^]*\+1\.5.ETH/)
    expect(rows()[2]?.innerText).toMatch(/Failed/)
    expect(text()).toContain('2024 · March')
  })
  it('Both kinds of transfers are drawn with name and symbol [ENT-34]', async () => {
    await openTab({
      server: () => page([entry('a', {}, [token({}, { symbol: 'INK' }), nft()])]),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    expect(rows()[0]?.innerText).toMatch(/Swapped/)
    expect(rows()[0]?.innerText).toMatch(/\+Cat 7[^]*−1\.5.INK/)
  })
  it('A failed transaction is marked with its reason, but not with one that has a link', async () => {
    const failed = (id: string, reason?: string) =>
      entry(id, { status: 'failed', ...(reason !== undefined && { reason }) })
    await openTab({
      server: () => page([failed('a', 'K: too little'), failed('b', 'see claim.xyz'), failed('c')]),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(3), PATIENT)
    expect(rows()[0]?.innerText).toMatch(/Failed · .* · K: too little/)
    for (const row of rows().slice(1)) expect(row.innerText.trim()).not.toMatch(/claim|·.*·/)
    rows()[0]!.click()
    await reads('Reason: K: too little')
  })
  it('Transfers that the server does not tell are counted, with a link to the explorer', async () => {
    await openTab({ server: () => page([{ ...entry('a'), more: 940 }]) })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    expect(rows()[0]?.innerText).toContain('and 940 more')
    rows()[0]!.click()
    await reads('and 940 more transfers')
    expect(all('[data-untold] a')[0]?.getAttribute('href')).toBe(
      `https://explorer.example/tx/${hashOf('a')}`,
    )
  })
  it('Spam is hidden and counted, and shown on demand', async () => {
    await openTab({
      server: () => page([entry('a'), incoming('b', MALLORY, [nft({ from: MALLORY }, true)])]),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    await press('1 hidden')
    await vi.waitFor(() => expect(rows()).toHaveLength(2), PATIENT)
    await press('Hide spam')
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
  })
  it('The exact time stands in a row that has the focus', async () => {
    await openTab({
      server: () => page([entry('a', { minedAt: new Date(Date.now() - 300_000).toISOString() })]),
    })
    await reads('5 min')
    rows()[0]!.focus()
    await vi.waitFor(() => expect(rows()[0]?.innerText).toMatch(/20\d\d/), PATIENT)
  })
  it('The next page comes by the button, and by itself when its end is in sight', async () => {
    // A page is longer than what is in sight, so its end is not.
    const pageOf = (name: string, next: string | null) =>
      page(
        Array.from({ length: 60 }, (_, index) => entry(`${name}${index}`)),
        next,
      )
    const { api, calls } = await openTab({
      server: (url) => {
        const cursor = url.searchParams.get('cursor')
        return cursor === null ? pageOf('a', 'c2') : pageOf(cursor, cursor === 'c2' ? 'c3' : null)
      },
    })
    const asked = (): (string | null)[] =>
      calls.map(({ searchParams }) => searchParams.get('cursor'))
    await vi.waitFor(() => expect(rows().length).toBeGreaterThan(5), PATIENT)
    expect(asked()).toEqual([null])
    await press('Load more')
    await vi.waitFor(() => expect(api.state.get().transactions).toHaveLength(120), PATIENT)
    expect(asked()).toEqual([null, 'c2'])
    all('[data-more]')[0]!.scrollIntoView()
    await vi.waitFor(() => expect(asked()).toEqual([null, 'c2', 'c3']), PATIENT)
  })
  it('New transactions are offered above, and nothing moves before', async () => {
    const site = await openTab({ server: () => page([entry('a')]) })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    site.answer(() =>
      page([
        ...['x', 'y', 'z'].map((id) => entry(id, { minedAt: '2026-11-23T10:00:00.000Z' })),
        entry('a'),
      ]),
    )
    const topOf = (): number => topInPage(rows()[0]!) - topInPage(all('[data-activity]')[0]!)
    const before = topOf()
    await site.api.refresh()
    await reads('3 new')
    expect([rows().length, topOf()]).toEqual([1, before])
    await press('3 new')
    await vi.waitFor(() => expect(rows()).toHaveLength(4), PATIENT)
  })
  it('A transaction that was taken back is said once', async () => {
    const site = await openTab({
      server: () => page([entry('b', { minedAt: '2026-11-23T10:00:00.000Z' }), entry('a')]),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(2), PATIENT)
    site.answer(() => page([entry('a')]))
    await site.api.refresh()
    await reads('The network took a transaction back')
    expect(rows()).toHaveLength(1)
    await press('Understood')
    await vi.waitFor(() => expect(text()).not.toContain('took a transaction back'), PATIENT)
  })
  it('10,000 entries are drawn a screen at a time, and the place is kept on Back', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      entry(`e${index}`, { minedAt: new Date(1.76e12 - index * 600_000).toISOString() }),
    )
    const pageOf = (from: number) =>
      page(many.slice(from, from + 1_000), from < 9_000 ? String(from + 1_000) : null)
    const site = await openTab({
      server: (url) => pageOf(Number(url.searchParams.get('cursor') ?? 0)),
    })
    await vi.waitFor(() => expect(rows().length).toBeGreaterThan(5), PATIENT)
    while (site.api.state.get().transactions.length < 10_000) await site.api.loadMore()
    const body = all('.body')[0]!
    body.scrollTop = 200_000
    await vi.waitFor(
      () => expect(Number(all('[data-index]')[1]?.dataset['index'])).toBeGreaterThan(3_000),
      PATIENT,
    )
    expect(rows().length).toBeLessThan(60)
    const { scrollTop } = body
    const seen = rows()[10]!
    const id = seen.closest<HTMLElement>('[data-entry]')!.dataset['entry']
    seen.click()
    await reads('Hash')
    site.kernel.ports.router.back()
    await vi.waitFor(() => expect(all('.body')[0]?.scrollTop).toBe(scrollTop), PATIENT)
    expect(all(`[data-entry="${id}"]`)).toHaveLength(1)
  })
  it('A transaction whose id is a word of the language is one like any other', async () => {
    await openTab({ server: () => page([entry('__proto__'), entry('constructor')]) })
    await vi.waitFor(() => expect(rows()).toHaveLength(2), PATIENT)
    expect(text()).not.toContain('Suspicious')
    rows()[0]!.click()
    await reads('Hash')
    expect(text()).not.toContain('Suspicious')
  })
  it('Names of 300 characters, of turned text and of emoji stay in their rows', async () => {
    await openTab({
      server: () =>
        page(
          ['x'.repeat(300), '\u202eETH\u202c', '👩‍👩‍👧‍👦🦄', 'a\nb'].map((symbol, index) =>
            entry(`n${index}`, {}, [token({}, { symbol, name: symbol })]),
          ),
        ),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(4), PATIENT)
    const card = all('.card')[0]!.getBoundingClientRect()
    for (const row of rows()) {
      expect(row.getBoundingClientRect().height).toBe(48)
      for (const each of row.querySelectorAll('.tail > *, .tail > * > *, .main > *'))
        expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(card.right)
    }
    expect(text()).not.toContain('\u202e')
  })
})

describe('Suspicious transactions', () => {
  it('A look-alike is marked, shown whole with its difference, and copied only on demand', async () => {
    await openTab({ server: () => page([incoming('fake', FALSE_BOB), entry('real')]) })
    await reads('Suspicious')
    rows()[0]!.click()
    await reads('The address only looks like one that you know')
    const [known, shown] = all('[data-address]')
    expect([known?.dataset['address'], shown?.dataset['address']]).toEqual([BOB, FALSE_BOB])
    expect(all('mark').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(BOB.slice(9, 30)),
      expect.stringContaining('0000000000'),
    ])
    expect(all('[data-key-label="activity.copyAddress"]')).toEqual([])
    await press('Show anyway')
    await vi.waitFor(
      () => expect(all('[data-key-label="activity.copyAddress"]')).toHaveLength(1),
      PATIENT,
    )
  })
})

describe('States', () => {
  it('While the first page is fetched there are skeletons of the final size', async () => {
    await openTab({ server: () => new Promise(() => undefined) })
    await vi.waitFor(() => expect(all('.skeleton.row')).toHaveLength(6), PATIENT)
    expect(all('.skeleton.row')[0]?.offsetHeight).toBe(48)
  })
  it('An account without activity is told so, and can receive', async () => {
    const { kernel } = await openTab({ features: { receive: true } })
    await reads('Nothing yet')
    await vi.waitFor(() => expect(all('[data-activity] .button')).toHaveLength(1), PATIENT)
    all('[data-activity] .button')[0]!.click()
    expect(kernel.ports.router.get().at(-1)?.view).toBe('Receive')
  })
  it('The end of a list, and an empty one, say from when on payments of the coin are listed', async () => {
    const since = '2026-11-24T18:03:00.000Z'
    const site = await openTab({
      options: { timeZone: 'UTC' },
      server: () => ({ ...page([], null), coinsSince: since }),
    })
    await reads(
      /Nothing yet[^]*Payments in COIN from before Nov 24, 2026, 6:03:00\sPM are not listed/,
    )
    site.answer(({ searchParams }) =>
      searchParams.get('cursor') === null
        ? page([entry('a')], 'c2')
        : { ...page([entry('b')], null), coinsSince: since },
    )
    await site.api.fetchTransactions()
    await vi.waitFor(() => expect(rows()).toHaveLength(2), PATIENT)
    await reads('Payments in COIN from before Nov 24, 2026')
    site.answer(() => page([entry('a')]))
    await site.api.fetchTransactions()
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    expect(text()).not.toContain('from before')
  })
  it('A failure has its code and Retry, and is not called empty', async () => {
    const site = await openTab({ server: () => refused(500) })
    await reads('Activity could not be loaded')
    expect(text()).not.toContain('Nothing yet')
    expect(all('.code')[0]?.textContent).toBe('http.status')
    site.answer(() => page([entry('a')]))
    await press('Try again')
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
  })
  it('A server that is busy is asked again after a countdown, without a dead button', async () => {
    await openTab({ server: () => refused(429) })
    await reads(/It can be tried again in \d+ s/)
    expect(all('button').filter(({ innerText }) => innerText === 'Try again')).toEqual([])
  })
  it('A list that could not be renewed says its age, and keeps its rows', async () => {
    const site = await openTab({ server: () => page([entry('a')]) })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    site.answer(() => refused(500))
    await site.api.refresh()
    await reads(/As of \d/)
    expect(rows()).toHaveLength(1)
    site.answer(() => page([entry('a')]))
    await press('Try again')
    await vi.waitFor(() => expect(text()).not.toContain('As of'), PATIENT)
  })
  it('Offline the list stays, with its age; without a list that is said', async () => {
    const site = await openTab({ server: () => page([entry('a')]) })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), PATIENT)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await reads(/As of \d/)
    site.answer(() => new TypeError('Failed to fetch'))
    await site.kernel.switchNetwork(TEN)
    await reads('You are offline')
  })
  it('Without a server the own pending ones and the explorer are there', async () => {
    const sent: PendingTransaction = {
      id: 'tx1',
      network: ONE,
      account: ALICE,
      hash: hashOf('new'),
      at: Date.now(),
      status: 'pending',
      amount: '0.25',
      symbol: 'ETH',
      receiver: BOB,
    }
    let list = [sent]
    const listeners = new Set<() => void>()
    const site = await openTab({ hasBackend: false })
    await reads('This site does not show past activity')
    expect(button('View on Etherscan').getAttribute('href')).toBe(
      `https://explorer.example/address/${ALICE}`,
    )
    site.ctx.points.add(createToken<PendingSource>('activity.pending'), {
      id: 'mine',
      pending: {
        get: () => list,
        subscribe: (listener) => {
          const call = (): void => listener(list, list)
          listeners.add(call)
          return () => void listeners.delete(call)
        },
      },
    })
    await reads(/Sending[^]*On its way[^]*−0\.25 ETH/)
    for (const [status, words] of [
      ['replaced', 'Replaced'],
      ['dropped', 'Dropped'],
    ] as const) {
      list = [{ ...sent, status }]
      for (const call of listeners) call()
      await reads(words)
    }
    expect(site.calls).toEqual([])
  })
  it('The answer for another network is never shown', async () => {
    const answers: ((body: unknown) => void)[] = []
    const site = await openTab({ server: () => new Promise((done) => answers.push(done)) })
    await vi.waitFor(() => expect(answers).toHaveLength(1), PATIENT)
    await site.kernel.switchNetwork(TEN)
    await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENT)
    answers[1]!(page([entry('new', { chain: TEN }, [token({}, { symbol: 'NEW' })])]))
    await reads('NEW')
    answers[0]!(page([entry('old', {}, [token({}, { symbol: 'OLD' })])]))
    site.answer(() => page([entry('new', { chain: TEN }, [token({}, { symbol: 'NEWER' })])]))
    await site.api.refresh()
    await reads('NEWER')
    expect(text()).not.toContain('OLD')
  })
})

describe('The names of others', () => {
  /** Names by address, in lower case, and the addresses that were asked about. */
  const namesBy = (names: Readonly<Record<string, string>>) => {
    const asked: string[] = []
    const plugin = definePlugin({
      id: 'book',
      version: '0.1.0',
      kernelApi: '*',
      setup: (ctx) =>
        void ctx.points.add(createToken<IdentitySource>('identities'), {
          id: 'book.names',
          async identify(address) {
            asked.push(address.toLowerCase())
            const name = names[address.toLowerCase()]
            return name === undefined ? undefined : { name }
          },
        }),
    })
    return { asked, plugins: [chain(), plugin] }
  }
  const lower = BOB.toLowerCase()
  const CAROL = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

  it('A counterparty’s name stands beside its address, in the list and in the entry', async () => {
    const { plugins } = namesBy({ [lower]: 'bob.shop.eth' })
    await openTab({ server: () => page([entry('a')]), plugins })
    await vi.waitFor(() => expect(rows()[0]?.innerText).toContain('bob.shop.eth'), PATIENT)
    expect(rows()[0]!.querySelector('.note')?.textContent).toMatch(
      new RegExp(`^bob\\.shop\\.eth ${BOB.slice(0, 6)}…${BOB.slice(-4)} · `),
    )
    rows()[0]!.click()
    await reads(BOB)
    await reads('bob.shop.eth')
  })

  it('A long name leaves the address on the screen at 320 px', async () => {
    await browser.viewport(320, 700)
    const name = `${'bob-'.repeat(20)}.shop.eth`
    const { plugins } = namesBy({ [lower]: name })
    await openTab({ server: () => page([entry('a')]), plugins })
    await vi.waitFor(() => expect(rows()[0]?.textContent).toContain(name), PATIENT)
    const note = rows()[0]!.querySelector('.note')!
    const address = note.querySelector(`[title="${BOB}"]`)!.getBoundingClientRect()
    const box = note.getBoundingClientRect()
    expect([address.left >= box.left, address.right <= box.right + 1]).toEqual([true, true])
    expect(rows()[0]!.getBoundingClientRect().height).toBe(48)
    await browser.viewport(1000, 700)
  })

  it('A contact is shown by the name that the visitor knows, and nobody is asked', async () => {
    const { plugins, asked } = namesBy({ [lower]: 'robert.eth' })
    await openTab({
      server: () => page([entry('a')]),
      plugins,
      options: { contacts: [{ name: 'Bob', address: BOB }] },
    })
    await vi.waitFor(() => expect(rows()[0]?.innerText).toContain('Bob'), PATIENT)
    await vi.waitFor(() => expect(asked).toContain(ALICE.toLowerCase()), PATIENT)
    expect(asked).not.toContain(lower)
  })

  it('A suspicious transaction has no name, and nobody is asked for one', async () => {
    const fake = FALSE_BOB.toLowerCase()
    const { plugins, asked } = namesBy({ [fake]: 'bob.shop.eth', [lower]: 'bob.shop.eth' })
    await openTab({
      server: () => page([incoming('b', FALSE_BOB), entry('a')]),
      plugins,
    })
    await reads('Suspicious')
    await vi.waitFor(() => expect(asked).toContain(lower), PATIENT)
    rows()[0]!.click()
    await reads(FALSE_BOB)
    expect([text().includes('bob.shop.eth'), asked.includes(fake)]).toEqual([false, false])
  })

  it('A name that only looks like a contact’s or the visitor’s own is not shown', async () => {
    const { plugins, asked } = namesBy({
      [lower]: 'carol-shop.eth',
      [MALLORY.toLowerCase()]: 'a1ice.shop.eth',
      [ALICE.toLowerCase()]: 'alice.shop.eth',
    })
    await openTab({
      server: () => page([entry('a'), incoming('b', MALLORY)]),
      plugins,
      options: { contacts: [{ name: 'carol.shop.eth', address: CAROL }] },
    })
    await vi.waitFor(
      () => expect(asked).toEqual(expect.arrayContaining([lower, MALLORY.toLowerCase()])),
      PATIENT,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(text()).not.toMatch(/carol-shop|a1ice/)
    expect(text()).toContain('alice.shop.eth')
  })

  it('Only counterparties in sight are asked about', async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      incoming(`m${index}`, `0x${String(index + 1).padStart(40, '3')}`),
    )
    const { plugins, asked } = namesBy({})
    await openTab({ server: () => page(many), plugins })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(5), PATIENT)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(asked.length).toBeLessThan(50)
  })
})
