import { createToken, definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  balance,
  BOB,
  coin,
  FakeChain,
  FakeServer,
  GOLD,
  held,
  nft,
  SILVER,
  type SiteOptions,
} from '../../test/bench.js'
import {
  all,
  button,
  cleanUp,
  openAccount,
  press,
  rows,
  shadow,
  shows,
  text,
} from '../../test/page.js'
import type { TokenAction } from '../api.js'

afterEach(() => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
  vi.restoreAllMocks()
})
const serving = (balances: () => unknown): SiteOptions => ({
  server: Object.assign(new FakeServer(), { balances }),
})
const offline = (): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  window.dispatchEvent(new Event('offline'))
}
const token = (index: number): Record<string, unknown> =>
  balance({ name: `Token ${index}`, address: `eip155:1:0x${String(index).padStart(40, '0')}` })

describe('the tokens', () => {
  it('[FEAT-16] The tab lists each token with amount and value, and the total', async () => {
    await openAccount(
      serving(() => [
        coin(),
        balance(),
        balance({
          name: 'Plain',
          symbol: 'PLN',
          address: `eip155:1:${BOB}`,
          value: null,
          price: null,
        }),
      ]),
    )
    await shows('Plain')
    expect(rows().map(({ innerText }) => innerText.split('\n').filter(Boolean))).toEqual([
      ['E', 'Ether', 'ETH', '1.500', '$3,000.00'],
      ['G', 'Gold', 'GLD', '2.000', '$24.00'],
      ['P', 'Plain', 'PLN · Not verified', '2.000'],
    ])
    expect(text()).toContain('$3,024.00')
    expect(text()).toContain('without one token')
  })

  it('While tokens are read there is a skeleton, and no total', async () => {
    const answer = held<unknown>()
    await openAccount(serving(() => answer.promise))
    await vi.waitFor(() => expect(all('[data-view="assets.tokens"] .skeleton').length).toBe(5))
    expect(text()).not.toContain('$')
    answer.resolve([coin()])
    await shows('Ether')
    expect(all('[data-view="assets.tokens"] .skeleton')).toEqual([])
  })

  it('An account that has nothing is told what it can do next', async () => {
    const { kernel } = await openAccount(
      serving(() => [coin({ quantity: { decimals: '18', numeric: '0' }, value: 0 })]),
    )
    await shows('Nothing here yet')
    expect(text()).toContain('0.000')
    all('.state button')
      .find(({ textContent }) => textContent === 'Receive')!
      .click()
    expect(kernel.ports.router.get().at(-1)?.view).toBe('Receive')
  })

  it('A failure is said with its code and a countdown, without a dead button', async () => {
    await openAccount(serving(() => 503))
    await shows('Your tokens could not be read')
    await shows(/The next try is in \d+ s\./)
    expect(text()).toContain('http.status')
    expect(all('[data-view="assets.tokens"] button:disabled')).toEqual([])
    expect(all('.state button').map(({ textContent }) => textContent)).not.toContain('Try again')
  })

  it('After 30 s a failure can be tried again, and what was not read is read', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { server, api } = await openAccount(serving(() => 503))
    await shows('Your tokens could not be read')
    server.balances = () => [coin()]
    vi.setSystemTime(Date.now() + 31_000)
    await press('Try again')
    await shows('$3,000.00')
    expect(api.state.get().lastRetry).toBeUndefined()
  })

  it('Offline the tokens that are known stay, with the time when they were read', async () => {
    await openAccount()
    await shows('Gold')
    offline()
    await shows(/You are offline\. As of \d{1,2}:\d\d/)
    expect(text()).toContain('Gold')
  })

  it('Tokens of an earlier page are shown with their age while newer ones are read', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = await openAccount()
    await shows('Gold')
    cleanUp()
    vi.setSystemTime(Date.now() + 60_000)
    const answer = held<unknown>()
    await openAccount({ ...serving(() => answer.promise), storage: first.storage })
    await shows(/As of \d{1,2}:\d\d.*Gold/)
    answer.resolve([coin(), balance({ name: 'Newer gold' })])
    await shows('Newer gold')
    expect(text()).not.toContain('As of')
  })

  it('Tokens that grow old while they are on the screen say so', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await openAccount()
    await shows('Gold')
    expect(text()).not.toContain('As of')
    await vi.advanceTimersByTimeAsync(31_000)
    await shows(/As of \d{1,2}:\d\d/)
  })

  it('The sum over all networks comes after the tokens, and names what is not in it', async () => {
    const answer = held<unknown>()
    const server = Object.assign(new FakeServer(), {
      chains: ['eip155:1', 'eip155:2'],
      balances: (url: URL) =>
        url.searchParams.get('chainId') === 'eip155:1' ? [coin()] : answer.promise,
    })
    await openAccount({
      server,
      chains: [new FakeChain(), new FakeChain('bip122', ['balance'])],
    })
    await shows('Reading the other networks')
    expect(text()).toContain('$3,000.00')
    expect(all('[aria-busy=true] [role=status]')).toHaveLength(1)
    answer.resolve([coin({ chainId: 'eip155:2', value: 500 })])
    await shows('On all networks: $3,500.00')
    expect(all('summary').map(({ textContent }) => textContent)).toEqual(['without 2 networks'])
    all('summary')[0]!.click()
    await shows(/without 2 networks.*Chain 1.*Chain 2/)
  })
  it('Other networks that cannot be read are said, and the tokens stay', async () => {
    const server = Object.assign(new FakeServer(), {
      chains: ['eip155:1', 'eip155:2'],
      balances: (url: URL) => (url.searchParams.get('chainId') === 'eip155:1' ? [coin()] : 500),
    })
    await openAccount({ server })
    await shows('The other networks could not be read')
    await shows('without one network')
    expect(text()).toMatch(/\$3,000\.00.*Ether/)
  })
  it('Values in another currency than the site wants are said to be', async () => {
    const server = Object.assign(new FakeServer(), {
      balances: () => Response.json({ currency: 'usd', balances: [coin()] }),
    })
    await openAccount({ server, options: { currency: 'eur' } })
    await shows('No prices are known in EUR: these are in USD.')
    expect(text()).toContain('$3,000.00')
  })

  it('A failure beside tokens that are known takes a line, and they stay', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { server, api } = await openAccount()
    await shows('Gold')
    server.balances = () => 500
    vi.setSystemTime(Date.now() + 40_000)
    await api.refresh()
    await shows(/As of [^]*could not be read[^]*Gold/)
  })

  it('Without a server the native coin is shown', async () => {
    await openAccount({ server: null })
    await shows(/Ether.*1\.000/)
  })

  it('The tokens of another network take the place of those before', async () => {
    const server = Object.assign(new FakeServer(), {
      chains: ['eip155:1', 'eip155:2'],
      balances: () => [coin(), balance()],
    })
    const { kernel } = await openAccount({ server })
    await shows('Gold')
    server.balances = () => [coin({ chainId: 'eip155:2', name: 'Other coin' })]
    await kernel.switchNetwork('eip155:2')
    await shows('Other coin')
    expect(text()).not.toContain('Gold')
  })

  it('Hidden tokens and spam are counted, lie behind a row, and are not in the total', async () => {
    await openAccount(
      serving(() => [
        coin(),
        balance({ name: 'Visit gift.com', value: 1_000_000 }),
        balance({ name: 'Flagged', address: `eip155:1:${BOB}`, flags: { is_spam: true } }),
      ]),
    )
    await shows('2 hidden')
    expect(text()).not.toContain('gift.com')
    expect(text()).toContain('$3,000.00')
    expect(text()).not.toContain('1,003,000')
    await press('2 hidden')
    await shows('Its name has a link')
    expect(text()).toContain('Marked as spam')
  })

  it('The visitor hides a token in its view, and shows it again', async () => {
    const { kernel } = await openAccount()
    await vi.waitFor(() => rows()[1]!.click(), { timeout: 10_000 })
    await press('Hide this token')
    await shows('Show this token again')
    kernel.ports.router.back()
    await shows('One hidden')
    await press('One hidden')
    // The tab's own rows may stand there for another moment.
    await vi.waitFor(
      () =>
        rows()
          .find(({ innerText }) => !innerText.includes('Ether'))!
          .click(),
      {
        timeout: 10_000,
      },
    )
    await press('Show this token again')
    await shows('Hide this token')
  })

  it('One token is a list of one', async () => {
    await openAccount(serving(() => [balance()]))
    await vi.waitFor(() => expect(rows()).toHaveLength(2), { timeout: 10_000 })
    cleanUp()
    await openAccount(serving(() => [coin()]))
    await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  })

  it('Of 10,000 tokens only those in sight are drawn, and the last is reached by a key', async () => {
    const chain = Object.assign(new FakeChain(), {
      capabilities: { '0x1': { assetDiscovery: { supported: true } } },
      assets: Array.from({ length: 10_000 }, (_, index) => ({
        token: `0x${index.toString(16).padStart(40, '0')}`,
        name: `Token ${String(index).padStart(5, '0')}`,
        amount: { value: 1n, decimals: 1, symbol: 'T' },
      })),
    })
    await openAccount({ chain })
    await shows('Token 00001')
    expect(rows().length).toBeLessThan(60)
    expect(rows()[0]!.closest('li')!.getAttribute('aria-setsize')).toBe('10000')
    rows()[0]!.focus()
    await userEvent.keyboard('{End}')
    await shows('Token 09998')
    expect(rows().length).toBeLessThan(60)
  })

  it('Rows keep the height that the list reckons with, whatever names do', async () => {
    await openAccount(
      serving(() => [
        coin(),
        balance({
          name: 'n'.repeat(300),
          symbol: 's'.repeat(300),
          quantity: { decimals: '18', numeric: `${'9'.repeat(59)}.123` },
        }),
        balance({
          address: `eip155:1:${BOB}`,
          name: '\u202egolden\u{1f469}\u200d\u{1f680}',
          symbol: '\u0645\u0631',
        }),
      ]),
    )
    await vi.waitFor(() => expect(rows()).toHaveLength(3), { timeout: 10_000 })
    for (const row of rows()) {
      expect(row.getBoundingClientRect().height).toBe(48)
      expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
      row.focus()
      await vi.waitFor(() => expect(row.getBoundingClientRect().height).toBe(48))
    }
    expect(text()).not.toContain('\u202e')
  })

  it('A row shows the whole amount while it has the focus', async () => {
    await openAccount(
      serving(() => [coin({ quantity: { decimals: '18', numeric: '1.234567890123456789' } })]),
    )
    await shows('1.234$3')
    rows()[0]!.focus()
    await shows('1.234567890123456789')
    rows()[0]!.blur()
    await vi.waitFor(() => expect(text()).not.toContain('1.2345'))
  })
})

describe('a token', () => {
  it('Its view has the whole amount, the contract with a copy, and the explorer', async () => {
    await openAccount(
      serving(() => [balance({ quantity: { decimals: '18', numeric: '2.000000000000000001' } })]),
    )
    await vi.waitFor(() => rows()[1]!.click(), { timeout: 10_000 })
    await shows('2.000000000000000001')
    expect(text()).toContain(GOLD)
    expect(button('Copy the address of the contract')).toBeDefined()
    expect(button('View on Scan').getAttribute('href')).toBe(`https://scan.example/address/${GOLD}`)
    expect(text()).toContain('this site’s server')
  })
  it('A plugin of a stranger adds a button to the tokens that it wants', async () => {
    const ran: string[] = []
    const stake = definePlugin({
      id: 'stake',
      version: '0.1.0',
      kernelApi: '*',
      setup(ctx) {
        ctx.messages.add({ en: { 'stake.stake': 'Stake' } })
        ctx.points.add(createToken<TokenAction>('assets.actions'), {
          id: 'stake',
          label: 'stake.stake',
          when: ({ address }) => address === undefined,
          run: ({ name }) => void ran.push(name),
        })
        return {}
      },
    })
    const { kernel } = await openAccount({ plugins: [stake as unknown as PluginDefinition] })
    await vi.waitFor(() => rows()[0]!.click(), { timeout: 10_000 })
    await press('Stake')
    expect(ran).toEqual(['Ether'])
    kernel.ports.router.back()
    await vi.waitFor(() => rows()[1]!.click(), { timeout: 10_000 })
    await shows('Hide this token')
    expect(all('.button').map(({ textContent }) => textContent)).not.toContain('Stake')
  })
  it('An action of a feature that the host has switched off is not offered', async () => {
    const plugin = definePlugin({
      id: 'pay',
      version: '0.1.0',
      kernelApi: '*',
      setup(ctx) {
        ctx.messages.add({ en: { 'pay.send': 'Pay', 'pay.swap': 'Trade', 'pay.other': 'Lend' } })
        for (const [id, feature] of [
          ['send', 'send'],
          ['swap', 'swaps'],
          ['other', undefined],
        ] as const)
          ctx.points.add(createToken<TokenAction>('assets.actions'), {
            id,
            label: `pay.${id}`,
            ...(feature && { feature }),
            when: () => true,
            run: () => undefined,
          })
        return {}
      },
    }) as unknown as PluginDefinition
    const words = (): string[] => all('.button').map(({ textContent }) => textContent)
    const offered = async (kernel: SiteOptions['kernel']): Promise<string[]> => {
      await openAccount({ plugins: [plugin], kernel: kernel ?? {} })
      await vi.waitFor(() => rows()[0]!.click(), { timeout: 10_000 })
      await vi.waitFor(() => expect(words()).toContain('Lend'), { timeout: 10_000 })
      const found = words()
      cleanUp()
      return found
    }
    expect(await offered({})).toEqual(['Pay', 'Trade', 'Lend'])
    const off = { features: { send: false }, remoteFeatures: { swaps: false } }
    expect(await offered(off as SiteOptions['kernel'])).toEqual(['Lend'])
  })
  it('A price that is less than a cent has its digits', async () => {
    await openAccount(serving(() => [coin(), balance({ price: 0.0000123, value: 0.004 })]))
    await shows('<$0.01')
    rows()[1]!.click()
    await shows('Price$0.0000123')
  })
  it('A token that is gone says so', async () => {
    const { kernel } = await openAccount()
    await shows('Gold')
    kernel.ports.router.push('assets.token', { chainId: 'eip155:1', address: BOB })
    await shows('This token is not here')
  })
  it('Spam has a warning, and nothing can be done with it', async () => {
    const { kernel } = await openAccount(serving(() => [coin(), balance({ name: 'www.gift.com' })]))
    await shows('One hidden')
    kernel.ports.router.push('assets.token', { chainId: 'eip155:1', address: GOLD })
    await shows('Its name has a link')
    expect(all('.button').map(({ textContent }) => textContent)).toEqual([])
  })
})

describe('NFTs', () => {
  const showing = async (
    nfts: (cursor: string | null) => unknown,
    more: SiteOptions = {},
  ): Promise<Awaited<ReturnType<typeof openAccount>>> => {
    const site = await openAccount({ server: Object.assign(new FakeServer(), { nfts }), ...more })
    all('[role=tab]')
      .find(({ textContent }) => textContent === 'NFTs')!
      .click()
    return site
  }
  const page = (data: readonly unknown[], next: string | null = null) => ({ data, next })

  it('[FEAT-17] The tab shows the NFTs of the account, and a page more on demand', async () => {
    await showing((cursor) =>
      cursor === null ? page([nft('1'), nft('2')], 'b') : page([nft('3')]),
    )
    await shows(/Cats.*Cat 1.*#1.*Cat 2/)
    await press('Show more')
    await shows('Cat 3')
    expect(all('.button').map(({ textContent }) => textContent)).not.toContain('Show more')
  })
  it('[FEAT-17] An account without NFTs is told so', async () => {
    await showing(() => page([]))
    await shows('No NFTs yet')
  })
  it('Where nobody can be asked, the tab says so', async () => {
    await showing(() => page([]), { server: null })
    await shows('NFTs are not shown here')
  })
  it('Offline the NFTs that are known stay, with the time when they were read', async () => {
    await showing(() => page([nft('1')]))
    await shows('Cat 1')
    offline()
    await shows(/You are offline\. As of \d{1,2}:\d\d.*Cat 1/)
  })
  it('A failure has a code and a countdown', async () => {
    await showing(() => 500)
    await shows(/Your NFTs could not be read.*http\.status/)
    await shows('The next try is in')
  })
  it('Spam is hidden and counted, and shown on demand', async () => {
    await showing(() => page([nft('1'), nft('2', { name: 'Gift', flags: { is_spam: true } })]))
    await shows('Show one hidden as spam')
    expect(text()).not.toContain('Gift')
    await press('Show one hidden as spam')
    await shows('Gift')
    await press('Hide one spam NFT')
    await vi.waitFor(() => expect(text()).not.toContain('Gift'))
  })
  it('The detail has traits, pieces and the explorer', async () => {
    await showing(() =>
      page([
        nft('7', {
          standard: 'erc1155',
          amount: '12',
          description: 'A fine cat.',
          traits: [{ name: 'Fur', value: 'red' }],
        }),
      ]),
    )
    await shows('×12')
    await press(/Cat 7/)
    await shows('A fine cat.')
    expect(text()).toMatch(/Pieces12.*Fur.*red/)
    expect(text()).toContain(SILVER)
    expect(button('View on Scan')).toBeDefined()
  })
  it('Pictures are those of the site’s server alone, and are fetched when they come near', async () => {
    const data = [
      nft('1', { imageUrl: '/v1/nft-media/abc' }),
      nft('2', { imageUrl: 'https://stranger.example/track.png' }),
    ]
    await openAccount({ server: Object.assign(new FakeServer(), { nfts: () => page(data) }) })
    // The server is made up: without this, a letter takes the picture's place as soon as it fails.
    shadow().addEventListener('error', (event) => event.stopPropagation(), true)
    await press('NFTs')
    await shows('Cat 2')
    const pictures = all('[data-view="assets.nfts"] img') as HTMLImageElement[]
    expect(pictures.map(({ src }) => src)).toEqual(['https://api.shop.test/v1/nft-media/abc'])
    expect(pictures[0]!.loading).toBe('lazy')
  })
  /** The name of the NFT that has the focus, with the language of the page. */
  const focused = (): string => shadow().activeElement?.querySelector('.name')?.textContent ?? ''
  const walk = async (keys: readonly (readonly [key: string, to: string])[]): Promise<void> => {
    for (const [key, to] of keys) {
      await userEvent.keyboard(key)
      await vi.waitFor(() => expect([key, focused()]).toEqual([key, to]))
    }
  }
  const five = () => page(['1', '2', '3', '4', '5'].map((id) => nft(id)))
  const cards = (): HTMLElement[] => all('[role=gridcell] button')

  it('Arrow keys move along rows and columns, and keep the column', async () => {
    await showing(five)
    await shows('Cat 5')
    cards()[0]!.focus()
    await walk([
      ['{ArrowRight}', 'Cat 2'],
      ['{ArrowRight}', 'Cat 2'],
      ['{ArrowDown}', 'Cat 4'],
      ['{ArrowUp}', 'Cat 2'],
      ['{ArrowLeft}', 'Cat 1'],
      ['{ArrowLeft}', 'Cat 1'],
      ['{End}', 'Cat 2'],
      ['{Home}', 'Cat 1'],
      ['{ArrowDown}', 'Cat 3'],
      ['{End}', 'Cat 4'],
      ['{ArrowDown}', 'Cat 5'],
      ['{Control>}{Home}{/Control}', 'Cat 1'],
      ['{Control>}{End}{/Control}', 'Cat 5'],
    ])
  })
  it('Where people read from right to left, the arrows do too', async () => {
    await openAccount({
      server: Object.assign(new FakeServer(), { nfts: five }),
      kernel: { locale: 'ar' },
    })
    await press('مقتنيات')
    await shows('Cat 5')
    cards()[0]!.focus()
    expect(getComputedStyle(cards()[0]!).direction).toBe('rtl')
    await walk([
      ['{ArrowLeft}', 'Cat 2'],
      ['{ArrowRight}', 'Cat 1'],
    ])
  })
  it('Tab reaches the grid once, and its rows and cells say where they are', async () => {
    await showing(five)
    await shows('Cat 5')
    expect(cards().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1])
    cards()[3]!.focus()
    await vi.waitFor(() =>
      expect(cards().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, 0, -1]),
    )
    const grid = all('[role=grid]')[0]!
    expect(grid.getAttribute('aria-label')).toBe('NFTs')
    expect(all('[role=row]').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
      '1',
      '2',
      '3',
    ])
    const columns = all('[role=gridcell]').map((cell) => cell.getAttribute('aria-colindex'))
    expect(columns).toEqual(['1', '2', '1', '2', '1'])
  })
  it('Of 10,000 NFTs only those in sight are drawn', async () => {
    const all10k = Array.from({ length: 1_000 }, (_, index) => nft(String(index)))
    const server = Object.assign(new FakeServer(), {
      nfts: (cursor: string | null) => {
        const at = Number(cursor ?? 0)
        const data = all10k.map((each, index) => ({ ...each, tokenId: String(at * 1_000 + index) }))
        return page(data, at < 9 ? String(at + 1) : null)
      },
    })
    const { api } = await showing(server.nfts, { server })
    await shows('#1')
    while (api.state.get().nfts.hasMore) await api.loadNfts()
    expect(api.state.get().nfts.items).toHaveLength(10_000)
    await vi.waitFor(() =>
      expect(all('[role=grid]')[0]!.getAttribute('aria-rowcount')).toBe('5000'),
    )
    expect(all('[data-index]').length).toBeLessThan(60)
  })
})

it('Tokens keep coming where the visitor scrolls', async () => {
  await openAccount(
    serving(() => [coin(), ...Array.from({ length: 300 }, (_, index) => token(index))]),
  )
  await shows('Token 0')
  all('[data-index]').at(-1)!.scrollIntoView()
  await vi.waitFor(() =>
    expect(Number(all('[data-index]').at(-1)!.dataset['index'])).toBeGreaterThan(20),
  )
})
