// Wallets that grant more than was asked for, or only a part of it.
import type { Limits, Permission } from '@latchkey/smart-account'
import { expect, it } from 'vitest'
import {
  contextOf,
  delegationOf,
  errorOf,
  FakeSmartWallet,
  limitsOf,
  NOW_S,
  openSite,
  pciOf,
  requestOf,
  SESSION_KEY,
  STRANGER,
  TOKEN,
} from './bench.js'
import { FakeNode } from './fakeNode.js'

const HOUR_S = 3_600
const start = NOW_S()
const calls = {
  type: 'calls',
  targets: [TOKEN],
  selectors: ['0x12345678'],
  maxValue: 5n,
} as const
const period = { kind: 'period', amount: 10n, period: HOUR_S, start } as const
const stream = { kind: 'stream', initial: 2n, perSecond: 1n, maximum: 100n, start } as const
const native = (allowance: Extract<Permission, { type: 'native' }>['allowance']): Permission => ({
  type: 'native',
  allowance,
})
const erc20 = (token: string): Permission => ({
  type: 'erc20',
  token: token as `0x${string}`,
  allowance: { kind: 'total', amount: 10n },
})
const expiry = NOW_S() + HOUR_S

/** Each has what was asked for, what was granted, and the part of it that is wider. */
const WIDER: readonly (readonly [string, Permission, Partial<Limits>, string])[] = [
  [
    'a larger amount',
    native({ kind: 'total', amount: 9n }),
    { permission: native({ kind: 'total', amount: 10n }) },
    'amount',
  ],
  [
    'more in each period',
    native(period),
    { permission: native({ ...period, amount: 11n }) },
    'amount',
  ],
  ['shorter periods', native(period), { permission: native({ ...period, period: 60 }) }, 'amount'],
  [
    'an earlier start',
    native(period),
    { permission: native({ ...period, start: start - 60 }) },
    'start',
  ],
  [
    'a faster stream',
    native(stream),
    { permission: native({ ...stream, perSecond: 2n }) },
    'amount',
  ],
  [
    'a longer stream',
    native(stream),
    { permission: native({ ...stream, maximum: 101n }) },
    'amount',
  ],
  [
    'a stream that begins with more',
    native(stream),
    { permission: native({ ...stream, initial: 3n }) },
    'amount',
  ],
  [
    'periods instead of a sum',
    native({ kind: 'total', amount: 10n }),
    { permission: native(period) },
    'kind',
  ],
  ['another token', erc20(TOKEN), { permission: erc20(STRANGER) }, 'token'],
  [
    'coins instead of a token',
    erc20(TOKEN),
    { permission: native({ kind: 'total', amount: 1n }) },
    'kind',
  ],
  ['one more contract', calls, { permission: { ...calls, targets: [TOKEN, STRANGER] } }, 'targets'],
  ['another contract', calls, { permission: { ...calls, targets: [STRANGER] } }, 'targets'],
  ['another function', calls, { permission: { ...calls, selectors: ['0x87654321'] } }, 'selectors'],
  ['more coins with each call', calls, { permission: { ...calls, maxValue: 6n } }, 'maxValue'],
  ['more calls', calls, { permission: calls, maxCalls: 101 }, 'maxCalls'],
  ['a later end', calls, { permission: calls, expiry: expiry + 1 }, 'expiry'],
]
it.each(WIDER)(
  'A wallet that grants %s is refused, and what is wider is named',
  async (_, asked, granted, part) => {
    const [wallet, node] = [new FakeSmartWallet(), new FakeNode()]
    const delegation = delegationOf(limitsOf({ expiry, ...granted }))
    wallet.grants = () => delegation
    wallet.answers['wallet_revokePermissions'] = () => {
      node.disabled.add(pciOf(delegation))
      return {}
    }
    const { api, service, events } = await openSite({ wallet, node })
    const error = await errorOf(api.grant(requestOf({ expiry, permissions: [asked] })))
    expect(error).toMatchObject({
      code: 'sessions.bad_grant',
      context: { kept: [{ network: 'eip155:1', pci: pciOf(delegation), wider: [part] }] },
    })
    expect(service.by('POST')).toEqual([])
    expect(events.map(([name]) => name)).not.toContain('sessions:granted')
    // It can be found and taken back.
    const [listed] = await api.list()
    expect(listed).toMatchObject({ pci: pciOf(delegation), wider: [part] })
    expect(await api.revoke(listed!)).toBe('chain')
    expect(wallet.of('wallet_revokePermissions')).toEqual([
      [{ permissionContext: contextOf(delegation) }],
    ])
  },
)

it('A grant without any condition is refused: it allows everything, for ever', async () => {
  const wallet = new FakeSmartWallet()
  const delegation = { ...delegationOf(limitsOf()), caveats: [] }
  wallet.grants = () => delegation
  const { api } = await openSite({ wallet, hasNoServer: true })
  expect(await errorOf(api.grant(requestOf()))).toMatchObject({
    code: 'sessions.bad_grant',
    context: { kept: [{ wider: ['conditions'] }] },
  })
})

it('A grant from which a condition was dropped is refused', async () => {
  const whole = delegationOf(limitsOf())
  for (const [dropped] of whole.caveats.entries()) {
    const wallet = new FakeSmartWallet()
    wallet.grants = () => ({ ...whole, caveats: whole.caveats.filter((_, at) => at !== dropped) })
    const { api } = await openSite({ wallet, hasNoServer: true })
    expect(await errorOf(api.grant(requestOf()))).toMatchObject({ code: 'sessions.bad_grant' })
  }
})

it('A grant with a condition more than was asked for is narrower, and is believed', async () => {
  const wallet = new FakeSmartWallet()
  const whole = delegationOf(limitsOf())
  const more = { enforcer: STRANGER, terms: '0x1234', args: '0x' } as const
  wallet.grants = () => ({ ...whole, caveats: [...whole.caveats, more] })
  const { api } = await openSite({ wallet, hasNoServer: true })
  expect(await api.grant(requestOf())).toMatchObject([{ wider: [], limits: undefined }])
  wallet.grants = () => ({
    ...delegationOf(limitsOf({ permission: native({ kind: 'total', amount: 2n ** 90n }) })),
    caveats: [
      ...delegationOf(limitsOf({ permission: native({ kind: 'total', amount: 2n ** 90n }) }))
        .caveats,
      more,
    ],
  })
  expect(await errorOf(api.grant(requestOf()))).toMatchObject({
    context: { kept: [{ wider: ['amount'] }] },
  })
})

const TWO = [calls, native({ kind: 'total', amount: 9n })]
const twoOf = (more: Partial<Limits>[] = []) =>
  TWO.map((permission, at) => delegationOf(limitsOf({ permission, expiry, ...more[at] })))

it('A wallet that grants only a part loses none of it: it is listed, and named in the error', async () => {
  const wallet = new FakeSmartWallet()
  const [, second] = twoOf()
  wallet.answers['wallet_grantPermissions'] = () => [{ context: contextOf(second!) }]
  const { api, service, events } = await openSite({ wallet })
  expect(await errorOf(api.grant(requestOf({ expiry, permissions: TWO })))).toMatchObject({
    code: 'sessions.bad_grant',
    context: { found: '1 permissions', kept: [{ pci: pciOf(second!), wider: [] }] },
  })
  expect((await api.list()).map(({ pci, wider }) => [pci, wider])).toEqual([[pciOf(second!), []]])
  expect(service.by('POST').map(({ body }) => body['context'])).toEqual([contextOf(second!)])
  expect(events.filter(([name]) => name === 'sessions:granted')).toHaveLength(1)
})

it('One that is wider takes nothing from the other', async () => {
  const wallet = new FakeSmartWallet()
  const both = twoOf([{}, { permission: native({ kind: 'total', amount: 10n }) }])
  wallet.grants = (at) => both[at]!
  const { api } = await openSite({ wallet, hasNoServer: true })
  const error = await errorOf(api.grant(requestOf({ expiry, permissions: TWO })))
  expect(error).toMatchObject({
    context: {
      kept: [
        { pci: pciOf(both[0]!), wider: [] },
        { pci: pciOf(both[1]!), wider: ['amount'] },
      ],
    },
  })
  expect(await api.list()).toHaveLength(2)
})

it('A wallet that tells grants in another order is understood', async () => {
  const wallet = new FakeSmartWallet()
  const both = twoOf()
  wallet.grants = (at) => both[1 - at]!
  const { api } = await openSite({ wallet, hasNoServer: true })
  const sessions = await api.grant(requestOf({ expiry, permissions: TWO }))
  expect(sessions.map(({ pci }) => pci)).toEqual(both.map(pciOf))
})

it('More grants than were asked for are refused, and the one too many is named', async () => {
  const wallet = new FakeSmartWallet()
  const both = twoOf()
  wallet.answers['wallet_grantPermissions'] = () =>
    both.map((each) => ({ context: contextOf(each) }))
  const { api } = await openSite({ wallet, hasNoServer: true })
  const error = await errorOf(api.grant(requestOf({ expiry, permissions: [calls] })))
  expect(error).toMatchObject({
    context: {
      kept: [
        { pci: pciOf(both[0]!), wider: [] },
        { pci: pciOf(both[1]!), wider: ['kind'] },
      ],
    },
  })
})

it('A grant for another session key is kept, so that it can be taken back', async () => {
  const wallet = new FakeSmartWallet()
  const delegation = delegationOf(limitsOf(), { to: STRANGER })
  wallet.grants = () => delegation
  const site = await openSite({ wallet, hasNoServer: true })
  await errorOf(site.api.grant(requestOf()))
  const again = await openSite({ storage: site.storage, hasNoServer: true })
  expect(await again.api.list()).toMatchObject([{ to: delegation.delegate, wider: ['to'] }])
  expect(delegation.delegate).not.toBe(SESSION_KEY)
})
