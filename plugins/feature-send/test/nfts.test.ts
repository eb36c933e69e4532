import { assets, type AssetNft, type AssetsApi } from '@latchkey/feature-assets'
import { createToken, definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import type { PendingSource } from '@latchkey/feature-activity'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import { failure, FakeChain, openSite, type Site, type SiteOptions } from './bench.js'

const CAT: AssetNft = {
  chainId: 'eip155:1',
  contract: 'eip155-cats',
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  collection: 'Cats',
  name: 'Tom',
  description: '',
  traits: [],
  imageUrl: 'https://api.shop.test/v1/nft-media/a',
  isSpam: false,
}
const SWORDS: AssetNft = {
  ...CAT,
  contract: 'eip155-items',
  tokenId: '2',
  standard: 'erc1155',
  amount: '5',
  collection: 'Swords',
}

/** Transactions that the plugin offers to the list of activity. */
let pending: PendingSource['pending'] | undefined
const listOfActivity = () =>
  definePlugin({
    id: 'listener',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      const sources = ctx.points.open(createToken<PendingSource>('activity.pending'))
      const read = (): void => void (pending = sources.get()[0]?.value.pending)
      sources.subscribe(read)
      return {}
    },
  })

const open = (more: SiteOptions = {}): Promise<Site> =>
  openSite({
    beside: [assets(), listOfActivity()] as unknown as readonly PluginDefinition[],
    ...more,
  })

/** Presses the button "Send" of an NFT's view. */
async function choose(site: Site, nft: AssetNft): Promise<void> {
  const { assets: api } = site.kernel.plugins as unknown as { assets: AssetsApi }
  // The button is there as soon as the plugin has loaded.
  await api.tokens().catch(() => undefined)
  const [action] = api.nftActionsOf(nft)
  expect(action!.label).toBe('send.title')
  action!.run(nft)
  expect(site.views().at(-1)).toBe('send.form')
  await site.until(() => site.api.state.get().token?.nft?.id === nft.tokenId)
}
async function address(site: Site, to = 'eip155-bob'): Promise<void> {
  site.api.setReceiver(to)
  await site.until(() => site.api.state.get().receiver.status === 'ok')
}
async function agree(site: Site): Promise<{ id: string; sending: Promise<unknown> }> {
  const sending = site.api.send()
  await site.until(() => site.api.state.get().review)
  site.api.confirm()
  const { id } = await sending
  return { id, sending }
}

it('An NFT goes to its receiver by its number, and nobody is asked how many', async () => {
  const site = await open()
  await choose(site, CAT)
  expect(site.api.state.get()).toMatchObject({ sendTokenAmount: '1', value: 1n, unit: 'token' })
  await address(site)
  const { id } = await agree(site)
  expect(site.chain.asked[0]!.params).toEqual({
    from: 'eip155-owna',
    to: 'eip155-bob',
    value: '1',
    token: 'eip155-cats',
    nft: { id: '7', standard: 'erc721' },
  })
  expect(site.api.state.get().sent[0]).toMatchObject({ id, item: 'Cats #7' })
  expect(pending!.get()[0]).toMatchObject({ id, item: 'Cats #7', amount: '1', status: 'pending' })
  site.chain.tell(id, { status: 'success' })
  await site.until(() => site.toast() === 'Cats #7 sent')
  expect(site.events.filter(({ name }) => name === 'send:balance-changed')).toHaveLength(2)
})

it('Of an ERC-1155 no more pieces are sent than there are, and words say how many', async () => {
  const site = await open()
  await choose(site, SWORDS)
  site.api.setAmount('6')
  await site.until(() => site.api.state.get().amountProblem === 'send.amountTooMuch')
  site.api.setAmount('1.5')
  await site.until(() => site.api.state.get().amountProblem === 'send.amountDecimals')
  await site.api.max()
  expect(site.api.state.get().value).toBe(5n)
  site.api.setAmount('3')
  await address(site)
  const { id } = await agree(site)
  expect(site.chain.asked[0]!.params).toMatchObject({
    value: '3',
    nft: { id: '2', standard: 'erc1155' },
  })
  site.chain.tell(id, { status: 'failed' })
  await site.until(() => site.toast() === 'Sending 3 × Swords #2 failed')
})

it('The words of an NFT are there after a reload', async () => {
  const storage = fakeStorage()
  const site = await open({ storage })
  await choose(site, CAT)
  await address(site)
  await agree(site)
  site.kernel.dispose()
  const later = await open({ storage })
  await later.until(() => later.api.state.get().sent[0]?.item === 'Cats #7')
})

it('A family whose adapter does not move NFTs sends nothing in their place', async () => {
  const chain = new FakeChain('eip155')
  chain.movesNfts = false
  const site = await open({ chains: [chain] })
  await choose(site, CAT)
  await address(site)
  expect(await failure(site.api.send())).toMatchObject({ code: 'send.unsupported_chain' })
  expect(chain.asked).toEqual([])
})

it('A contract as receiver of an NFT is warned of, in the form and in the review', async () => {
  const chain = new FakeChain('eip155')
  chain.toContract = true
  const site = await open({ chains: [chain] })
  await choose(site, CAT)
  await address(site)
  await site.until(() => site.api.state.get().fee.status === 'known')
  expect(site.api.state.get().fee).toMatchObject({ isToContract: true })
  const sending = failure(site.api.send())
  await site.until(() => site.api.state.get().review?.isToContract)
  site.api.decline()
  await sending
  expect(chain.asked).toEqual([])
})

it('Another token after an NFT begins without an amount, and the collection is refused as receiver', async () => {
  const site = await open()
  await choose(site, CAT)
  site.api.setReceiver('eip155-cats')
  await site.until(() => site.api.state.get().receiver.status === 'refused')
  expect(site.api.state.get().receiver).toMatchObject({ problem: 'send.receiverIsToken' })
  await site.api.load()
  site.api.setToken(site.api.state.get().tokenBalances[0])
  await site.until(() => site.api.state.get().token?.nft === undefined)
  expect(site.api.state.get()).toMatchObject({ sendTokenAmount: undefined, value: undefined })
})

it('Reading the balances leaves the chosen NFT in the form', async () => {
  const site = await open()
  await choose(site, CAT)
  await site.api.load()
  expect(site.api.state.get().tokenBalances.length).toBeGreaterThan(0)
  expect(site.api.state.get()).toMatchObject({ token: { nft: { id: '7' } }, value: 1n })
})

it('A wallet that refuses leaves the NFT in the form', async () => {
  const chain = new FakeChain('eip155')
  chain.wallet = { reject: Object.assign(new Error('no'), { code: 4001 }) }
  const site = await open({ chains: [chain] })
  await choose(site, CAT)
  await address(site)
  const sending = failure(site.api.send())
  await site.until(() => site.api.state.get().review)
  site.api.confirm()
  expect(await sending).toMatchObject({ code: 'wallet.user_rejected' })
  expect(site.api.state.get()).toMatchObject({ token: { nft: { id: '7' } }, sent: [] })
})
