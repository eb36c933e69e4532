import {
  fakeClock,
  hostileAnswers,
  hostileServer,
  PLANTED,
  type HostileAnswer,
} from '@latchkey/plugin-testkit/fakes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALICE, FakeServer, openSite, OPTIONS, told } from './bench.js'

/** The answers of an honest server. */
function answers() {
  const fake = new FakeServer()
  return ({ pathname }: URL): unknown => {
    if (pathname.endsWith('options')) return OPTIONS
    if (pathname.endsWith('quote'))
      return fake.quote({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
    return pathname.endsWith('onrampurl')
      ? fake.url({ provider: 'coinbase' })
      : told(pathname.split('/').at(-1)!, { status: 'paid' })
  }
}

/** Buys with a server that answers wrongly on one route. */
async function buyWith(route: string, way: HostileAnswer) {
  const server = hostileServer(answers())
  onTestFinished(server.dispose)
  const site = await openSite({ server: null, hasServer: true })
  const clock = fakeClock()
  onTestFinished(() => clock.dispose())
  const turn = (at: string): void => server.be(at === route ? way : 'honest')
  turn('options')
  void site.api.load()
  await clock.advance(31_000)
  await site.until(() => !['unread', 'loading'].includes(site.api.state.get().options))
  turn('quote')
  site.api.setPaymentAmount('100')
  await clock.advance(32_000)
  await site.until(() => !site.api.state.get().quotesLoading)
  turn('url')
  const bought = site.api.buy().catch((error: unknown) => error)
  await clock.advance(31_000)
  await site.until(() => site.api.state.get().orders[0]?.status !== 'opening')
  turn('order')
  await clock.advance(40_000)
  return { site, bought: await bought }
}

describe.each(['options', 'quote', 'url', 'order'])('The route of %s', (route) => {
  it.each(hostileAnswers)(
    'An answer with %s opens no foreign window and adds nothing',
    async (way) => {
      const { site } = await buyWith(route, way)
      const { offers, orders, purchaseCurrencies, options } = site.api.state.get()
      for (const { addresses } of site.popups)
        for (const address of addresses)
          expect(new URL(address).origin).toBe('https://pay.coinbase.com')
      expect(JSON.stringify({ offers, orders, purchaseCurrencies })).not.toContain(PLANTED)
      expect(['read', 'defaults']).toContain(options)
      for (const offer of offers)
        if (offer.status === 'quoted') expect(offer.quote.paymentTotal.amount).toBe('100.00')
      for (const { address, status } of orders) {
        expect(address).toBe(ALICE)
        expect(['created', 'paid', 'refused', 'opening']).toContain(status)
      }
    },
  )
})
