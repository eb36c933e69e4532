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
  type SiteOptions,
} from './bench.js'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const receipt = (receivers: number) => ({
  logs: Array.from({ length: receivers }, (_, index) => ({
    address: GOLD.toLowerCase(),
    topics: [TRANSFER, `0x${'0'.repeat(64)}`, `0x${String(index).padStart(64, '0')}`],
  })),
})

const hashOf = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`
/**
 * A site where gold, of unknown price, came by transactions of `sentFrom`, the newest first. The
 * first has the hash 0, and so on.
 */
async function open(
  sentFrom: string,
  receivers: number | readonly number[],
  more: SiteOptions = {},
): Promise<Site> {
  const counts = [receivers].flat()
  const chain = new FakeChain()
  chain.receipt = (hash: string) => receipt(counts[Number(hash)]!)
  const server = new FakeServer()
  server.balances = () => [coin(), balance({ price: null, value: null })]
  const metadataOf = (index: number) => ({
    hash: hashOf(index),
    minedAt: '2026-11-22T10:00:00.000Z',
    chain: 'eip155:1',
    operationType: 'receive',
    status: 'confirmed',
    sentFrom,
    sentTo: GOLD,
  })
  const info = { name: 'Gold', symbol: 'GLD', decimals: 18, address: `eip155:1:${GOLD}` }
  const transfer = {
    direction: 'in',
    from: BOB,
    to: ALICE,
    quantity: { numeric: '2' },
    fungible_info: { ...info, flags: { is_spam: false } },
  }
  server.history = () => ({
    data: counts.map((_, index) => ({
      id: String(index),
      metadata: metadataOf(index),
      transfers: [transfer],
    })),
    next: null,
  })
  const site = await openSite({ chain, server, ...more })
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
it.each([0, 1, 24])(
  'A token that came by 25 transactions is spam if number %i of them handed it out',
  async (number) => {
    const counts = Array.from({ length: 25 }, (_, index) => (index === number ? 21 : 1))
    const site = await open(BOB, counts)
    await site.until(() => spam(site) === 'airdrop')
  },
)
it('The mark is there after a reload, although nobody tells of the past then', async () => {
  const first = await open(BOB, 21)
  await first.until(() => spam(first) === 'airdrop')
  first.kernel.dispose()
  const { api, server } = await open(BOB, [], { storage: first.storage })
  expect(server.asked).toEqual([])
  expect(api.state.get().tokens[1]).toMatchObject({ name: 'Gold', spam: 'airdrop' })
  expect((await api.tokens()).map(({ name }) => name)).toEqual(['Ether'])
})
it('The mark of one account is not a mark for another', async () => {
  const site = await open(BOB, 21)
  await site.until(() => spam(site) === 'airdrop')
  site.server.history = () => ({ data: [], next: null })
  await site.kernel.ports.accounts.select({
    connectionId: 'link-eip155',
    namespace: 'eip155',
    key: 'b',
  })
  expect((await site.api.tokens()).map(({ name }) => name)).toEqual(['Ether', 'Gold'])
})
it('A transaction that was looked at is not asked for again', async () => {
  const site = await open(BOB, [1, 1])
  const receipts = (): number =>
    site.chain.calls.filter((call) => call === 'eth_getTransactionReceipt').length
  await site.until(() => receipts() === 2)
  const before = site.server.asked.length
  await site.api.refresh()
  await site.until(() => site.server.asked.length === before + 2)
  await site.api.refresh()
  expect(receipts()).toBe(2)
})
