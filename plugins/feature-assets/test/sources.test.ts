import { expect, it } from 'vitest'
import { BOB, balance, coin, FakeChain, FakeServer, GOLD, held, openSite } from './bench.js'

const TOAST = 'Token Balance Unavailable'
const amount = { value: 10n ** 18n, decimals: 18, symbol: 'TKN' }
/** A chain whose wallet lists these assets. */
const listing = (assets: FakeChain['assets']): FakeChain =>
  Object.assign(new FakeChain(), {
    capabilities: { '0x1': { assetDiscovery: { supported: true } } },
    assets,
  })

it("A token of the server with an empty address does not take the coin's place", async () => {
  const server = new FakeServer()
  server.balances = () => [balance({ address: 'eip155:1:', name: 'Fake' }), coin()]
  const { api, names } = await openSite({ server })
  await api.tokens()
  expect(names()).toEqual(['Ether'])
})
it("A token of the wallet with an empty address does not take the coin's place", async () => {
  const chain = listing([{ token: '', name: 'Fake', amount }])
  const { api, names } = await openSite({ chain, server: null })
  await api.tokens()
  expect(names()).toEqual(['Ether'])
})
