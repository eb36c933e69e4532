import { expect, it } from 'vitest'
import {
  contextOf,
  delegationOf,
  errorOf,
  FakeService,
  FakeSmartWallet,
  limitsOf,
  openSite,
  OWNER,
  pciOf,
  requestOf,
  SERVER,
  SESSION_KEY,
  SIGNATURE,
  STRANGER,
  TOKEN,
} from './bench.js'

const ACCOUNT = `eip155:1:${OWNER}`
/** Sessions as the server tells them, on the first network alone. */
const serve = (service: FakeService, sessions: readonly object[]): FakeService => {
  service.sessions = (account) => ({ sessions: account === ACCOUNT ? sessions : [] })
  return service
}
const later = (): number => Math.floor(Date.now() / 1000) + 3_600

it('A session that a smart account has granted is in the list [FEAT-25]', async () => {
  const { api, wallet } = await openSite({ hasNoServer: true })
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  const [granted] = await api.grant(requestOf())
  expect(granted).toMatchObject({
    pci: pciOf(delegation),
    context: contextOf(delegation),
    network: 'eip155:1',
    account: OWNER,
    to: SESSION_KEY,
    limits: { permission: requestOf().permissions[0], maxCalls: 100 },
  })
  expect((await api.list()).map(({ pci }) => pci)).toEqual([granted!.pci])
})

it('A grant is asked of the wallet, and its context is the answer [WSIDE-35]', async () => {
  const { api, wallet, events } = await openSite({ hasNoServer: true })
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  const request = requestOf({ justification: 'Ten moves of the game' })
  const [granted] = await api.grant(request)
  expect(wallet.of('wallet_grantPermissions')).toEqual([
    [
      {
        chainId: '0x1',
        address: OWNER,
        expiry: request.expiry,
        signer: { type: 'account', data: { address: SESSION_KEY } },
        permission: {
          type: 'native-token-allowance',
          isAdjustmentAllowed: true,
          data: { allowanceAmount: '0x1bc16d674ec80000', justification: 'Ten moves of the game' },
        },
        policies: [{ type: 'call-limit', data: { count: 100 } }],
      },
    ],
  ])
  expect(granted!.context).toBe(contextOf(delegation))
  expect(events).toContainEqual([
    'sessions:granted',
    { network: 'eip155:1', pci: pciOf(delegation) },
  ])
})

it('A revocation is asked of the wallet, with the permission that it ends [WSIDE-36]', async () => {
  const { api, wallet, node, events } = await openSite({ hasNoServer: true })
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  wallet.answers['wallet_revokePermissions'] = () => {
    node.disabled.add(pciOf(delegation))
    return {}
  }
  const [granted] = await api.grant(requestOf())
  await api.list()
  await api.revoke(granted!)
  expect(wallet.of('wallet_revokePermissions')).toEqual([
    [{ permissionContext: contextOf(delegation) }],
  ])
  expect(events).toContainEqual([
    'sessions:revoked',
    { network: 'eip155:1', pci: pciOf(delegation), witness: 'chain' },
  ])
  expect(api.state.get().items).toEqual([])
  expect(await api.list()).toEqual([])
})

/** The specification's word for the class of a method, on a page with the plugin. */
const classify = async (method: string, isOn: boolean): Promise<string> => {
  const { ctx } = await openSite({ isOn })
  const { class: cls } = ctx.rpc.ruleOf(method, 'eip155')
  return cls === 'sign' || cls === 'send' ? 'unsafe' : 'safe'
}
it.each([
  ['wallet_grantPermissions', 'RPC-18'],
  ['wallet_revokePermissions', 'RPC-19'],
])('%s is classified as unsafe [%s]', async (method) => {
  for (const isOn of [true, false]) expect(await classify(method, isOn)).toBe('unsafe')
})
it.each(['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission'])(
  '%s is classified as unsafe',
  async (method) => {
    for (const isOn of [true, false]) expect(await classify(method, isOn)).toBe('unsafe')
  },
)

it('The names that only read are safe', async () => {
  const { ctx } = await openSite()
  for (const name of ['Supported', 'Granted'])
    expect(ctx.rpc.ruleOf(`wallet_get${name}ExecutionPermissions`, 'eip155').class).toBe('read')
})

it('The client asks for the sessions of an account by its CAIP-10 id [API-41]', async () => {
  const service = serve(new FakeService(), [{ pci: 'p1', expiry: later(), permissions: [] }])
  const { api } = await openSite({ service })
  const items = await api.list()
  const paths = service.by('GET').map(({ url }) => decodeURIComponent(url.pathname))
  expect(paths).toEqual([`/v1/sessions/${ACCOUNT}`, `/v1/sessions/eip155:8453:${OWNER}`])
  expect([...service.by('GET')[0]!.url.searchParams.keys()].sort()).toEqual([
    'projectId',
    'st',
    'sv',
  ])
  expect(items.map(({ pci }) => pci)).toEqual(['p1'])
})

it('The server’s sessions of the connected address are listed [SESS-01]', async () => {
  const service = serve(new FakeService(), [
    { pci: 'p1', expiry: later(), permissions: [] },
    { pci: 'p2', expiry: later() + 1, permissions: [] },
  ])
  const { api } = await openSite({ service })
  expect((await api.list()).map(({ pci }) => pci)).toEqual(['p1', 'p2'])
})

it('A session is revoked at the server with its pci and the signature of the visitor [API-43] [SESS-02]', async () => {
  const service = serve(new FakeService(), [{ pci: 'p1', expiry: later(), permissions: [] }])
  const { api, wallet } = await openSite({ service })
  const [session] = await api.list()
  await api.revoke(session!)
  const [[text, signer]] = wallet.of('personal_sign') as [[`0x${string}`, string]]
  expect(Buffer.from(text.slice(2), 'hex').toString()).toBe(
    `Revoke session p1 of ${ACCOUNT.toLowerCase()} at ${new URL(SERVER).host}`,
  )
  expect(signer).toBe(OWNER)
  const [posted, ...more] = service.by('POST')
  expect([decodeURIComponent(posted!.url.pathname), posted!.body, more]).toEqual([
    `/v1/sessions/${ACCOUNT}/revoke`,
    { pci: 'p1', signature: SIGNATURE },
    [],
  ])
  const signed = wallet.asked.findIndex(({ method }) => method === 'personal_sign')
  expect(signed).toBeGreaterThanOrEqual(0)
  expect(api.state.get().items).toEqual([])
})

it('A grant is refused without a wallet request while sessions are off [SESS-03]', async () => {
  const { api, wallet, kernel, fetched, ctx } = await openSite({ isOn: false })
  expect(await errorOf(api.grant(requestOf()))).toMatchObject({
    code: 'rpc.method_not_allowed',
    message: 'Requested RPC call is not allowed',
  })
  for (const origin of ['host', 'plugin'] as const)
    for (const method of ['wallet_grantPermissions', 'wallet_requestExecutionPermissions'])
      expect(
        await errorOf(
          ctx.connections.request({ network: 'eip155:1', method, params: [{}], origin }),
        ),
      ).toMatchObject({ code: 'rpc.method_not_allowed' })
  for (const asking of [api.list(), api.revokeAll(), api.revoke({ pci: 'p', network: 'eip155:1' })])
    expect(await errorOf(asking)).toMatchObject({ code: 'rpc.method_not_allowed' })
  kernel.open()
  kernel.open('smartSessions.list')
  expect([wallet.asked, fetched]).toEqual([[], []])
  expect(kernel.ports.views.find('smartSessions.list')).toBeUndefined()
  expect(kernel.ports.accountActions.get().map(({ value }) => value.id)).not.toContain(
    'sessions.open',
  )
})

it('Sessions that are switched off again lose their views, and grants are refused', async () => {
  const { kernel, api, wallet } = await openSite()
  const isThere = () => kernel.ports.views.find('smartSessions.list') !== undefined
  expect(isThere()).toBe(true)
  kernel.setOptions({ features: { smartSessions: false } })
  expect(isThere()).toBe(false)
  expect(await errorOf(api.grant(requestOf()))).toMatchObject({ code: 'rpc.method_not_allowed' })
  expect(wallet.asked).toEqual([])
  kernel.setOptions({ features: { smartSessions: true } })
  expect(isThere()).toBe(true)
})

it('The wallet’s record is listed without server and without this page’s own', async () => {
  const wallet = new FakeSmartWallet()
  const [mine, foreign] = [delegationOf(limitsOf()), delegationOf(limitsOf(), { from: STRANGER })]
  wallet.answers['wallet_getGrantedExecutionPermissions'] = () => [
    { chainId: '0x2105', from: OWNER, context: contextOf(mine) },
    { chainId: '0x1', from: OWNER, context: contextOf(foreign) },
    {
      chainId: '0x1',
      from: OWNER,
      context: '0x1234',
      permission: { type: 'other' },
      expiry: later(),
    },
    { chainId: '0x1', from: OWNER, context: 'nonsense' },
    null,
  ]
  const { api } = await openSite({ wallet, hasNoServer: true })
  const items = await api.list()
  expect(items.map(({ network, pci, limits }) => [network, pci, !!limits])).toEqual([
    ['eip155:1', '0x1234', false],
    ['eip155:8453', pciOf(mine), true],
  ])
})

it('A session that several know is listed once', async () => {
  const wallet = new FakeSmartWallet()
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  wallet.answers['wallet_getGrantedExecutionPermissions'] = () => [
    { chainId: 1, from: OWNER, context: contextOf(delegation) },
  ]
  const service = serve(new FakeService(), [
    {
      pci: pciOf(delegation),
      expiry: delegation ? later() : 0,
      permissions: [],
      delegation: contextOf({ ...delegation, signature: '0x' }),
    },
  ])
  const { api } = await openSite({ wallet, service })
  await api.grant(requestOf())
  const items = await api.list()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ pci: pciOf(delegation), isServed: true, to: SESSION_KEY })
  expect(items[0]!.context).toBe(contextOf(delegation))
})

it('A server that is away takes no session from the list, and is told of', async () => {
  const service = new FakeService()
  service.sessions = () => 503
  const { api } = await openSite({ service })
  expect(await errorOf(api.list())).toMatchObject({ code: 'http.status' })
  expect(api.state.get()).toMatchObject({ isRead: false, items: [] })
  await api.grant(requestOf())
  expect(await api.list()).toHaveLength(1)
  expect(api.state.get()).toMatchObject({ isRead: true, isServiceAway: true })
})

it('A grant is told to the server by its context alone', async () => {
  const { api, wallet, service } = await openSite()
  const delegation = delegationOf(limitsOf())
  wallet.grants = () => delegation
  const [granted] = await api.grant(requestOf())
  const [posted, ...more] = service.by('POST')
  expect([decodeURIComponent(posted!.url.pathname), posted!.body, more]).toEqual([
    `/v1/sessions/${ACCOUNT}`,
    { context: contextOf(delegation) },
    [],
  ])
  expect(granted!.isServed).toBe(true)
  const dependencies = [{ factory: TOKEN, factoryData: '0x1234' }]
  wallet.answers['wallet_grantPermissions'] = () => [
    { context: contextOf(delegation), dependencies: [...dependencies, null] },
  ]
  expect((await api.grant(requestOf()))[0]!.dependencies).toEqual(dependencies)
  expect(service.by('POST')[1]!.body).toEqual({ context: contextOf(delegation), dependencies })
  service.add = () => 503
  expect((await api.grant(requestOf()))[0]!.isServed).toBe(false)
})

it('Grants of this page are kept over a reload, for their own account only', async () => {
  const first = await openSite({ hasNoServer: true })
  await first.api.grant(requestOf())
  const again = await openSite({ hasNoServer: true, storage: first.storage })
  expect(await again.api.list()).toHaveLength(1)
  const wallet = new FakeSmartWallet()
  wallet.plugin = FakeSmartWallet.prototype.plugin.bind(wallet, STRANGER)
  const other = await openSite({ hasNoServer: true, storage: first.storage, wallet })
  expect(await other.api.list()).toEqual([])
})

const AMOUNT = 2n * 10n ** 18n
it.each<[string, unknown, string, string]>([
  ['without an end', { expiry: undefined }, 'expiry', 'missing'],
  ['that ends in the past', { expiry: 1_000 }, 'expiry', 'past'],
  ['that ends at 0', { expiry: 0 }, 'expiry', 'past'],
  ['that ends before time began', { expiry: -1 }, 'expiry', 'negative'],
  ['that ends in 2106', { expiry: 4_294_967_295 }, 'expiry', 'too-far'],
  ['that ends at a text', { expiry: 'soon' }, 'expiry', 'not-a-number'],
  ['without permissions', { permissions: [] }, 'permissions', 'missing'],
  [
    'of 10,000 permissions',
    { permissions: Array(10_000).fill(requestOf().permissions[0]) },
    'permissions',
    'too-many',
  ],
  [
    'of an unknown kind',
    { permissions: [{ type: 'everything' }] },
    'permissions[0].type',
    'unknown',
  ],
  ['without a limit', { permissions: [{ type: 'native' }] }, 'permissions[0].type', 'unknown'],
  [
    'without an amount',
    { permissions: [{ type: 'native', allowance: { kind: 'total' } }] },
    'permissions[0].allowance.amount',
    'missing',
  ],
  [
    'of a negative amount',
    { permissions: [{ type: 'native', allowance: { kind: 'total', amount: -1n } }] },
    'permissions[0].allowance.amount',
    'negative',
  ],
  [
    'of nothing',
    { permissions: [{ type: 'native', allowance: { kind: 'total', amount: 0n } }] },
    'permissions[0].allowance.amount',
    'zero',
  ],
  [
    'of all there is',
    { permissions: [{ type: 'native', allowance: { kind: 'total', amount: 2n ** 256n - 1n } }] },
    'permissions[0].allowance.amount',
    'unlimited',
  ],
  [
    'with a second permission that is wrong',
    {
      permissions: [
        requestOf().permissions[0],
        {
          type: 'erc20',
          token: TOKEN,
          allowance: { kind: 'period', amount: 1n, period: 0, start: 1 },
        },
      ],
    },
    'permissions[1].allowance.period',
    'zero',
  ],
  [
    'of a stream that begins above its end',
    {
      permissions: [
        {
          type: 'native',
          allowance: { kind: 'stream', initial: 2n, perSecond: 1n, maximum: 1n, start: 1 },
        },
      ],
    },
    'permissions[0].allowance.initial',
    'unlimited',
  ],
  [
    'of a token that is no address',
    {
      permissions: [{ type: 'erc20', token: 'usdc', allowance: { kind: 'total', amount: AMOUNT } }],
    },
    'permissions[0].token',
    'not-an-address',
  ],
  [
    'of calls of the account itself',
    { permissions: [{ type: 'calls', targets: [OWNER], selectors: ['0x12345678'], maxValue: 0n }] },
    'permissions[0].targets',
    'own-account',
  ],
  [
    'of calls of any function',
    { permissions: [{ type: 'calls', targets: [TOKEN], selectors: [], maxValue: 0n }] },
    'permissions[0].selectors',
    'missing',
  ],
  [
    'of calls with coins, as often as wanted',
    {
      maxCalls: 'any',
      permissions: [{ type: 'calls', targets: [TOKEN], selectors: ['0x12345678'], maxValue: 1n }],
    },
    'maxCalls',
    'missing',
  ],
  ['that acts no time', { maxCalls: 0 }, 'maxCalls', 'zero'],
  ['for nobody', { to: undefined }, 'to', 'missing'],
  ['for the account itself', { to: OWNER }, 'to', 'own-account'],
  ['for anybody', { to: '0x0000000000000000000000000000000000000a11' }, 'to', 'anybody'],
])(
  'A request %s is refused with the part named, and no wallet is asked',
  async (_, more, part, reason) => {
    const { api, wallet } = await openSite()
    expect(await errorOf(api.grant({ ...requestOf(), ...(more as object) }))).toMatchObject({
      code: 'sessions.refused',
      context: { part, reason },
    })
    expect(wallet.asked).toEqual([])
  },
)

const wire = (more: object = {}): object => ({
  chainId: '0x1',
  to: SESSION_KEY,
  permission: {
    type: 'native-token-allowance',
    isAdjustmentAllowed: false,
    data: { allowanceAmount: '0x1' },
  },
  rules: [{ type: 'expiry', data: { timestamp: later() } }],
  ...more,
})
it.each<[string, string, unknown, string]>([
  ['without an end', 'wallet_requestExecutionPermissions', [wire({ rules: [] })], '[0].expiry'],
  ['of nothing', 'wallet_requestExecutionPermissions', [], 'params'],
  ['of an object', 'wallet_grantPermissions', [{}], '[0].permission'],
  [
    'of an unknown kind',
    'wallet_requestExecutionPermissions',
    [wire(), wire({ permission: { type: 'all', data: {} } })],
    '[1].permission.type',
  ],
  [
    'of a stream without a maximum',
    'wallet_requestExecutionPermissions',
    [
      wire({
        permission: { type: 'native-token-stream', data: { initialAmount: 0, amountPerSecond: 1 } },
      }),
    ],
    '[0].permission.data.maxAmount',
  ],
  [
    'in the former form that has ended',
    'wallet_grantPermissions',
    [
      {
        expiry: 5,
        signer: { type: 'account', data: { address: SESSION_KEY } },
        permission: { type: 'native-token-transfer', data: { allowance: '0x1' } },
      },
    ],
    '[0].expiry',
  ],
  ['of 10,000', 'wallet_requestExecutionPermissions', Array(10_000).fill(wire()), 'params'],
  [
    'with an end that is no number, and a second permission of any kind',
    'wallet_requestExecutionPermissions',
    [
      wire({
        rules: [{ type: 'expiry', data: { timestamp: 'x' } }],
        permission: {
          type: 'native-token-allowance',
          data: { allowanceAmount: '0x1', startTime: 1 },
        },
      }),
      wire({ permission: { type: 'all', data: {} } }),
    ],
    '[0].expiry',
  ],
  ...[
    { part: 'permission', more: { permissions: [{ type: 'all', data: {} }] } },
    { part: 'to', more: { signer: { type: 'account', data: { address: SESSION_KEY } } } },
    { part: 'expiry', more: { expiry: 0 } },
    { part: 'from', more: { from: SESSION_KEY } },
    {
      part: 'expiry',
      more: {
        rules: [later(), 4_291_747_200].map((timestamp) => ({
          type: 'expiry',
          data: { timestamp },
        })),
      },
    },
  ].map(({ part, more }): [string, string, unknown, string] => [
    `that says ${part} twice or of somebody else`,
    'wallet_requestExecutionPermissions',
    [wire(more)],
    `[0].${part}`,
  ]),
  [
    'with more after its list',
    'wallet_requestExecutionPermissions',
    [[wire()], wire({ permission: { type: 'all', data: {} } })],
    'params',
  ],
])(
  'A request of the page itself %s is refused, and no wallet is asked',
  async (_, method, params, part) => {
    const { ctx, wallet } = await openSite()
    expect(
      await errorOf(
        ctx.connections.request({ network: 'eip155:1', method, params, origin: 'host' }),
      ),
    ).toMatchObject({ code: 'sessions.refused', context: { part } })
    expect(wallet.asked).toEqual([])
  },
)

it('A request of the page itself with a limit and an end reaches the wallet', async () => {
  const { ctx, wallet } = await openSite()
  wallet.answers['wallet_requestExecutionPermissions'] = () => 'granted'
  expect(
    await ctx.connections.request({
      network: 'eip155:1',
      method: 'wallet_requestExecutionPermissions',
      params: [wire()],
      origin: 'host',
    }),
  ).toBe('granted')
})

it('A wallet that cannot grant, and a network without smart accounts, are refused without a request', async () => {
  const unable = new FakeSmartWallet()
  unable.methods = ['personal_sign']
  const first = await openSite({ wallet: unable })
  expect(await errorOf(first.api.grant(requestOf()))).toMatchObject({
    code: 'rpc.method_not_allowed',
    message: 'Requested RPC call is not allowed',
  })
  expect(unable.asked).toEqual([])
  const elsewhere = new FakeSmartWallet()
  elsewhere.methods = 'any'
  elsewhere.answers['wallet_getSupportedExecutionPermissions'] = () => ({
    'native-token-allowance': { chainIds: ['0x2105'], ruleTypes: ['expiry'] },
  })
  const second = await openSite({ wallet: elsewhere })
  expect(await errorOf(second.api.grant(requestOf()))).toMatchObject({
    code: 'evm.permissions_unsupported',
  })
  expect(elsewhere.asked.map(({ method }) => method)).toEqual([
    'wallet_getSupportedExecutionPermissions',
  ])
  const nobody = await openSite({ isConnected: false })
  expect(await errorOf(nobody.api.grant(requestOf()))).toMatchObject({
    code: 'kernel.account_or_network_missing',
  })
  const { api } = await openSite()
  expect(await errorOf(api.grant(requestOf({ network: 'eip155:5' })))).toMatchObject({
    code: 'kernel.account_or_network_missing',
  })
})

it.each<[string, (wallet: FakeSmartWallet) => unknown]>([
  ['nothing', () => []],
  ['no list', () => ({})],
  ['a permission without a context', () => [{}]],
  [
    'a context of somebody else',
    () => [{ context: contextOf(delegationOf(limitsOf(), { from: STRANGER })) }],
  ],
  [
    'a context for another session key',
    () => [{ context: contextOf(delegationOf(limitsOf(), { to: STRANGER })) }],
  ],
  [
    'a longer one',
    () => [{ context: contextOf(delegationOf(limitsOf({ expiry: later() + 200_000 }))) }],
  ],
])('A wallet that grants %s is not believed', async (_, answer) => {
  const { api, wallet, service } = await openSite()
  wallet.answers['wallet_grantPermissions'] = () => answer(wallet)
  const error = (await errorOf(api.grant(requestOf()))) as { code: string }
  expect(['sessions.bad_grant', 'wallet.bad_answer']).toContain(error.code)
  expect(service.by('POST')).toEqual([])
  // A grant of the account can be taken back, and is marked.
  expect((await api.list()).filter(({ wider }) => wider.length === 0)).toEqual([])
})

it('A wallet that lowers a grant is believed', async () => {
  const { api, wallet } = await openSite()
  const lower = limitsOf({
    permission: { type: 'native', allowance: { kind: 'total', amount: 1n } },
    expiry: later(),
  })
  wallet.grants = () => delegationOf(lower)
  expect((await api.grant(requestOf()))[0]).toMatchObject({ limits: lower, expiry: lower.expiry })
})

it('A visitor who declines a grant is told so, and nothing is kept', async () => {
  const { api, wallet } = await openSite()
  wallet.answers['wallet_grantPermissions'] = () => {
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  expect(await errorOf(api.grant(requestOf()))).toMatchObject({ code: 'wallet.user_rejected' })
  expect(await api.list()).toEqual([])
})
