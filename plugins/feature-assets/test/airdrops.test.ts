import { expect, it } from 'vitest'
import {
  ALICE,
  balance,
  BOB,
  coin,
  FakeChain,
  FakeServer,
  GOLD,
  openSite,
  type Site,
} from './bench.js'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const receipt = (receivers: number) => ({
  logs: Array.from({ length: receivers }, (_, index) => ({
    address: GOLD.toLowerCase(),
    topics: [TRANSFER, `0x${'0'.repeat(64)}`, `0x${String(index).padStart(64, '0')}`],
  })),
})

/** A site where gold, of unknown price, came by a transaction of `sentFrom`. */
async function open(sentFrom: string, receivers: number): Promise<Site> {
  const chain = Object.assign(new FakeChain(), { receipt: receipt(receivers) })
  const server = new FakeServer()
  server.balances = () => [coin(), balance({ price: null, value: null })]
  const metadata = {
    hash: `0x${'ab'.repeat(32)}`,
    minedAt: '2026-11-22T10:00:00.000Z',
    chain: 'eip155:1',
    operationType: 'receive',
    status: 'confirmed',
    sentFrom,
    sentTo: GOLD,
  }
  const info = { name: 'Gold', symbol: 'GLD', decimals: 18, address: `eip155:1:${GOLD}` }
  const transfer = {
    direction: 'in',
    from: BOB,
    to: ALICE,
    quantity: { numeric: '2' },
    fungible_info: { ...info, flags: { is_spam: false } },
  }
  server.history = () => ({ data: [{ id: '1', metadata, transfers: [transfer] }], next: null })
  const site = await openSite({ chain, server })
  await site.api.tokens()
  return site
}
const spam = ({ api }: Site) => api.state.get().tokens[1]?.spam

it('A token that somebody else moved to more than 20 receivers is spam', async () => {
  const site = await open(BOB, 21)
  await site.until(() => spam(site) === 'airdrop')
  expect((await site.api.tokens()).map(({ name }) => name)).toEqual(['Ether'])
})
it('A token that went to 20 receivers is not spam', async () => {
  const site = await open(BOB, 20)
  await site.until(() => site.chain.calls.includes('eth_getTransactionReceipt'))
  await site.api.refresh()
  expect(spam(site)).toBeUndefined()
})
it('A token that came by a transaction of the account itself is not looked at', async () => {
  const site = await open(ALICE, 21)
  await site.until(() => site.server.asked.some(({ pathname }) => pathname.endsWith('history')))
  await site.api.refresh()
  expect(spam(site)).toBeUndefined()
  expect(site.chain.calls).not.toContain('eth_getTransactionReceipt')
})
