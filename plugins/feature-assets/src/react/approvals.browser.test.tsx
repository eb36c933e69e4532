import { LatchkeyError, type PluginDefinition } from '@latchkey/plugin-api'
import { createToken, definePlugin } from '@latchkey/plugin-api'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeServer, held, nft, type Site } from '../../test/bench.js'
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
import { allCats, approval, ApprovalServer, oneCat, WritingChain } from '../../test/revoking.js'
import type { NftAction } from '../api.js'

afterEach(() => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
})
const offline = (): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  window.dispatchEvent(new Event('offline'))
}
const address = (index: number): string => `eip155:1:0x${String(index).padStart(40, '0')}`

type Opened = Site & { server: ApprovalServer; chain: WritingChain }
/** The view, opened by its row below the tokens. */
async function open(
  approvals: ApprovalServer['approvals'] = () => ({ data: [approval()], next: null }),
): Promise<Opened> {
  const server = Object.assign(new ApprovalServer(), { approvals })
  const chain = new WritingChain()
  const site = await openAccount({ server, chain })
  await press('Approvals')
  return Object.assign(site, { server, chain })
}
const violations = async (): Promise<string[]> => {
  const { violations: found } = await axe.run(shadow().querySelector('dialog') as HTMLElement)
  return found.map(({ id }) => id)
}

it('Each right is a row: whose token, who may take it, and how much', async () => {
  await open(() => ({
    data: [
      approval(),
      approval({
        spender: 'eip155:1:0x000000000022D473030F116dDEE9F6B43aC78BA3',
        spenderName: 'Permit2',
        isUnlimited: true,
      }),
      allCats(),
      oneCat(),
    ],
    next: null,
  }))
  await shows('Permit2')
  const lines = rows().map(({ innerText }) => innerText.split('\n').filter(Boolean).slice(1))
  expect(lines).toEqual([
    ['Cats', '0x3C44…93BC', 'All items'],
    ['GLD', 'Permit2', 'Unlimited'],
    ['Cats', '0x3C44…93BC', '#7'],
    ['GLD', '0x3C44…93BC', '2.5'],
  ])
  expect(await violations()).toEqual([])
})

it('Revoking is followed from the wallet to its end, and the right is gone then', async () => {
  const wallet = held<string>()
  const { server, chain } = await open()
  chain.answer = () => wallet.promise
  await vi.waitFor(() => rows()[0]!.click(), { timeout: 10_000 })
  await shows('Who may take it')
  expect(text()).toContain('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
  expect(await violations()).toEqual([])
  await press('Revoke')
  await shows('Confirm in your wallet')
  wallet.resolve(`0x${'cd'.repeat(32)}`)
  await shows('The right is being taken away')
  server.approvals = () => ({ data: [], next: null })
  chain.tell({ status: 'success' })
  await shows('This right has ended')
})

it('A visitor who declines is told so calmly, and a failure is told with its reason', async () => {
  const { chain } = await open()
  await vi.waitFor(() => rows()[0]!.click(), { timeout: 10_000 })
  chain.answer = () => Promise.reject(new LatchkeyError('wallet.user_rejected', 'no'))
  await press('Revoke')
  await shows('You declined. The right stays.')
  expect(all('.error')).toEqual([])
  chain.answer = () =>
    Promise.reject(new LatchkeyError('http.unreachable', 'no', { context: { url: 'x' } }))
  await press('Revoke')
  await shows('The right was not taken away')
  expect(all('[data-revocation="failed"] .error')).toHaveLength(1)
})

it('While they are read there is a skeleton, and nothing says that there are none', async () => {
  const answer = held<unknown>()
  await open(() => answer.promise)
  await vi.waitFor(() => expect(all('[data-view="assets.approvals"] .skeleton').length).toBe(4))
  answer.resolve({ data: [], next: null })
  await shows('No site or contract may take your tokens')
})

it('Where old ones are still looked for, the list is not called empty', async () => {
  await open(() => ({ data: [], next: null, complete: false }))
  await shows('There may be older ones')
  expect(text()).not.toContain('No site or contract')
})

it('A failure has its button after 30 s, with the older list below it', async () => {
  const { server, api } = await open()
  await shows('GLD')
  server.approvals = () => 500
  await api.loadApprovals()
  await shows('Approvals could not be read The next try is in')
  expect(rows()).toHaveLength(1)
})

it('A site without a server says that it cannot know, and leads to the explorer', async () => {
  await openAccount({ server: null, chain: new WritingChain() })
  await press('Approvals')
  await shows('Approvals are not shown here')
  expect(button('View on Scan').getAttribute('href')).toMatch(/^https:\/\/scan\.example\/address\//)
})

it('Offline, the list stays and nothing can be revoked', async () => {
  await open()
  await shows('GLD')
  offline()
  await shows('You are offline')
  rows()[0]!.click()
  await shows('Who may take it')
  await vi.waitFor(() => expect(button('You are offline.').hasAttribute('disabled')).toBe(true))
})

it('Of 10,000 rights only those in sight are drawn', async () => {
  await open((cursor) => {
    const page = Number(cursor ?? 0)
    const data = Array.from({ length: 1_000 }, (_, at) =>
      approval({ token: address(page * 1_000 + at + 1), symbol: `T${page * 1_000 + at}` }),
    )
    return { data, next: page < 9 ? String(page + 1) : null }
  })
  await vi.waitFor(
    () => expect(rows()[0]?.closest('[aria-setsize]')?.getAttribute('aria-setsize')).toBe('10000'),
    { timeout: 30_000 },
  )
  expect(rows().length).toBeLessThan(60)
})

it('Names of strangers are on one line and cannot turn the text', async () => {
  await open(() => ({
    data: [approval({ symbol: `${'x'.repeat(400)}\u202e\n!`, name: '<b>b</b>' })],
    next: null,
  }))
  await shows('xxx')
  expect(text()).not.toMatch(/[\u202e\n]/)
  const view = all('[data-view="assets.approvals"]')[0]!
  expect(view.scrollWidth).toBeLessThanOrEqual(view.clientWidth)
})

it('A plugin’s action for an NFT is a button of its view, and spam has none', async () => {
  const run = vi.fn()
  const server = new FakeServer()
  server.nfts = () => ({ data: [nft('7'), nft('8', { flags: { is_spam: true } })], next: null })
  const plugin = definePlugin({
    id: 'sender',
    version: '0.1.0',
    kernelApi: '*',
    setup(ctx) {
      ctx.messages.add({ en: { 'sender.send': 'Send it' } })
      ctx.points.add(createToken<NftAction>('assets.nftActions'), {
        id: 'send',
        label: 'sender.send',
        when: ({ standard }) => standard === 'erc721',
        run,
      })
      return {}
    },
  }) as unknown as PluginDefinition
  const { api } = await openAccount({ server, plugins: [plugin] })
  await api.loadNfts()
  const { items } = api.state.get().nfts
  const [cat, spam] = items as [(typeof items)[number], (typeof items)[number]]
  api.show('assets.nft', cat)
  await press('Send it')
  expect(run.mock.lastCall![0]).toMatchObject({ tokenId: '7' })
  api.show('assets.nft', spam)
  await shows('Cat 8')
  await vi.waitFor(() => expect(text()).toContain('Marked as spam'))
  expect(all('[data-view="assets.nft"]').at(-1)!.textContent).not.toContain('Send it')
})
