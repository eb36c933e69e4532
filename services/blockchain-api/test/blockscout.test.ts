import { expect, it } from 'vitest'
import { blockscout } from '../src/index.js'
import { ALICE, CHAIN, NFT, TOKEN, chain, startTestApi } from './harness.js'

// Shapes of the public documentation of Blockscout's REST API v2; no instance was asked.
const tokenOf = (extra: object) => ({
  address_hash: TOKEN,
  circulating_market_cap: '83606435600.3635',
  decimals: '6',
  exchange_rate: '0.99',
  holders_count: '837494234523',
  icon_url: 'https://stranger.example/logo.png',
  name: 'Tether USD',
  symbol: 'USDT',
  total_supply: '10000000',
  type: 'ERC-20',
  ...extra,
})
const nftOf = (id: string) => ({
  id,
  is_unique: true,
  image_url: 'https://stranger.example/picture.png',
  metadata: { name: 'x' },
  token: tokenOf({ address_hash: NFT, type: 'ERC-721', decimals: null, name: 'Things' }),
  value: '1',
})
const answers: Record<string, (query: URLSearchParams) => unknown> = {
  [`/api/v2/addresses/${ALICE}`]: () => ({
    hash: ALICE,
    coin_balance: '1500000000000000000',
    exchange_rate: '2000.5',
  }),
  [`/api/v2/addresses/${ALICE}/token-balances`]: () => [
    { token: tokenOf({}), token_id: null, token_instance: null, value: '2500000' },
    { token: tokenOf({ type: 'ERC-721', decimals: null }), token_id: '7', value: '1' },
    { token: tokenOf({ symbol: 'BAD', reputation: 'scam', exchange_rate: null }), value: '1' },
  ],
  [`/api/v2/addresses/${ALICE}/nft`]: (query) =>
    query.get('items_count') === '50'
      ? { items: [nftOf('51')], next_page_params: null }
      : {
          items: [nftOf('1'), nftOf('2')],
          next_page_params: { items_count: 50, token_id: '2', token_type: 'ERC-721' },
        },
}
const start = (answer = answers) => {
  const asked: string[] = []
  const fake = async (input: string | URL | Request) => {
    const url = new URL(String(input))
    asked.push(url.href)
    return Response.json(answer[url.pathname]?.(url.searchParams) ?? null)
  }
  const source = blockscout({
    chain: CHAIN,
    url: 'https://scout.example',
    apiKey: 'k1',
    fetch: fake as typeof fetch,
  })
  return startTestApi({ chains: [chain()], sources: [source] }).then((api) => ({ ...api, asked }))
}

it('Balances and their dollar prices come from a Blockscout', async () => {
  const { get, asked } = await start()
  const { body } = await get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}`)
  expect(
    body.balances.map((one: { symbol: string; quantity: { numeric: string }; price?: number }) => [
      one.symbol,
      one.quantity.numeric,
      one.price,
    ]),
  ).toEqual([
    ['ETH', '1.5', 2000.5],
    ['USDT', '2.5', 0.99],
    ['BAD', '0.000001', undefined],
  ])
  expect(body.balances[2].flags.is_spam).toBe(true)
  expect(JSON.stringify(body)).not.toMatch(/stranger|k1/)
  expect(asked[0]).toContain('apikey=k1')
  const euros = await get(`/v1/account/${ALICE}/balance?chainId=${CHAIN}&currency=eur`)
  // Its prices are in dollars, and the answer says so.
  expect([euros.body.currency, euros.body.balances]).toEqual(['usd', body.balances])
})

it('Pages of NFTs follow next_page_params', async () => {
  const { get } = await start()
  const path = `/v1/account/${ALICE}/nfts?chainId=${CHAIN}`
  const first = (await get(path)).body
  const second = (await get(`${path}&cursor=${first.next}`)).body
  const ids = [...first.data, ...second.data].map(({ tokenId }: { tokenId: string }) => tokenId)
  expect([ids, second.next]).toEqual([['1', '2', '51'], null])
  expect(JSON.stringify(first)).not.toContain('stranger')
})

it('A list that it cannot give, and an answer of another shape, are told without its words', async () => {
  const { get } = await start({ [`/api/v2/addresses/${ALICE}`]: () => '<html>secret</html>' })
  const statusOf = async (list: string) =>
    (await get(`/v1/account/${ALICE}/${list}?chainId=${CHAIN}`)).status
  expect([await statusOf('history'), await statusOf('balance'), await statusOf('nfts')]).toEqual([
    400, 503, 503,
  ])
})
