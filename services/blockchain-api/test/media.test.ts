import { afterEach, expect, it, vi } from 'vitest'
import { collectible, startFakeNode } from './fakeNode.js'
import { ALICE, NFT, chain, fill, startTestApi, transfer } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ending.splice(0)) await end()
})
const nftsOf = async (
  uri: string,
  count: number,
  fetchDocument?: (link: string, signal: AbortSignal) => Promise<{ bytes: Uint8Array }>,
) => {
  const node = await startFakeNode({ [NFT.toLowerCase()]: collectible('Things', ALICE, uri) })
  ending.push(node.close)
  const api = await startTestApi(
    { chains: [chain(node.url)] },
    fetchDocument ? { fetchDocument } : {},
  )
  await fill(api.store, count, (block) =>
    transfer({ standard: 'erc721', token: NFT, tokenId: String(block), amount: '1' }),
  )
  return { ...api, list: async () => (await api.get(`/v1/account/${ALICE}/nfts`)).body.data }
}

it('A description and a picture of 60 kB in the link of the contract itself are shown', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(60_000)}--></svg>`
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const json = Buffer.from(JSON.stringify({ name: 'Large', image })).toString('base64')
  const api = await nftsOf(`data:application/json;base64,${json}`, 1)
  const [nft] = await api.list()
  expect(nft.name).toBe('Large')
  expect(await (await api.ask(nft.imageUrl)).text()).toBe(svg)
})

it('Only 20 descriptions and pictures are fetched at once, 200 wait, and one more is refused for now', async () => {
  const open: (() => void)[] = []
  let isFull = false
  const api = await nftsOf('https://files.example/{id}', 1, async (link) => {
    if (link.endsWith('.svg') && isFull) await new Promise<void>((done) => open.push(done))
    return link.endsWith('.svg')
      ? { bytes: Buffer.from('<svg/>') }
      : { bytes: Buffer.from('{"name":"One","image":"https://files.example/1.svg"}') }
  })
  const [{ imageUrl }] = await api.list()
  expect((await api.ask(imageUrl)).status).toBe(200)
  isFull = true
  // No picture is given up while this machine is slow.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = Array.from({ length: 220 }, () => api.ask(imageUrl))
  await expect.poll(() => open.length).toBe(20)
  const refused = await api.ask(imageUrl)
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
    503,
    expect.toSatisfy((seconds: number) => seconds > 0),
  ])
  isFull = false
  for (const go of open) go()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses).toEqual(Array(220).fill(200))
})
