import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  FakeChain,
  FakeServer,
  held,
  OPTIONS,
  order,
  quote,
  SOLANA,
  told,
} from '../../test/bench.js'
import {
  all,
  button,
  cleanUp,
  field,
  openForm,
  openPage,
  press,
  providers,
  says,
  shadow,
  shows,
  text,
  type,
} from '../../test/page.js'

afterEach(() => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
  vi.restoreAllMocks()
})
const HASH = `0x${'ab'.repeat(32)}`
const serving = (members: Partial<FakeServer>): { server: FakeServer } => ({
  server: Object.assign(new FakeServer(), members),
})
const setOnline = (isOnline: boolean): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
/** The files of the panel that the page fetched. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /feature-onramp\/src\/(createOnramp\.ts|react\/BuyForm\.tsx)/.test(path))
const terms = /a test|coins are worth/

describe('buying', () => {
  it('Without the feature there is no button and nothing is loaded, with it both are there [PANEL-06]', async () => {
    performance.setResourceTimingBufferSize(5_000)
    performance.clearResourceTimings()
    const { kernel } = await openPage({
      isBare: true,
      kernel: { remoteFeatures: { onramp: false } },
    })
    await vi.waitFor(() => expect(all('.who').length).toBe(1), { timeout: 20_000 })
    expect(all('[data-feature="onramp.open"]')).toEqual([])
    expect(fetched()).toEqual([])
    kernel.setOptions({ remoteFeatures: { onramp: ['coinbase', 'meld'] } })
    await vi.waitFor(() => expect(all('[data-feature="onramp.open"]')).toHaveLength(1), {
      timeout: 20_000,
    })
    expect(fetched()).toEqual([])
    all('[data-feature="onramp.open"]')[0]!.click()
    await shows('You pay')
    expect(fetched()).toHaveLength(2)
  })

  it('The visitor chooses a provider, and its own window is opened at its address [FEAT-20]', async () => {
    const { popups, until } = await openForm()
    type('You pay', '100')
    await shows('Buy at Coinbase')
    all('ul[data-key-label="onramp.providers"] .row')[1]!.click()
    await shows('Buy at Meld')
    await press('Buy at Meld')
    await until(() => popups[0]?.addresses.length)
    expect(popups[0]?.addresses).toEqual([
      'https://meldcrypto.com/buy/select-asset?sessionToken=token-order-1',
    ])
    expect(popups[0]?.document.body.textContent).toContain('window')
    await shows('Pay in the window of Meld')
  })

  it('On Solana only the provider that delivers there is listed [ONRAMP-17]', async () => {
    const chain = new FakeChain('solana', [SOLANA.slice('solana:'.length)])
    await openForm({ chain })
    await vi.waitFor(() => expect(providers().length).toBeGreaterThan(0), { timeout: 20_000 })
    expect(providers().map((row) => row.split(' | ').slice(0, 2))).toEqual([['M', 'Meld']])
    cleanUp()
    await openForm()
    expect(providers().map((row) => row.split(' | ')[1])).toEqual(['Coinbase', 'Meld'])
  })

  it('A price that the server does not give is an estimate by which nothing can be bought [ONRAMP-08]', async () => {
    const { api, server } = await openForm(serving({ quote: () => 500 }))
    type('You pay', '100')
    await shows('Estimate: the provider gave no price')
    const made = await api.quote()
    for (const part of [
      'coinbaseFee',
      'networkFee',
      'paymentSubtotal',
      'paymentTotal',
      'purchaseAmount',
    ] as const)
      expect(made[part]).toEqual({ amount: expect.any(String), currency: expect.any(String) })
    expect(made.quoteId).toBe('latchkey:estimate')
    const [section] = all('[data-estimate]')
    expect(section?.innerText).toMatch(/\$1\.00 to \$2\.00/)
    expect(section?.innerText.match(/not known/g)).toHaveLength(2)
    expect(getComputedStyle(section!).borderStyle).toBe('dashed')
    expect(button('No price now').disabled).toBe(true)
    expect(text()).not.toContain('Best')
    server.quote = new FakeServer().quote
    await press('Try again')
    await shows('Buy at Coinbase')
    expect(all('[data-estimate]')).toEqual([])
  })

  it('Providers stand beside each other with what arrives, fees, time and papers, the best first', async () => {
    const quotes = [
      quote('meld', '100.00', '0.0290', { fee: '2.00' }),
      quote('coinbase', '100.00', '0.0300', { seconds: 600, identity: 'once' } as object),
    ]
    await openForm(serving({ quote: () => ({ ...quotes[0], quotes }) }))
    type('You pay', '100')
    await shows('Buy at Coinbase')
    expect(providers()).toEqual([
      'C | Coinbase | Best Fees $1.50 · about 10 minutes · asks for papers once | 0.03 ETH',
      'M | Meld | Fees $2.50 | 0.029 ETH',
    ])
    expect(text()).toMatch(
      /Coins0\.03 ETH ≈ \$98\.50Fee of Coinbase\$1\.00Network fee\$0\.50Total\$100\.00/,
    )
    await says('At Coinbase you receive 0.03')
  })

  it('An amount outside of the limits is said in the field, until it is corrected', async () => {
    await openForm()
    await shows('From $20.00 to $500.00')
    type('You pay', '5')
    await shows('At least $20.00')
    expect(field('You pay').getAttribute('aria-invalid')).toBe('true')
    expect(button('Enter another amount').disabled).toBe(true)
    type('You pay', '5000')
    await shows('At most $500.00')
    type('You pay', 'hello')
    await shows('That is not an amount')
    type('You pay', '50')
    await shows('Buy at Coinbase')
    expect(field('You pay').getAttribute('aria-invalid')).toBe('false')
  })

  it('Amounts are typed with the marks of the language, and presets fill them in', async () => {
    const { api, until } = await openPage({ kernel: { locale: 'de-DE' } })
    await press('Kaufen')
    await shows('Sie zahlen')
    type('Sie zahlen', '1.00,50')
    await shows('Das ist kein Betrag')
    type('Sie zahlen', '100,50')
    await until(() => api.state.get().paymentAmount === '100.5')
    expect(field('Sie zahlen').value).toBe('100,50')
    await press(/^50\s€$/)
    await until(() => api.state.get().paymentAmount === '50')
    expect(field('Sie zahlen').value).toBe('50')
    expect(button(/^50\s€$/).getAttribute('aria-pressed')).toBe('true')
  })

  it('Coins may be typed in place of money', async () => {
    const { api, until } = await openForm()
    type('You receive, about', '0.03')
    await shows('Buy at Coinbase')
    await until(() => api.state.get().side === 'purchase')
    expect(field('You pay').value).toBe('100')
    expect(field('You receive, about').value).toBe('0.03')
    expect(providers().map((row) => row.split(' | ').at(-1))).toEqual(['$100.00', '$101.00'])
  })

  it('A currency is found by its country, a coin by its name', async () => {
    const currencies = ['USD', 'EUR', 'JPY', 'GBP', 'BRL', 'CHF', 'SEK'].map((id) => ({
      id,
      payment_method_limits: OPTIONS.paymentCurrencies[0]!.payment_method_limits,
    }))
    const { api, kernel, until } = await openForm(
      serving({ options: () => ({ ...OPTIONS, paymentCurrencies: currencies }) }),
    )
    await press('Currency: USD')
    await shows('Swiss Franc')
    type('Search by currency or country', 'austria')
    await says('One found')
    expect(all('.list .row').map(({ innerText }) => innerText)).toEqual([
      expect.stringMatching(/Euro[^]*Austria[^]*EUR/),
    ])
    all('.list .row')[0]!.click()
    await until(() => api.state.get().paymentCurrency?.id === 'EUR')
    await press('Coin: ETH')
    await shows('USD Coin')
    all('.list .row')[1]!.click()
    await until(() => api.state.get().purchaseCurrency?.symbol === 'USDC')
    expect(kernel.ports.router.get().at(-1)?.view).toBe('onramp.form')
  })

  it('Ways to pay have their own limits', async () => {
    await openForm()
    await press('Bank transfer')
    await shows('From $100.00 to $9,000.00')
    expect(button('Bank transfer').getAttribute('aria-pressed')).toBe('true')
  })

  it('While options are read there is a skeleton; if they cannot be read, the usual ones with a note', async () => {
    const answer = held<unknown>()
    await openPage(serving({ options: () => answer.promise, quote: () => 500 }))
    await press('Buy')
    await vi.waitFor(() => expect(all('.skeleton').length).toBeGreaterThan(0))
    answer.resolve(500)
    await shows('could not read what is sold')
    await shows('From $10.00 to $7,500.00')
    expect(all('[data-defaults]')).toHaveLength(1)
  })

  it('Where nothing is sold on a network, the visitor is led to others', async () => {
    const { kernel } = await openPage(
      serving({ options: () => ({ ...OPTIONS, purchaseCurrencies: [] }) }),
    )
    await press('Buy')
    await shows('Nothing is sold on Chain 1')
    await press('Choose another network')
    expect(kernel.ports.router.get().at(-1)?.view).toBe('Networks')
  })

  it('Offline nothing can be bought, and what was typed stays', async () => {
    await openForm()
    type('You pay', '100')
    await shows('Buy at Coinbase')
    setOnline(false)
    await shows('You are offline.')
    expect(button('You are offline.').disabled).toBe(true)
    expect(field('You pay').value).toBe('100')
    setOnline(true)
    await shows('Buy at Coinbase')
  })

  it('Prices that grow old where no newer ones can be asked for say their time', async () => {
    await openForm()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    type('You pay', '100')
    await shows('Buy at Coinbase')
    setOnline(false)
    expect(text()).not.toContain('Prices as of')
    await vi.advanceTimersByTimeAsync(100_000)
    await shows(/Prices as of \d{1,2}:\d\d/)
  })

  it('Another network drops the prices of the one before', async () => {
    const { kernel } = await openForm()
    type('You pay', '100')
    await shows('Buy at Coinbase')
    await kernel.switchNetwork('eip155:2')
    await vi.waitFor(() => expect(providers()).toHaveLength(1), { timeout: 20_000 })
    expect(field('You pay').value).toBe('100')
  })

  it('A test provider says that it is one, in the row and above the button', async () => {
    const sandbox = {
      ...OPTIONS.providers[0]!,
      id: 'sandbox',
      label: 'Sandbox',
      origin: 'https://api.shop.test',
      test: true,
    }
    const quotes = [quote('sandbox', '100.00', '0.03')]
    await openForm({
      ...serving({
        options: () => ({ ...OPTIONS, providers: [sandbox] }),
        quote: () => ({ ...quotes[0], quotes }),
      }),
      options: { sandbox: 'https://api.shop.test' },
    })
    type('You pay', '100')
    await shows('Buy at Sandbox')
    expect(providers()[0]).toContain('Sandbox | Test')
    expect(text()).toMatch(terms)
    expect(text()).toContain('This site does not hold your money.')
  })

  it('The form is filled in and sent by keyboard alone', async () => {
    const { popups, until } = await openForm()
    field('You pay').focus()
    await userEvent.keyboard('100')
    await shows('Buy at Coinbase')
    await userEvent.keyboard('{Enter}')
    await until(() => popups.length === 1)
    await shows('Pay in the window of Coinbase')
  })
})

describe('a purchase', () => {
  const buy = async (members: Partial<FakeServer> = {}, more: object = {}) => {
    const site = await openForm({ ...serving(members), ...more })
    type('You pay', '100')
    await press('Buy at Coinbase')
    await shows('Payment')
    await site.until(() => order(site)?.status !== 'opening')
    return site
  }

  it('It is followed step by step, said to screen readers, and ends with the transaction', async () => {
    let now: object = { status: 'paid' }
    const site = await buy({ order: (id) => told(id, now) })
    await says('You paid. Coinbase will send the coins')
    now = { status: 'sent', hash: HASH }
    await says('The coins are on their way')
    now = { status: 'done', hash: HASH }
    await says('The coins have arrived')
    expect(button(/View the transaction/).getAttribute('href')).toBe(
      `https://scan.example/tx/${HASH}`,
    )
    expect(all('.steps li').map(({ dataset }) => dataset['state'])).toEqual([
      'done',
      'done',
      'done',
    ])
    await press('Remove from this list')
    await shows('You pay')
    expect(site.api.state.get().orders).toEqual([])
  })

  it('A blocked window is a link that gives the provider no way back to the page', async () => {
    await buy({}, { blocks: true })
    await shows('Your browser blocked the window.')
    const link = button('Open Coinbase')
    expect(link.getAttribute('href')).toContain('https://pay.coinbase.com/')
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  it('A window that is closed is said to be, and another one can be opened', async () => {
    const site = await buy()
    site.popups[0]!.closed = true
    await shows('The window is closed, or this site cannot see it.')
    await press('Open a new window')
    await site.until(() => site.popups[1]?.addresses.length)
  })

  it('An address that may not be opened is refused with the reason', async () => {
    await buy({
      url: () => ({ url: 'https://evil.test/', provider: 'coinbase', orderId: 'o', expires: 1 }),
    })
    await shows('The window could not be opened')
    await shows('http.bad_answer')
  })

  it('The visitor can leave, and finds the purchase in the form and by a toast', async () => {
    let now: object = { status: 'paid' }
    const site = await buy({ order: (id) => told(id, now) })
    await shows('You can leave')
    await press('Leave')
    await shows('ETH at Coinbase')
    now = { status: 'done', hash: HASH }
    await site.until(() => order(site).status === 'done')
    await vi.waitFor(
      () => expect(shadow().querySelector('.toasts')?.textContent).toContain('ETH has arrived'),
      { timeout: 20_000 },
    )
    await press(/ETH at Coinbase/)
    await shows('The coins have arrived')
  })

  it('Coins that the balance has are said before the provider says it', async () => {
    const chain = new FakeChain()
    const site = await buy({}, { chain })
    await site.until(() => site.server.of('/orders/').length > 0)
    chain.balance += 30_000_000_000_000_000n
    await shows('Your balance has grown by 0.03 ETH')
    expect(order(site).status).toBe('created')
  })

  it('An order that is not in the list says so', async () => {
    const { kernel } = await openForm()
    kernel.ports.router.push('onramp.order', { order: 'nobody' })
    await shows('This purchase is not in the list')
    await press('Leave')
    await shows('You pay')
  })
})
