import { isLatchkeyError } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { expect, it, vi } from 'vitest'
import { ALICE, BOB, FakeServer, held, openSite, order, quote, told, type Site } from './bench.js'

/** The table that `attacks` prints: how often it was tried, and that nothing was accepted. */
function report(
  task: object,
  attack: string,
  tries: number,
  accepted: number,
  wanted = 'accepted 0',
): void {
  const { meta } = task as { meta: Record<string, unknown> }
  meta['attack'] = { attack, tries, wanted, seen: `accepted ${accepted}` }
  expect(accepted).toBe(0)
}
const OWN = 'https://pay.coinbase.com/buy?sessionToken='

/** Buys with each of these addresses. @returns how many a window got, and the reasons of refusal */
async function openUrls(urls: readonly string[]) {
  const server = new FakeServer()
  const site = await openSite({ server })
  await site.priced()
  const states: string[] = []
  for (const url of urls) {
    server.url = ({ provider }) => ({
      url,
      provider,
      orderId: 'order-1',
      expires: Date.now() + 9_000,
    })
    const key = await site.api.buy()
    await site.until(() => order(site).key === key && order(site).status !== 'opening')
    states.push(order(site).status)
  }
  const accepted = site.popups.flatMap(({ addresses }) => addresses).length
  return { site, accepted, states }
}
const expectUrls = async (task: object, attack: string, urls: readonly string[]): Promise<void> => {
  const { accepted, states, site } = await openUrls(urls)
  expect(states).toEqual(urls.map(() => 'refused'))
  expect(site.popups.every(({ closed }) => closed)).toBe(true)
  expect((await openUrls([`${OWN}good`])).accepted).toBe(1)
  report(task, attack, urls.length, accepted)
}

it('An address that runs a script is opened by no window', ({ task }) =>
  expectUrls(task, '1 address of a script', [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://pay.coinbase.com',
    'data:text/html,<script>1</script>',
    'blob:https://pay.coinbase.com/1',
  ]))
it('An address without encryption is opened by no window', ({ task }) =>
  expectUrls(task, '2 address without encryption', [
    'http://pay.coinbase.com/buy',
    'http://pay.coinbase.com:443/buy',
    'ftp://pay.coinbase.com/buy',
  ]))
it('An address of a foreign host is opened by no window', ({ task }) =>
  expectUrls(task, '3 address of a foreign host', [
    'https://evil.test/pay.coinbase.com',
    'https://pay.coinbase.com.evil.test/',
    'https://pay.coinbase.com@evil.test/',
    'https://user:word@pay.coinbase.com/',
    'https://pay.coinbase.com:8443/',
    'https://sub.pay.coinbase.com/',
    '//pay.coinbase.com/',
    'https:\\\\evil.test\\pay.coinbase.com',
    'https://meldcrypto.com/?walletAddress=x',
  ]))
it('An address in letters that look like the host is opened by no window', ({ task }) =>
  expectUrls(task, '4 address in look-alike letters', [
    'https://pay.coinbаse.com/',
    'https://xn--pay-coinbse-4fg.com/',
    'https://pay.xn--coinbse-2fg.com/',
    'https://pay。coinbase。com.evil.test/',
  ]))
it('An address for another wallet is opened by no window', ({ task }) =>
  expectUrls(task, '5 address for another wallet', [
    `${OWN}a&walletAddress=${BOB}`,
    `${OWN}a&address=${BOB.toLowerCase()}`,
    `${OWN}a&addresses=${encodeURIComponent(JSON.stringify({ [BOB]: ['ethereum'] }))}`,
    `${OWN}a&walletAddress=${ALICE}&walletAddress=${BOB}`,
    `${OWN}a&x=${encodeURIComponent(encodeURIComponent(`eip155:1:${BOB}`))}`,
    `${OWN}a#${BOB}`,
    `${OWN}a&walletAddress=`,
    `${OWN}a&destinationWallets=HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH`,
  ]))

/** Asks for prices that the server makes of an honest one. @returns how many were taken */
async function takeQuotes(changes: readonly (readonly [string, unknown])[]): Promise<number> {
  const server = new FakeServer()
  const site = await openSite({ server })
  await site.priced()
  let accepted = 0
  for (const [path, value] of changes) {
    const made = structuredClone(quote('coinbase', '100.00', '0.0300'))
    const [member = '', inner] = path.split('.')
    if (inner === undefined) made[member] = value
    else (made[member] as Record<string, unknown>)[inner] = value
    server.quote = () => ({ ...made, quotes: [made] })
    site.api.refresh()
    await site.until(() => site.api.state.get().quotesLoading)
    await site.until(() => !site.api.state.get().quotesLoading)
    const error = await site.api.buy().catch((thrown: unknown) => thrown)
    if (!isLatchkeyError(error, 'onramp.no_price')) accepted++
  }
  expect(site.popups).toHaveLength(accepted)
  return accepted
}
const expectQuotes = async (
  task: object,
  attack: string,
  changes: readonly (readonly [string, unknown])[],
): Promise<void> => report(task, attack, changes.length, await takeQuotes(changes))

it('A price with a negative fee is taken for none', ({ task }) =>
  expectQuotes(task, '6 negative fee', [
    ['coinbaseFee.amount', '-1.00'],
    ['networkFee.amount', '-0.50'],
    ['paymentSubtotal.amount', '-98.50'],
    ['coinbaseFee.amount', -1],
  ]))
it('A price whose sum does not add up is taken for none', ({ task }) =>
  expectQuotes(task, '7 sum that does not add up', [
    ['paymentTotal.amount', '99.99'],
    ['paymentTotal.amount', '100.01'],
    ['paymentSubtotal.amount', '98.51'],
    ['coinbaseFee.amount', '1.01'],
    ['networkFee.amount', '0.00'],
  ]))
it('A price in another currency or another coin is taken for none', ({ task }) =>
  expectQuotes(task, '8 currency swapped', [
    ['coinbaseFee.currency', 'EUR'],
    ['paymentTotal.currency', 'JPY'],
    ['purchaseAmount.currency', 'usdc-id'],
    ['purchaseAmount.currency', 'ETHX'],
    ['provider', 'stranger'],
    ['quoteId', 'latchkey:estimate'],
  ]))
it('Amounts that are not decimal numbers are taken for none', ({ task }) =>
  expectQuotes(task, '9 amounts such as 1e400', [
    ['purchaseAmount.amount', '1e400'],
    ['purchaseAmount.amount', 'Infinity'],
    ['purchaseAmount.amount', '0x12'],
    ['purchaseAmount.amount', '0'],
    ['purchaseAmount.amount', '9'.repeat(400)],
    ['paymentTotal.amount', '1e400'],
    ['coinbaseFee.amount', 'NaN'],
  ]))

/** A purchase, and answers about its order that the test makes. @returns statuses that were shown */
async function tellOrder(answers: readonly ((id: string) => unknown)[], ask = '') {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 100,
  })
  let turn = 0
  const server = Object.assign(new FakeServer(), {
    order: (id: string) => answers[Math.min(turn++, answers.length - 1)]!(id),
  })
  const site = await openSite({ server })
  await site.priced()
  await site.api.buy()
  const statuses = new Set<string>()
  site.api.state.subscribe(({ orders }) => statuses.add(orders[0]?.status ?? ask))
  await site.until(() => turn > answers.length || order(site).status === 'done')
  return { site, statuses: [...statuses].filter((each) => each !== 'opening') }
}

it('An answer with a forged order is not shown', async ({ task }) => {
  const forged = [
    () => told('order-2', { status: 'done' }),
    () => told('', { status: 'done' }),
    () => told('order-1\n', { status: 'done' }),
    (id: string) => told(id, { status: 'stolen' }),
    (id: string) => told(id, { status: 'done', provider: 'meld' }),
    (id: string) => told(id, { status: 'done', chainId: 'eip155:2' }),
  ]
  const { statuses } = await tellOrder(forged)
  report(
    task,
    '10 forged order id',
    forged.length,
    statuses.filter((each) => each !== 'created').length,
  )
})
it('A status that was told before changes nothing when it is told again', async ({ task }) => {
  const of = (status: string) => (id: string) => told(id, { status })
  const back = await tellOrder(['sent', 'created', 'paid', 'sent', 'created'].map(of))
  expect(order(back.site).status).toBe('sent')
  const { site } = await tellOrder([of('paid'), of('done'), of('created')])
  const asked = site.server.of('/orders/').length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.server.of('/orders/')).toHaveLength(asked)
  expect(order(site).status).toBe('done')
  const afterSent = back.statuses.slice(back.statuses.indexOf('sent') + 1)
  report(task, '11 replayed webhook, as the page sees it', 5, afterSent.length)
})
it('Two tabs that buy at once have an order each, and none twice', async ({ task }) => {
  const storage = fakeStorage()
  const server = new FakeServer()
  const tabs: Site[] = [await openSite({ storage, server }), await openSite({ storage, server })]
  for (const tab of tabs) await tab.priced()
  await Promise.all(tabs.map(({ api }) => api.buy()))
  for (const tab of tabs) await tab.until(() => order(tab).status === 'created')
  const third = await openSite({ storage, server })
  await third.until(() => third.api.state.get().orders.length === 2)
  const ids = third.api.state.get().orders.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  report(task, '12 two tabs', 2, ids.length - new Set(ids).size, 'accepted 0 twice')
})
it('A window that is closed ends no order, nor does it pay one', async ({ task }) => {
  const { site } = await tellOrder([(id) => told(id)])
  site.popups[0]!.closed = true
  await site.until(() => order(site).window === 'closed')
  report(task, '13 window closed', 1, Number(order(site).status !== 'created'))
})
it('A window that went elsewhere gets no second address', async ({ task }) => {
  const { site } = await tellOrder([(id) => told(id)])
  const [popup] = site.popups
  Object.defineProperty(popup, 'location', {
    get: () => {
      throw new DOMException(
        'Blocked a frame from accessing a cross-origin frame.',
        'SecurityError',
      )
    },
  })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(popup?.addresses).toHaveLength(1)
  expect(popup?.opener).toBeNull()
  report(task, '14 window navigated away', 1, Number(order(site).status !== 'created'))
})
it('A message of a foreign window changes nothing, and one of the provider asks and no more', async ({
  task,
}) => {
  const { site } = await tellOrder([(id) => told(id)])
  await vi.advanceTimersByTimeAsync(100)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const say = (origin: string, data: unknown): void =>
    void window.dispatchEvent(Object.assign(new Event('message'), { origin, data }))
  const before = site.server.of('/orders/').length
  const state = JSON.stringify(site.api.state.get())
  const words = [
    { status: 'done' },
    'order-1 done',
    { type: 'success', hash: `0x${'0'.repeat(64)}` },
  ]
  for (const origin of ['https://evil.test', 'null', '', 'https://pay.coinbase.com.evil.test'])
    for (const data of words) say(origin, data)
  await vi.advanceTimersByTimeAsync(0)
  const asked = site.server.of('/orders/').length - before
  expect(JSON.stringify(site.api.state.get())).toBe(state)
  say('https://pay.coinbase.com', { status: 'done' })
  await vi.advanceTimersByTimeAsync(50)
  expect(site.server.of('/orders/').length).toBe(before + 1)
  expect(order(site).status).toBe('created')
  report(task, '15 message of a foreign origin', 12, asked)
})
it('A late price of another currency is not shown', async ({ task }) => {
  const late = held<unknown>()
  const server = new FakeServer()
  const honest = server.quote
  const site = await openSite({ server })
  await site.priced()
  server.quote = (body) => (body['paymentCurrency'] === 'USD' ? late.promise : honest(body))
  site.api.setPaymentAmount('120')
  await site.until(() => server.of('/quote').some(({ body }) => body['amount'] === '120'))
  site.api.setPaymentCurrency('EUR')
  await site.until(() => site.api.state.get().offers[0]?.status === 'quoted')
  const shown = JSON.stringify(site.api.state.get().offers)
  late.resolve(honest({ amount: '120', paymentCurrency: 'USD', purchaseCurrency: 'ETH' }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(JSON.stringify(site.api.state.get().offers)).toBe(shown)
  report(task, '16 late price of another currency', 1, Number(shown.includes('USD')))
})
it('An address with a session that a window had already is opened by no window', async ({
  task,
}) => {
  const { accepted, states } = await openUrls([`${OWN}same`, `${OWN}same`, `${OWN}same`])
  expect(states).toEqual(['created', 'refused', 'refused'])
  report(task, '17 session token reused', 2, accepted - 1)
})
it('The page names no address of the visitor in the network: it sends neither a header nor a field for one', async ({
  task,
}) => {
  const { site } = await tellOrder([(id) => told(id)])
  const named = site.server.asked.filter(
    ({ headers, body, url }) =>
      [...headers.keys()].some((name) => /forwarded|real-ip|client-ip/i.test(name)) ||
      /client.?ip|"ip"/i.test(JSON.stringify(body)) ||
      /ip=/i.test(url.search),
  )
  report(task, '18 X-Forwarded-For, as the page sends it', site.server.asked.length, named.length)
})
it('An order of another project or another account is not shown', async ({ task }) => {
  const others = [
    () => 404,
    (id: string) => told(id, { status: 'done', address: BOB }),
    (id: string) => told(id, { status: 'paid', address: '' }),
    () => 403,
  ]
  const { site, statuses } = await tellOrder(others)
  expect(order(site).isUnread).toBe(true)
  report(
    task,
    '19 order of another project',
    others.length,
    statuses.filter((each) => each !== 'created').length,
  )
})
