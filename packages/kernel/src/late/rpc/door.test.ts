import type { Caip2, RpcClass, RpcPolicy, Scope, WireRequest } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  account,
  FakeConnection,
  scope,
  type FakeWallet,
} from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, settle, type World, type WorldOptions } from '../../../test/fakes/makeWorld.js'

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const policies: readonly RpcPolicy[] = [
  {
    namespace: 'test',
    methods: { read: 'read', own: 'read', sign: 'sign', send: 'send', settings: 'wallet-state' },
    nodes: ['read'],
  },
  { namespace: 'other', methods: { sign: 'sign' } },
]
const start = async (
  wallet: Partial<FakeWallet> = {},
  {
    more = {},
    connect = true,
    ...options
  }: WorldOptions & { more?: Partial<Scope>; connect?: boolean } = {},
) => {
  const link = new FakeConnection(
    'w',
    'w',
    { test: scope([account('test', 'a'), account('test', 'b')], more) },
    { answer: ({ method }) => `${method}!`, ...wallet },
  )
  const read = vi.fn(async ({ method }: { method: string }): Promise<unknown> => `rpc:${method}`)
  const world = await makeWorld({
    policies,
    connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
    adapters: [fakeAdapter('test', { read })],
    ...options,
  })
  worlds.push(world)
  if (connect) await world.kernel.connect('w')
  const ask = (
    method: string,
    rest: { network?: Caip2; params?: unknown; connectionId?: string; signal?: AbortSignal } = {},
  ) => world.kernel.ports.connections.request({ network: 'test:1', method, ...rest })
  return { ...world, link, read, ask }
}

describe('a method', () => {
  const names = [
    'foo',
    'READ',
    ' read',
    'read ',
    'read\u0000',
    're\u0430d',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ]
  it.each(names)('The method %j, which no policy lists, is refused [RPC-24]', async (method) => {
    const { ask, link, read, named } = await start()
    await expect(ask(method)).rejects.toMatchObject({
      code: 'rpc.method_not_allowed',
      message: 'Requested RPC call is not allowed',
      context: { method },
      cause: { code: 4200 },
    })
    expect([link.requests, read.mock.calls]).toEqual([[], []])
    expect(named('request:settled')).toEqual([
      { network: 'test:1', method, class: undefined, ok: false },
    ])
  })
  it.each([[undefined], [null], [7], [['read']], [{ toString: () => 'read' }]])(
    'A method that is not a text (%j) is refused',
    async (method) => {
      const { ask } = await start()
      await expect(ask(method as unknown as string)).rejects.toMatchObject({
        code: 'rpc.method_not_allowed',
      })
    },
  )
  it('A method of one namespace is refused in another', async () => {
    const { ask } = await start()
    for (const network of ['other:1', 'strange:1'] as const)
      await expect(ask('send', { network })).rejects.toMatchObject({
        code: 'rpc.method_not_allowed',
      })
    await expect(ask('send', { network: '__proto__:1' })).rejects.toMatchObject({
      code: 'kernel.account_or_network_missing',
    })
  })
  it('The host may allow or deny methods, and its denial is final', async () => {
    const { ask, kernel } = await start(
      {},
      { kernel: { rpcPolicy: { allow: { extra: 'sign', gone: 'sign' }, deny: ['sign', 'gone'] } } },
    )
    expect(await ask('extra')).toBe('extra!')
    for (const method of ['sign', 'gone'])
      await expect(ask(method)).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
    kernel.setOptions({ rpcPolicy: {} })
    expect(await ask('sign')).toBe('sign!')
  })
  it('A method that several policies list has the strictest class [RPC-21]', async () => {
    const classes: readonly RpcClass[] = ['read', 'sign', 'send', 'wallet-state']
    for (const first of classes)
      for (const second of classes) {
        const { ctx } = await start(
          {},
          {
            connect: false,
            policies: [
              { namespace: 'test', methods: { m: first } },
              { namespace: 'test', methods: { m: second } },
            ],
            kernel: { rpcPolicy: { allow: { m: 'read' } } },
          },
        )
        const order: readonly RpcClass[] = ['send', 'sign', 'wallet-state', 'read']
        expect(ctx.rpc.ruleOf('m', 'test').class).toBe(
          order.find((cls) => cls === first || cls === second),
        )
      }
    const { ctx } = await start(
      {},
      { connect: false, policies: [{ namespace: 'test', methods: { m: 'admin' as RpcClass } }] },
    )
    expect(ctx.rpc.ruleOf('m', 'test').class).toBeUndefined()
  })
  it('A request needs a network', async () => {
    const { ask } = await start()
    for (const network of [undefined, 'test', ''])
      await expect(ask('read', { network: network as Caip2 })).rejects.toMatchObject({
        code: 'kernel.account_or_network_missing',
        message: 'CaipNetwork or CaipAddress is undefined',
      })
  })
})

describe('a request', () => {
  it('A request reaches the wallet in the task of the call, with its parameters unchanged', async () => {
    const { ask, link, named } = await start()
    const params = [{ deep: { a: 1n } }]
    const answer = ask('sign', { params })
    expect(link.requests).toMatchObject([{ network: 'test:1', method: 'sign' }])
    expect(link.requests[0]?.params).toEqual(params)
    expect(await answer).toBe('sign!')
    expect(named('request:settled')).toEqual([
      { network: 'test:1', method: 'sign', class: 'sign', ok: true },
    ])
    await ask('sign')
    expect(link.requests[1]).not.toHaveProperty('params')
  })
  it("A read goes to the network's node when no wallet is connected, and no other request does", async () => {
    const { ask, read } = await start({}, { connect: false })
    expect(await ask('read', { params: [1] })).toBe('rpc:read')
    expect(read).toHaveBeenCalledWith(
      expect.objectContaining({
        method: 'read',
        params: [1],
        network: expect.objectContaining({ id: 'test:1' }) as unknown,
      }),
    )
    for (const method of ['sign', 'send', 'settings'])
      await expect(ask(method)).rejects.toMatchObject({ code: 'rpc.no_connection' })
    await expect(ask('read', { network: 'test:9' })).rejects.toMatchObject({
      code: 'rpc.no_connection',
    })
  })
  it.each<[string, Partial<Scope>, Caip2, string]>([
    ['to a wallet that answers anything', {}, 'test:1', 'read!'],
    ['to a wallet that lists it', { methods: ['read'] }, 'test:1', 'read!'],
    ['past a wallet that does not list it', { methods: ['sign'] }, 'test:1', 'rpc:read'],
    ['past a wallet that is elsewhere', { network: 'test:1' }, 'test:2', 'rpc:read'],
    [
      'past a wallet that does not serve the network',
      { networks: ['test:1'] },
      'test:2',
      'rpc:read',
    ],
    [
      'to a wallet that serves several',
      { networks: ['test:1', 'test:2'], network: 'test:1' },
      'test:2',
      'read!',
    ],
  ])('A read goes %s', async (_, more, network, answer) => {
    const { ask } = await start({}, { more })
    expect(await ask('read', { network })).toBe(answer)
  })
  it.each<[string, Partial<Scope>]>([
    ['does not list it', { methods: ['sign'] }],
    ['is elsewhere', { network: 'test:1' }],
    ['lists nothing', { methods: [] }],
  ])(
    'A read that only the wallet can answer never reaches a node when the wallet %s (audit A1)',
    async (_, more) => {
      const { ask, read } = await start({}, { more })
      expect(await ask('own', { network: 'test:2' })).toBe('own!')
      expect(read).not.toHaveBeenCalled()
    },
  )
  it('A read that only a wallet can answer fails without a wallet, and asks no node (audit A1)', async () => {
    const { ask, read } = await start({}, { connect: false })
    await expect(ask('own')).rejects.toMatchObject({ code: 'rpc.no_connection' })
    expect(read).not.toHaveBeenCalled()
  })
  it('A method that signs or changes the wallet reaches no node, whatever a policy lists (audit A1)', async () => {
    const { ctx } = await start(
      {},
      {
        connect: false,
        policies: [
          {
            namespace: 'test',
            methods: { sign: 'sign', settings: 'wallet-state', read: 'read', raw: 'send' },
            nodes: ['sign', 'settings', 'unnamed', 'raw'],
          },
          { namespace: 'test', methods: { read: 'sign', more: 'read' }, nodes: ['read', 'more'] },
        ],
        kernel: {
          rpcPolicy: {
            allow: { mine: 'read', raw: 'read', foreign: 'read' },
            nodes: ['mine'],
            deny: ['more'],
          },
        },
      },
    )
    const rule = (method: string) => ctx.rpc.ruleOf(method, 'test')
    expect(
      ['sign', 'settings', 'unnamed', 'read', 'foreign', 'more'].map(
        (method) => rule(method).nodes,
      ),
    ).toEqual(Array(6).fill(false))
    expect([rule('raw'), rule('mine'), rule('more')]).toEqual([
      { class: 'send', nodes: true, denied: false },
      { class: 'read', nodes: true, denied: false },
      { class: undefined, nodes: false, denied: true },
    ])
  })
  it('A read goes to the wallet if no node can answer', async () => {
    const { ask } = await start({}, { more: { methods: [] }, adapters: [] })
    expect(await ask('read')).toBe('read!')
  })
  it('A transaction is refused while the wallet is on another network, and a signature is not', async () => {
    const { ask, link } = await start({}, { more: { network: 'test:1' } })
    await expect(ask('send', { network: 'test:2' })).rejects.toMatchObject({
      code: 'wallet.chain_disconnected',
    })
    expect(link.requests).toEqual([])
    expect(await ask('sign', { network: 'test:2' })).toBe('sign!')
  })
  it('A transaction goes to the network to which the wallet switched', async () => {
    const { ask, link } = await start({}, { more: { network: 'test:1' } })
    link.tell({ network: 'test:2' })
    await expect(ask('send', { network: 'test:1' })).rejects.toMatchObject({
      code: 'wallet.chain_disconnected',
    })
    expect(await ask('send', { network: 'test:2' })).toBe('send!')
  })
  it('A request in a namespace without an accepted account finds no wallet', async () => {
    const { ask, link } = await start()
    link.tell({ scopes: { test: scope([account('test', 'a', { address: 'forged' })]) } })
    await expect(ask('sign')).rejects.toMatchObject({ code: 'rpc.no_connection' })
    expect(link.requests).toEqual([])
  })
  it('A request may name its wallet', async () => {
    const { ask, kernel, ctx, link } = await start()
    ctx.connectors.add(
      new FakeConnector('v', {
        namespaces: ['test'],
        link: () =>
          new FakeConnection(
            'v',
            'v',
            { test: scope([account('test', 'v')]) },
            { answer: () => 'from v' },
          ),
      }),
    )
    await kernel.connect('v')
    expect([await ask('sign'), await ask('sign', { connectionId: 'w' })]).toEqual([
      'from v',
      'sign!',
    ])
    expect(link.requests).toHaveLength(1)
    await expect(ask('sign', { connectionId: 'nobody' })).rejects.toMatchObject({
      code: 'rpc.no_connection',
    })
  })
  it.each<[string, FakeWallet['answer'], object]>([
    ['a rejection', () => Promise.reject({ code: 4001 }), { code: 'wallet.user_rejected' }],
    [
      'a code of its own',
      () => Promise.reject({ code: 3, message: 'reverted', data: '0x' }),
      {
        code: 'rpc.failed',
        context: { rpcCode: 3 },
        cause: { code: 3, message: 'reverted', data: '0x' },
      },
    ],
    ['undefined', () => Promise.reject(undefined), { code: 'rpc.failed' }],
    [
      'at once',
      () => {
        throw 'text'
      },
      { code: 'rpc.failed' },
    ],
  ])('A request that fails with %s rejects with one typed error', async (_, answer, error) => {
    const { ask, named } = await start({ answer })
    await expect(ask('sign')).rejects.toMatchObject(error)
    expect(named('request:settled')).toEqual([
      { network: 'test:1', method: 'sign', class: 'sign', ok: false },
    ])
  })
})

it('A sent transaction emits that balances changed, and no other request does', async () => {
  const { ask, link, named } = await start()
  for (const method of ['read', 'sign', 'settings']) await ask(method)
  expect(named('kernel:balance-changed')).toEqual([])
  await ask('send')
  expect(named('kernel:balance-changed')).toEqual([{ network: 'test:1' }])
  link.wallet.answer = () => Promise.reject(new Error('no'))
  await expect(ask('send')).rejects.toBeDefined()
  expect(named('kernel:balance-changed')).toHaveLength(1)
})

it('The event of a sent transaction has its hash where the wallet answered one', async () => {
  const hash = `0x${'a1'.repeat(32)}`
  const { ask, link, named } = await start()
  for (const answer of [hash, { id: hash }, 'done', `${hash}00`]) {
    link.wallet.answer = () => answer
    await ask('send')
  }
  expect(named('kernel:balance-changed')).toEqual([
    { network: 'test:1', hash },
    { network: 'test:1' },
    { network: 'test:1' },
    { network: 'test:1' },
  ])
})

describe('a request under way', () => {
  const silent = () => {
    const asked: { request: WireRequest; answer(value: unknown): void }[] = []
    return {
      asked,
      answer: (request: WireRequest) =>
        new Promise((resolve) => asked.push({ request, answer: resolve })),
    }
  }
  it('A request is given up when its caller aborts it, and the wallet is told', async () => {
    const { asked, answer } = silent()
    const { ask } = await start({ answer })
    for (const method of ['sign', 'read']) {
      const controller = new AbortController()
      const failing = expect(ask(method, { signal: controller.signal })).rejects.toMatchObject({
        code: 'kernel.aborted',
      })
      controller.abort()
      await failing
      expect(asked.at(-1)?.request.signal?.aborted).toBe(true)
    }
    await expect(ask('sign', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    expect(asked).toHaveLength(2)
  })
  it('A request rejects when its wallet ends', async () => {
    const { answer } = silent()
    const { ask, link, kernel } = await start({ answer })
    const first = ['sign', 'send', 'read', 'settings'].map((method) =>
      expect(ask(method)).rejects.toMatchObject({ code: 'wallet.disconnected' }),
    )
    link.tell({ closed: 'wallet' })
    await Promise.all(first)
    await kernel.connect('w')
    const second = expect(ask('sign')).rejects.toMatchObject({ code: 'wallet.disconnected' })
    await kernel.connect('w')
    await second
  })
  it('A request rejects when the kernel is disposed', async () => {
    const { answer } = silent()
    const { ask, kernel } = await start({ answer })
    const failing = expect(ask('sign')).rejects.toMatchObject({ code: 'kernel.disposed' })
    kernel.dispose()
    await failing
  })
  it('A request stays with its wallet while other things change', async () => {
    const { asked, answer } = silent()
    const { ask, link, kernel } = await start({ answer })
    const signing = ask('sign')
    link.tell({
      scopes: { test: scope([account('test', 'new'), account('test', 'a'), account('test', 'b')]) },
    })
    await kernel.switchNetwork('other:1')
    asked[0]?.answer('signed')
    expect(await signing).toBe('signed')
  })
  it('A request leaves no listener behind', async () => {
    const { ask } = await start()
    const controller = new AbortController()
    const [add, remove] = [
      vi.spyOn(controller.signal, 'addEventListener'),
      vi.spyOn(controller.signal, 'removeEventListener'),
    ]
    for (let turn = 0; turn < 5; turn++) await ask('sign', { signal: controller.signal })
    await settle()
    expect(remove.mock.calls.length).toBe(add.mock.calls.length)
  })
})
