import { expect, it, vi } from 'vitest'
import { approvalKey } from '../src/approvals/approvalKey.js'
import type { ApprovalsState } from '../src/index.js'
import { BOB, GOLD, held, openSite, SILVER, type Site } from './bench.js'
import { allCats, approval, ApprovalServer, oneCat, WritingChain } from './revoking.js'

const now = ({ api }: Site): ApprovalsState => api.state.get().approvals!
const open = async (
  data: ApprovalServer['approvals'] = () => ({ data: [approval()], next: null }),
): Promise<Site & { server: ApprovalServer; chain: WritingChain }> => {
  const server = Object.assign(new ApprovalServer(), { approvals: data })
  const chain = new WritingChain()
  const site = await openSite({ server, chain })
  return Object.assign(site, { server, chain })
}
const switchAccount = async ({ kernel, api, until }: Site): Promise<void> => {
  await kernel.ports.accounts.select({
    connectionId: 'link-eip155',
    namespace: 'eip155',
    key: 'b',
  })
  await until(() => api.state.get().owner?.address === BOB)
}

it('The rights of all pages are there once, with unlimited ones first and spam last', async () => {
  const spam = approval({ token: `eip155:1:${BOB}`, name: 'A', flags: { is_spam: true } })
  const pages: Readonly<Record<string, unknown>> = {
    '': { data: [spam, approval()], next: 'b' },
    b: { data: [approval({ name: 'Gold again' }), allCats()], next: null },
  }
  const site = await open((cursor) => pages[cursor ?? ''])
  await site.api.loadApprovals()
  expect(now(site).items.map(({ name }) => name)).toEqual(['Cats', 'Gold again', 'A'])
  expect(now(site)).toMatchObject({ isRead: true, isServed: true, isWhole: true, loading: false })
})

it('A cursor that leads to itself ends the list, and it is not called whole', async () => {
  const site = await open(() => ({ data: [approval()], next: 'a' }))
  await site.api.loadApprovals()
  expect(site.server.readings).toHaveLength(2)
  expect(now(site)).toMatchObject({ isWhole: false, isRead: true })
})

it.each([
  [approval(), [GOLD, 'approve', BOB, 0n]],
  [allCats(), [SILVER, 'setApprovalForAll', BOB, false]],
  [oneCat(), [SILVER, 'approve', `0x${'0'.repeat(40)}`, 7n]],
])('Revoking asks the token itself, %#', async (entry, written) => {
  const site = await open(() => ({ data: [entry], next: null }))
  await site.api.loadApprovals()
  const [right] = now(site).items
  const revoking = site.api.revoke(right!)
  await site.until(() => now(site).revocations[approvalKey(right!)]?.status === 'pending')
  expect(site.chain.written).toEqual([written])
  // A second press asks for nothing more.
  await site.api.revoke(right!)
  expect(site.chain.written).toHaveLength(1)

  const events: unknown[] = []
  site.kernel.onAny((name, event) => name === 'assets:balance-changed' && events.push(event))
  site.server.approvals = () => ({ data: [], next: null, settled: true })
  site.chain.tell({ status: 'success' })
  await revoking
  expect(now(site)).toMatchObject({ items: [], revocations: {} })
  const hash = `0x${'cd'.repeat(32)}`
  expect(events).toEqual([{ network: 'eip155:1', hash }])
  // The server is asked to wait for that transaction.
  expect(site.server.readings.at(-1)!.searchParams.get('forceUpdate')).toBe(hash)
})

it('A wallet that refuses, and a network that fails, leave the right and say so', async () => {
  const site = await open()
  await site.api.loadApprovals()
  const [right] = now(site).items
  const refusal = new Error('no')
  site.chain.answer = () => Promise.reject(refusal)
  await site.api.revoke(right!)
  const key = approvalKey(right!)
  expect(now(site).revocations[key]).toEqual({ status: 'failed', error: refusal })
  site.chain.answer = async () => '0x12'
  const revoking = site.api.revoke(right!)
  await site.until(() => now(site).revocations[key]?.status === 'pending')
  site.chain.tell({ status: 'failed' })
  await revoking
  expect(now(site).revocations[key]).toEqual({ status: 'failed' })
  expect(now(site).items).toEqual([right])
})

it('Another account gets neither the rights nor the revocations of the one before', async () => {
  const site = await open()
  await site.api.loadApprovals()
  const revoking = site.api.revoke(now(site).items[0]!)
  await site.until(() => Object.keys(now(site).revocations).length)
  site.server.approvals = () => ({ data: [], next: null })
  await switchAccount(site)
  expect(now(site)).toMatchObject({ items: [], revocations: {}, isRead: false })
  await site.api.loadApprovals()
  site.chain.tell({ status: 'failed' })
  await revoking
  expect(now(site)).toMatchObject({ items: [], revocations: {}, isRead: true })
})

it('An answer for the account before is not shown', async () => {
  const answer = held<unknown>()
  const site = await open(() => answer.promise)
  const reading = site.api.loadApprovals()
  await site.until(() => site.server.readings.length)
  await switchAccount(site)
  answer.resolve({ data: [approval()], next: null })
  await reading
  expect(now(site)).toMatchObject({ items: [], isRead: false })
})

it('A failure is kept with its time, is not repeated within 30 s, and leaves what was read', async () => {
  const site = await open()
  await site.api.loadApprovals()
  const { items } = now(site)
  site.server.approvals = () => 500
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  await site.api.loadApprovals()
  await site.api.loadApprovals()
  expect(site.server.readings).toHaveLength(2)
  expect(now(site)).toMatchObject({ items, lastRetry: 1_800_000_000_000, loading: false })
})

it.each([
  ['there is no server', () => openSite({ server: null, chain: new WritingChain() })],
  ['the server is older than this list', () => open(() => 404)],
  ['the server has no source for this network', () => open(() => 400)],
])('Where %s, the state says that nobody can be asked', async (_, start) => {
  const site = await start()
  await site.api.loadApprovals()
  expect(now(site)).toMatchObject({ isServed: false, isRead: true, items: [] })
})
