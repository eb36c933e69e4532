// Sessions that were taken back: only the chain is sure of their end.
import { expect, it, vi } from 'vitest'
import {
  contextOf,
  delegationOf,
  errorOf,
  FakeService,
  FakeSmartWallet,
  limitsOf,
  NOW_S,
  openSite,
  OWNER,
  pciOf,
  SESSION_KEY,
} from './bench.js'
import { FakeNode } from './fakeNode.js'

const RECORD = 'wallet_getGrantedExecutionPermissions'
const OTHER_KIND = { chainId: 1, from: OWNER, to: SESSION_KEY, context: '0x1234' }

it('The chain’s word is told as such', async () => {
  const [node, wallet] = [new FakeNode(), new FakeSmartWallet()]
  const delegation = delegationOf(limitsOf())
  wallet.answers[RECORD] = () => [{ chainId: 1, from: OWNER, context: contextOf(delegation) }]
  wallet.answers['wallet_revokePermissions'] = () => {
    node.disabled.add(pciOf(delegation))
    return {}
  }
  const { api, events } = await openSite({ node, wallet, hasNoServer: true })
  const [session] = await api.list()
  expect(await api.revoke(session!)).toBe('chain')
  expect(Object.values(api.state.get().ended)).toEqual(['chain'])
  expect(events).toContainEqual([
    'sessions:revoked',
    { network: 'eip155:1', pci: session!.pci, witness: 'chain' },
  ])
})

it('A wallet’s word of a session that cannot be read on the chain is told as the wallet’s word', async () => {
  const wallet = new FakeSmartWallet()
  wallet.answers[RECORD] = () => [{ ...OTHER_KIND, expiry: NOW_S() + 60 }]
  const { api, events } = await openSite({ wallet, hasNoServer: true })
  const [session] = await api.list()
  expect(await api.revoke(session!)).toBe('wallet')
  expect(api.state.get()).toMatchObject({ items: [], ended: { 'eip155:1 0x1234': 'wallet' } })
  expect(events).toContainEqual([
    'sessions:revoked',
    { network: 'eip155:1', pci: '0x1234', witness: 'wallet' },
  ])
  // The wallet still tells of it: it is listed again, with the word of before.
  expect(await api.list()).toHaveLength(1)
  expect(api.state.get().ended).toEqual({ 'eip155:1 0x1234': 'wallet' })
})

it('A session that only the server knows is told as ended by the server’s word', async () => {
  const service = new FakeService()
  service.sessions = (account) => ({
    sessions: account.startsWith('eip155:1:')
      ? [{ pci: 'p1', expiry: NOW_S() + 60, permissions: [] }]
      : [],
  })
  const { api } = await openSite({ service })
  const [session] = await api.list()
  expect(await api.revoke(session!)).toBe('server')
  expect(api.state.get().ended).toEqual({ 'eip155:1 p1': 'server' })
})

it('Where the chain cannot be read the wallet’s word is told, and this page keeps the session', async () => {
  const wallet = new FakeSmartWallet()
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  const { api, kernel } = await openSite({ wallet, hasNoServer: true })
  const chain = kernel.ports.adapters.find('eip155')!.value
  const adapter = await chain.load()
  vi.spyOn(chain, 'load').mockResolvedValue(
    Object.create(adapter, { read: { value: undefined } }) as typeof adapter,
  )
  await api.grant({
    to: SESSION_KEY,
    expiry: limitsOf().expiry,
    permissions: [limitsOf().permission],
  })
  const [session] = await api.list()
  expect(await api.revoke(session!)).toBe('wallet')
  expect(await api.list()).toHaveLength(1)
  expect(Object.values(api.state.get().ended)).toEqual(['wallet'])
})

it('A session whose time is over has ended by its own limits, and one without limits by nobody’s word', async () => {
  const wallet = new FakeSmartWallet()
  const over = delegationOf(limitsOf({ expiry: NOW_S() - 1 }))
  wallet.answers[RECORD] = () => [
    { chainId: 1, from: OWNER, context: contextOf(over) },
    { ...OTHER_KIND, expiry: NOW_S() - 1 },
  ]
  const { api } = await openSite({ wallet, hasNoServer: true })
  expect(await api.list()).toEqual([])
  expect(api.state.get().ended).toEqual({ [`eip155:1 ${pciOf(over)}`]: 'chain' })
})

it('Two who take a session back at once are told the same, by one request', async () => {
  const wallet = new FakeSmartWallet()
  wallet.answers[RECORD] = () => [{ ...OTHER_KIND, expiry: NOW_S() + 60 }]
  const { api } = await openSite({ wallet, hasNoServer: true })
  const [session] = await api.list()
  expect(await Promise.all([api.revoke(session!), api.revoke(session!)])).toEqual([
    'wallet',
    'wallet',
  ])
  expect(wallet.of('wallet_revokePermissions')).toHaveLength(1)
})

it.each([
  [
    'that fails',
    (): never => {
      throw new Error('asleep')
    },
  ],
  ['that never answers', () => new Promise(() => undefined)],
])('A wallet %s for its record is told as the silent source', async (_, answer) => {
  const wallet = new FakeSmartWallet()
  wallet.answers[RECORD] = answer
  const { api } = await openSite({ wallet, hasNoServer: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const listing = api.list()
  // Longer than a list waits for a wallet.
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await listing).toEqual([])
  vi.useRealTimers()
  expect(api.state.get()).toMatchObject({ isRead: true, isWalletAway: true })
  const delegation = delegationOf(limitsOf())
  wallet.answers[RECORD] = () => [{ chainId: 1, from: OWNER, context: contextOf(delegation) }]
  expect(await api.list()).toHaveLength(1)
  expect(api.state.get().isWalletAway).toBe(false)
})

it('A wallet that does not say which methods it has, and refuses this one, is not a silent one', async () => {
  const wallet = new FakeSmartWallet()
  wallet.methods = 'any'
  wallet.answers[RECORD] = () => {
    throw Object.assign(new Error('Internal error'), { code: -32_603 })
  }
  const { api } = await openSite({ wallet, hasNoServer: true })
  expect(await api.list()).toEqual([])
  expect(api.state.get().isWalletAway).toBe(false)
})

it('A wallet that says that it has no record is not a silent one', async () => {
  const { api } = await openSite({ hasNoServer: true })
  await api.list()
  expect(api.state.get()).toMatchObject({ isRead: true, isWalletAway: false })
})

it('A session that nobody can end is still refused where the server cannot be told either', async () => {
  const wallet = new FakeSmartWallet()
  wallet.methods = [RECORD]
  wallet.answers[RECORD] = () => [{ ...OTHER_KIND, expiry: NOW_S() + 60 }]
  const { api } = await openSite({ wallet, hasNoServer: true })
  const [session] = await api.list()
  expect(await errorOf(api.revoke(session!))).toMatchObject({ code: 'rpc.method_not_allowed' })
  expect(api.state.get().ended).toEqual({})
})
