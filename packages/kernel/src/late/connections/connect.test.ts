import {
  definePlugin,
  LatchkeyError,
  type ConnectAttempt,
  type Connection,
  type RpcPolicy,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope, scopesOf } from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import {
  makeWorld,
  memoryStorage,
  settle,
  type World,
  type WorldOptions,
} from '../../../test/fakes/makeWorld.js'
import { deferred } from '../../../test/support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'connectTest.sign': undefined
  }
}

const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  vi.useRealTimers()
})
const start = async (options: WorldOptions = {}): Promise<World> => {
  const world = await makeWorld(options)
  worlds.push(world)
  return world
}
const wallet = (id: string, ...namespaces: string[]) => {
  const links: FakeConnection[] = []
  const connector = new FakeConnector(id, {
    namespaces: namespaces.length ? namespaces : ['test'],
    link: () => {
      const link = new FakeConnection(
        id,
        id,
        scopesOf(...(namespaces.length ? namespaces : ['test'])),
      )
      links.push(link)
      return link
    },
  })
  return { connector, links }
}
const policies: readonly RpcPolicy[] = [{ namespace: 'test', methods: { sign: 'sign' } }]

describe('connecting', () => {
  it('The connector is asked in the task of the click, for its own networks, while adapters are loading', async () => {
    const { connector } = wallet('w')
    const loading = vi.fn(() => new Promise<void>(() => undefined))
    const { kernel, status, core } = await start({
      connectors: [connector],
      adapters: [fakeAdapter('test', { loading })],
    })
    void kernel.connect('w').catch(() => undefined)
    expect(connector.asked).toHaveLength(1)
    expect(connector.asked[0]).toMatchObject({
      silent: false,
      networks: [{ id: 'test:1' }, { id: 'test:2' }],
    })
    expect(loading).toHaveBeenCalled()
    expect(status()).toBe('connecting')
    expect(core.connections.get().attempt).toMatchObject({
      connectorId: 'w',
      namespaces: ['test'],
      step: { step: 'opening' },
    })
  })
  it('A connect ends with an account in use, its events in order, and the modal closed', async () => {
    const { connector } = wallet('w')
    const { kernel, events, address, status } = await start({ connectors: [connector] })
    kernel.open()
    events.length = 0
    const info = await kernel.connect('w')
    expect(info).toMatchObject({
      id: 'w',
      connectorId: 'w',
      name: 'w',
      scopes: { test: { accounts: [{ address: 'test-a' }] } },
    })
    expect([status(), address()]).toEqual(['connected', 'test-a'])
    expect(events.map(({ name }) => name)).toEqual([
      'connection:started',
      'account:changed',
      'connection:established',
      'modal:closed',
    ])
    expect(kernel.ports.connections.get().attempt).toBeUndefined()
  })
  it('An account that no adapter accepts is reported and kept out of the state', async () => {
    const accounts = [
      account('test', 'a', { address: 'TEST-A' }),
      account('test', 'b', { address: 'junk' }),
      account('other', 'c'),
      account('test', 'a', { address: 'test-twin' }),
    ]
    const connector = new FakeConnector('w', {
      namespaces: ['test'],
      link: () =>
        new FakeConnection('w', 'w', {
          test: scope(accounts),
          nobody: scope([account('nobody', 'n')]),
        }),
    })
    const { kernel, reports } = await start({ connectors: [connector] })
    const { scopes } = await kernel.connect('w')
    expect(Object.keys(scopes)).toEqual(['test'])
    expect(scopes['test']?.accounts.map(({ address }) => address)).toEqual(['test-a'])
    expect(reports).toEqual(['connection: an account of test', 'connection: an account of test'])
  })
  it('A connect fails when no account is left, and the wallet is released', async () => {
    const link = new FakeConnection('w', 'w', {
      test: scope([account('test', 'a', { address: 'junk' })]),
    })
    const { kernel, status } = await start({
      connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
    })
    await expect(kernel.connect('w')).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    expect([status(), link.released, link.listeners]).toEqual(['disconnected', [undefined], 0])
  })
  it('A connect fails when its adapter cannot be loaded', async () => {
    const { connector, links } = wallet('w')
    const { kernel, status } = await start({
      connectors: [connector],
      adapters: [fakeAdapter('test', { loading: () => Promise.reject(new Error('offline')) })],
    })
    await expect(kernel.connect('w')).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    expect([status(), links[0]?.listeners]).toEqual(['disconnected', 0])
  })
  it('Only the requested namespaces become current; further ones that the wallet shows are known', async () => {
    const { connector } = wallet('w', 'test', 'other')
    const { kernel, status } = await start({ connectors: [connector] })
    await kernel.connect('w', { namespaces: ['other'] })
    expect([status('test'), status('other')]).toEqual(['disconnected', 'connected'])
    expect(connector.asked[0]?.networks.map(({ id }) => id)).toEqual(['other:1'])
    expect(kernel.ports.accounts.all().map(({ namespace }) => namespace)).toEqual(['test', 'other'])
    expect(kernel.ports.activeNetwork.get().namespace).toBe('other')
  })
  it('Changes that the wallet reports while its adapter loads are applied', async () => {
    let go = (): void => undefined
    const { connector, links } = wallet('w')
    const { kernel, address } = await start({
      connectors: [connector],
      adapters: [fakeAdapter('test', { loading: () => new Promise((resolve) => (go = resolve)) })],
    })
    const connecting = kernel.connect('w')
    await settle()
    links[0]?.tell({ scopes: { test: scope([account('test', 'later')], { selected: 'later' }) } })
    links[0]?.tell({ network: 'test:2' })
    go()
    await connecting
    expect(address()).toBe('test-later')
    expect(kernel.ports.activeNetwork.current()?.id).toBe('test:2')
  })
  it('A connect fails when the wallet ends the connection while its adapter loads', async () => {
    let go = (): void => undefined
    const { connector, links } = wallet('w')
    const { kernel, status } = await start({
      connectors: [connector],
      adapters: [fakeAdapter('test', { loading: () => new Promise((resolve) => (go = resolve)) })],
    })
    const failing = expect(kernel.connect('w')).rejects.toMatchObject({
      code: 'wallet.disconnected',
    })
    await settle()
    links[0]?.tell({ closed: 'wallet' })
    go()
    await failing
    expect(status()).toBe('disconnected')
  })
})

describe('a connect that cannot begin', () => {
  it.each([
    ['nobody', 'kernel.connector_missing', /nobody/],
    ['strange', 'kernel.adapter_missing', /^Chain adapter not found$/],
  ] as const)('A connect to %s is refused [VALID-11]', async (id, code, message) => {
    const { kernel, status } = await start({ connectors: [wallet('strange', 'unknown').connector] })
    await expect(kernel.connect(id)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    })
    expect(status()).toBe('disconnected')
  })
  it.each([
    [new Error('User rejected the request.'), 'wallet.user_rejected'],
    ['User rejected', 'wallet.user_rejected'],
    [{ code: 'ACTION_REJECTED' }, 'wallet.user_rejected'],
    [{ info: { error: { code: '4001' } } }, 'wallet.user_rejected'],
    [new Error('The vault is broken'), 'wallet.connect_failed'],
    [
      new LatchkeyError('rpc.failed', 'The wallet failed to answer enable: x', { context: {} }),
      'wallet.connect_failed',
    ],
    [new Error('rejected by node'), 'wallet.connect_failed'],
  ])('A connect to a wallet that throws %s rejects with %s (audit C2)', async (thrown, code) => {
    const { connector } = wallet('w')
    connector.behave = { reject: thrown }
    const { kernel } = await start({ connectors: [connector] })
    await expect(kernel.connect('w')).rejects.toMatchObject({ code })
  })
  it('A connect to an id that two wallets claim is refused and asks neither (audit M3)', async () => {
    const [first, second] = [wallet('io.metamask'), wallet('io.metamask:uuid')]
    const { kernel, status } = await start({ connectors: [first.connector, second.connector] })
    await expect(kernel.connect('io.metamask')).rejects.toMatchObject({
      code: 'kernel.connector_ambiguous',
      context: { connectorId: 'io.metamask', claimants: ['io.metamask', 'io.metamask:uuid'] },
    })
    expect([status(), first.connector.asked, second.connector.asked]).toEqual([
      'disconnected',
      [],
      [],
    ])
    // The visitor chose one of them in a list.
    await kernel.connect('io.metamask:uuid')
    expect([first.connector.asked.length, second.connector.asked.length]).toEqual([0, 1])
    await kernel.connect('io.metamask', { chosen: true })
    expect(first.connector.asked).toHaveLength(1)
  })
  it('A connect to an id that a wallet of another chain claims too asks neither wallet (audit M3)', async () => {
    const [impostor, genuine] = [wallet('cosmos.keplr', 'other'), wallet('cosmos.keplr:test')]
    const { kernel } = await start({ connectors: [impostor.connector, genuine.connector] })
    await expect(kernel.connect('cosmos.keplr')).rejects.toMatchObject({
      code: 'kernel.connector_ambiguous',
      context: { claimants: ['cosmos.keplr', 'cosmos.keplr:test'] },
    })
    expect([impostor.connector.asked, genuine.connector.asked]).toEqual([[], []])
  })
  it('A wallet whose rival has no place in the list any more is connected by a click only (audit M3)', async () => {
    const { connector } = wallet('io.metamask')
    const { kernel } = await start({ connectors: [Object.assign(connector, { contested: true })] })
    await expect(kernel.connect('io.metamask')).rejects.toMatchObject({
      code: 'kernel.connector_ambiguous',
    })
    expect(connector.asked).toEqual([])
    await kernel.connect('io.metamask', { chosen: true })
    expect(connector.asked).toHaveLength(1)
  })
  it('A connect without a namespace in common with the requested ones is refused', async () => {
    const { kernel } = await start({ connectors: [wallet('w').connector] })
    await expect(kernel.connect('w', { namespaces: ['other'] })).rejects.toMatchObject({
      code: 'kernel.adapter_missing',
    })
  })
  it('A connect to a connector without a connect function is refused [VALID-13]', async () => {
    const { connector } = wallet('w')
    Object.defineProperty(connector, 'connect', { value: undefined })
    const { kernel } = await start({ connectors: [connector] })
    await expect(kernel.connect('w')).rejects.toMatchObject({
      code: 'kernel.connection_client_missing',
      message: 'ConnectionController client not set',
    })
  })
  it('A connect to a connector of an unknown kind is refused [ENT-18]', async () => {
    const connector = new FakeConnector('w', {
      namespaces: ['test'],
      kind: 'strange' as 'external',
      link: () => new FakeConnection('w', 'w', scopesOf('test')),
    })
    const { kernel } = await start({ connectors: [connector] })
    await expect(kernel.connect('w')).rejects.toMatchObject({
      code: 'kernel.invalid_connector_kind',
      context: { connectorId: 'w', kind: 'strange' },
    })
    expect(connector.asked).toHaveLength(0)
  })
  it('A connect whose signal is aborted already asks no wallet', async () => {
    const { connector } = wallet('w')
    const { kernel } = await start({ connectors: [connector] })
    await expect(kernel.connect('w', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    expect(connector.asked).toHaveLength(0)
  })
})

describe('a wallet that refuses', () => {
  it.each([
    [{ reject: { code: 4001 } }, 'wallet.user_rejected', 'Connection rejected'],
    [{ reject: { code: -32002 } }, 'wallet.request_pending', undefined],
    [{ reject: undefined }, 'wallet.connect_failed', 'Failed to connect'],
    [{ throw: 'text' }, 'wallet.connect_failed', 'Failed to connect'],
  ] as const)(
    'A wallet that refuses with %j leaves everything as it was [ERR-04] [ERR-05]',
    async (behave, code, message) => {
      const { connector } = wallet('w')
      const { kernel, core, named } = await start({ connectors: [connector] })
      const before = core.connections.get()
      connector.behave = behave
      await expect(kernel.connect('w')).rejects.toMatchObject({ code, ...(message && { message }) })
      expect(core.connections.get()).toEqual({ ...before, attempt: undefined })
      expect(named('connection:failed')).toMatchObject([{ connectorId: 'w', code }])
      connector.behave = 'accept'
      await kernel.connect('w')
    },
  )
  it('A wallet that refuses leaves the one in use in use', async () => {
    const [a, b] = [wallet('a'), wallet('b')]
    const { kernel, core, status } = await start({ connectors: [a.connector, b.connector] })
    await kernel.connect('a')
    const { namespaces } = core.connections.get()
    b.connector.behave = { reject: { code: 4001 } }
    const failing = expect(kernel.connect('b')).rejects.toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(status()).toBe('connected')
    await failing
    expect(core.connections.get().namespaces).toEqual(namespaces)
  })
  it('A wallet that answers nonsense is not connected', async () => {
    for (const junk of [undefined, null, 7, {}, { id: 'x' }]) {
      const connector = new FakeConnector('w', {
        namespaces: ['test'],
        link: () => junk as unknown as Connection,
      })
      const { kernel, status, named } = await start({ connectors: [connector] })
      await expect(kernel.connect('w')).rejects.toMatchObject({ code: 'wallet.connect_failed' })
      expect([status(), named('connection:established')]).toEqual(['disconnected', []])
    }
  })
})

describe('a connect that is cancelled', () => {
  it('A cancelled connect rejects at once, and releases a connection that comes later', async () => {
    const { connector, links } = wallet('w')
    connector.behave = 'silence'
    const { kernel, core } = await start({ connectors: [connector] })
    const controller = new AbortController()
    const failing = expect(
      kernel.connect('w', { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'kernel.aborted' })
    controller.abort()
    expect(core.connections.get()).toMatchObject({
      attempt: undefined,
      namespaces: { test: { status: 'disconnected' } },
    })
    expect(connector.asked[0]?.signal.aborted).toBe(true)
    await failing
    connector.answerLate()
    await settle()
    expect(core.connections.get().connections).toEqual([])
    expect([links[0]?.released, links[0]?.listeners]).toEqual([[undefined], 0])
  })
  it('A cancelled connect leaves a connection in use or released, in any turn', async () => {
    const outcomes = new Set<string>()
    for (let turns = 0; turns < 16; turns++) {
      const { connector, links } = wallet('w')
      connector.behave = 'silence'
      const { kernel, status } = await start({ connectors: [connector] })
      const controller = new AbortController()
      const outcome = kernel.connect('w', { signal: controller.signal }).then(
        () => 'connected',
        () => 'let go',
      )
      connector.answerLate()
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      controller.abort()
      outcomes.add(await outcome)
      await settle()
      expect([turns, await outcome, status(), links[0]?.released.length]).toEqual([
        turns,
        ...((await outcome) === 'connected'
          ? ['connected', 'connected', 0]
          : ['let go', 'disconnected', 1]),
      ])
    }
    expect([...outcomes].sort()).toEqual(['connected', 'let go'])
  })
  it('A connect that is cancelled while its adapter loads releases the wallet', async () => {
    let go = (): void => undefined
    const { connector, links } = wallet('w')
    const { kernel, core } = await start({
      connectors: [connector],
      adapters: [fakeAdapter('test', { loading: () => new Promise((resolve) => (go = resolve)) })],
    })
    const controller = new AbortController()
    const failing = expect(
      kernel.connect('w', { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'kernel.aborted' })
    await settle()
    controller.abort()
    go()
    await failing
    await settle()
    expect([core.connections.get().connections, links[0]?.released, links[0]?.listeners]).toEqual([
      [],
      [undefined],
      0,
    ])
  })
  it('Closing the modal rejects the connect and removes the pairing link [ERR-02] [CLOSE-03]', async () => {
    const { connector } = wallet('w')
    connector.behave = 'silence'
    const { kernel, core, status } = await start({ connectors: [connector] })
    kernel.open()
    const failing = expect(kernel.connect('w')).rejects.toMatchObject({
      code: 'kernel.modal_closed',
      message: 'Modal closed',
    })
    connector.asked[0]?.onStep({ step: 'uri', uri: 'wc:secret', expiresAt: 1 })
    expect(core.connections.get().attempt?.step).toMatchObject({ uri: 'wc:secret' })
    kernel.close()
    expect(JSON.stringify(core.connections.get())).not.toContain('secret')
    expect(status()).toBe('disconnected')
    await failing
    connector.asked[0]?.onStep({ step: 'uri', uri: 'wc:late', expiresAt: 1 })
    expect(core.connections.get().attempt).toBeUndefined()
  })
  it('A connection that a second connect to the same wallet uses is not released for the first one', async () => {
    const { connector, links } = wallet('w')
    connector.behave = 'silence'
    const { kernel, status } = await start({ connectors: [connector] })
    const first = expect(kernel.connect('w')).rejects.toMatchObject({ code: 'kernel.aborted' })
    const second = kernel.connect('w')
    await first
    connector.answerLate()
    await second
    await settle()
    expect(status()).toBe('connected')
    expect(links.map(({ released }) => released)).toEqual([[], []])
  })
  it('A connection is released when another wallet is connected instead', async () => {
    const [a, b] = [wallet('a'), wallet('b')]
    a.connector.behave = 'silence'
    const { kernel, core } = await start({ connectors: [a.connector, b.connector] })
    const first = expect(kernel.connect('a')).rejects.toMatchObject({ code: 'kernel.aborted' })
    await kernel.connect('b')
    await first
    a.connector.answerLate()
    await settle()
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['b'])
    expect(a.links[0]?.released).toEqual([undefined])
  })
  it('A connect rejects when the kernel is disposed, and adopts nothing', async () => {
    const { connector, links } = wallet('w')
    connector.behave = 'silence'
    const { kernel } = await makeWorld({ connectors: [connector] })
    const failing = expect(kernel.connect('w')).rejects.toMatchObject({ code: 'kernel.disposed' })
    kernel.dispose()
    await failing
    connector.answerLate()
    await settle()
    expect(links[0]?.listeners).toBe(0)
  })
})

describe('a second wallet', () => {
  it('A connect that is finished does not close the modal while another wallet is asked', async () => {
    const steps = deferred()
    const plugin = definePlugin({
      id: 'steps',
      version: '0.1.0',
      kernelApi: '^0.1',
      setup: (ctx) =>
        ctx.flow.connect.after(({ connectorId }) =>
          connectorId === 'a' ? steps.promise : undefined,
        ),
    })
    const [a, b] = [wallet('a'), wallet('b')]
    b.connector.behave = 'silence'
    const { kernel } = await start({ connectors: [a.connector, b.connector], plugins: [plugin] })
    const { router, modal } = kernel.ports
    kernel.open()
    const first = kernel.connect('a')
    await settle()
    router.push('ConnectingExternal', { walletId: 'b' })
    const second = kernel.connect('b').catch(() => undefined)
    await settle()
    steps.resolve()
    await first
    expect([modal.get().open, router.get().at(-1)?.params]).toEqual([true, { walletId: 'b' }])
    kernel.close()
    await second
  })
  it('A connect leaves a view of another wallet open, which the visitor went to meanwhile', async () => {
    const steps = deferred()
    const [a, b] = [wallet('a'), wallet('b')]
    const { kernel, ctx } = await start({ connectors: [a.connector, b.connector] })
    ctx.flow.connect.after(() => steps.promise)
    const { router, modal } = kernel.ports
    kernel.open()
    const connecting = kernel.connect('a')
    await settle()
    router.push('ConnectingExternal', { walletId: 'b' })
    steps.resolve()
    await connecting
    expect([modal.get().open, router.get().at(-1)?.params]).toEqual([true, { walletId: 'b' }])
  })
  it.each([{ walletId: 'a' }, { walletId: 'wallet a' }, { walletId: 'wallet a#a' }])(
    'A connect that is finished closes the modal where the view shows that very wallet, by %j',
    async (params) => {
      const steps = deferred()
      const { connector } = wallet('a')
      Object.defineProperty(connector, 'name', { value: 'Wallet A' })
      const { kernel, ctx } = await start({ connectors: [connector] })
      ctx.flow.connect.after(() => steps.promise)
      kernel.open()
      const connecting = kernel.connect('a')
      await settle()
      kernel.ports.router.push('ConnectingExternal', params)
      steps.resolve()
      await connecting
      expect(kernel.ports.modal.get().open).toBe(false)
    },
  )
  it('A connect that is finished closes the modal that shows how it goes', async () => {
    const { connector } = wallet('a')
    const { kernel } = await start({ connectors: [connector] })
    connector.behave = 'silence'
    kernel.open()
    const connecting = kernel.connect('a')
    await settle()
    kernel.ports.router.push('ConnectingExternal', { walletId: 'a' })
    connector.answerLate()
    await connecting
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('A second wallet comes into use, and the first one stays known', async () => {
    const [a, b] = [wallet('a'), wallet('b')]
    const { kernel, core, named } = await start({ connectors: [a.connector, b.connector] })
    await kernel.connect('a')
    await kernel.connect('b')
    expect(core.connections.get().connections.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(core.connections.get().namespaces['test']?.connectionId).toBe('b')
    expect(named('connection:closed')).toEqual([])
    expect(a.links[0]?.released).toEqual([])
  })
  it('A second connection to the same wallet replaces the first one', async () => {
    const { connector, links } = wallet('w')
    const { kernel, core, status } = await start({ connectors: [connector] })
    await kernel.connect('w')
    await kernel.connect('w')
    expect(core.connections.get().connections).toHaveLength(1)
    expect(links.map(({ listeners, released }) => [listeners, released])).toEqual([
      [0, []],
      [1, []],
    ])
    links[0]?.tell({ closed: 'wallet' })
    expect(status()).toBe('connected')
  })
})

describe('steps of plugins', () => {
  it('A step before a connect may attach a sign-in, and one that throws is skipped', async () => {
    const { connector } = wallet('w')
    const { kernel, ctx, reports } = await start({ connectors: [connector] })
    const seen: ConnectAttempt[] = []
    const signIn = { message: { nonce: 'n' }, fulfil: () => undefined }
    ctx.flow.connect.before(() => {
      throw new Error('no')
    })
    ctx.flow.connect.before((attempt) => {
      seen.push({ ...attempt })
      attempt.signIn = signIn
    })
    await kernel.connect('w', { silent: true })
    expect(seen).toEqual([{ connectorId: 'w', namespaces: ['test'], silent: true }])
    expect(connector.asked[0]?.signIn).toBe(signIn)
    expect(reports).toEqual(['fakes: step before connect'])
  })
  it('Steps after a connect are awaited in order, and skipped when they throw or take 10 s', async () => {
    vi.useFakeTimers()
    const { kernel, ctx, reports, events } = await start({ connectors: [wallet('w').connector] })
    const order: string[] = []
    const signals: AbortSignal[] = []
    ctx.flow.connect.after(async ({ accounts, restored }) => {
      await Promise.resolve()
      order.push(`one ${accounts.length} ${restored}`)
    })
    ctx.flow.connect.after(() => Promise.reject(new Error('no')))
    ctx.flow.connect.after(
      (_, signal) => (signals.push(signal), new Promise<void>(() => undefined)),
    )
    ctx.flow.connect.after(() => void order.push('last'))
    const connecting = kernel.connect('w')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(order).toEqual(['one 1 false'])
    expect(events.some(({ name }) => name === 'connection:established')).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await connecting
    expect(order).toEqual(['one 1 false', 'last'])
    expect(signals[0]?.aborted).toBe(true)
    expect(reports).toEqual(['fakes: step after connect', 'fakes: step after connect'])
  })
  it('Steps after a connect stop when the wallet ends the connection', async () => {
    const { connector, links } = wallet('w')
    const { kernel, ctx, named, reports } = await start({ connectors: [connector] })
    const last = vi.fn()
    ctx.flow.connect.after(() => links[0]?.tell({ closed: 'wallet' }))
    ctx.flow.connect.after(last)
    await kernel.connect('w')
    expect(last).not.toHaveBeenCalled()
    expect([named('connection:established'), reports]).toEqual([[], []])
  })
})

describe('the modal after a connect', () => {
  const open = async (options: WorldOptions = {}) =>
    start({ connectors: [wallet('w').connector], ...options })
  it('The modal closes after a connect in any view in which the visitor connects', async () => {
    for (const view of ['Connect', 'AllWallets', 'ConnectingExternal'] as const) {
      const { kernel } = await open()
      kernel.open()
      kernel.ports.router.push(view, { walletId: 'w' } as never)
      await kernel.connect('w')
      expect(kernel.ports.modal.get().open).toBe(false)
    }
  })
  it("The modal closes after a connect in a plugin's view that has the role", async () => {
    const { kernel, ctx } = await open()
    ctx.views.add({ id: 'connectTest.sign', title: 'x', role: 'connect', render: {} })
    kernel.open('connectTest.sign')
    await kernel.connect('w')
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('The modal stays open when a step pushes a view', async () => {
    const { kernel, ctx, views } = await open()
    ctx.flow.connect.after(() => ctx.router.push('connectTest.sign'))
    kernel.open()
    await kernel.connect('w')
    expect([kernel.ports.modal.get().open, views()]).toEqual([
      true,
      ['Connect', 'connectTest.sign'],
    ])
  })
  it('The modal stays open when the visitor was in a view of another role', async () => {
    const { kernel, views } = await open()
    kernel.open('Networks')
    await kernel.connect('w')
    expect([kernel.ports.modal.get().open, views()]).toEqual([true, ['Networks']])
  })
  it('The modal shows the account after a connect when it is embedded, and after a silent connect', async () => {
    for (const [options, silent] of [
      [{ kernel: { embedded: true } }, false],
      [{}, true],
    ] as const) {
      const { kernel, views } = await open(options)
      kernel.open()
      await kernel.connect('w', { silent })
      expect([kernel.ports.modal.get().open, views()]).toEqual([true, ['Account']])
    }
  })
  it('The modal closes although the UI replaced Connect by Account first', async () => {
    const { kernel, ctx } = await open()
    kernel.open()
    ctx.flow.connect.after(() => kernel.ports.router.reset('Account'))
    await kernel.connect('w')
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('The modal closes although the UI showed that the wallet is asked after it had answered', async () => {
    const { connector } = wallet('w')
    const { kernel } = await start({ connectors: [connector] })
    kernel.open()
    kernel.on('account:changed', () =>
      kernel.ports.router.push('ConnectingExternal', { walletId: 'w' }),
    )
    await kernel.connect('w')
    expect(kernel.ports.modal.get().open).toBe(false)
  })
  it('The modal closes although the UI replaced Connect as soon as the address came', async () => {
    const { connector } = wallet('w')
    const { kernel } = await start({ connectors: [connector] })
    kernel.open()
    kernel.on('account:changed', () => kernel.ports.router.reset('Account'))
    await kernel.connect('w')
    expect(kernel.ports.modal.get().open).toBe(false)
  })
})

describe('what is kept', () => {
  it('Wallet, namespaces and status are stored, and nothing else [STORE-02] [STORE-03] [STORE-07]', async () => {
    const storage = memoryStorage()
    const { connector } = wallet('w', 'test', 'other')
    Object.defineProperty(connector, 'name', { value: 'Foo' })
    const { kernel } = await start({ connectors: [connector], kernel: { storage } })
    await kernel.connect('w')
    expect(storage.read('connectionStatus')).toEqual({ test: 'connected', other: 'connected' })
    expect(storage.read('connections')).toEqual([
      {
        id: 'w',
        connectorId: 'w',
        name: 'Foo',
        namespaces: ['test', 'other'],
        current: { test: 'a', other: 'a' },
        addresses: { test: 'test-a', other: 'other-a' },
        snapshot: { id: 'w' },
      },
    ])
    const again = await start({ connectors: [], kernel: { storage, reconnect: false } })
    expect([again.core.storage.get('walletId'), again.core.storage.get('walletName')]).toEqual([
      'w',
      'Foo',
    ])
    await kernel.disconnect()
    expect(storage.read('connectionStatus')).toBeUndefined()
  })
  it('The last two wallets are stored, newest first, each once [STORE-29] [STORE-08]', async () => {
    const storage = memoryStorage()
    const { kernel } = await start({
      connectors: ['a', 'b', 'c'].map((id) => wallet(id).connector),
      kernel: { storage },
    })
    for (const id of ['a', 'b', 'c', 'b']) await kernel.connect(id)
    expect(storage.read('recentWallets')).toEqual([{ id: 'b' }, { id: 'c' }])
    kernel.dispose()
    const again = await start({
      connectors: ['a', 'c', 'b'].map((id) => wallet(id).connector),
      kernel: { storage },
    })
    expect(
      again.kernel.ports.late
        .now()
        ?.wallets.get()
        .map(({ id }) => id),
    ).toEqual(['b', 'c', 'a'])
  })
  it('A wallet that connects silently is not stored as recently used', async () => {
    const storage = memoryStorage()
    const { kernel } = await start({ connectors: [wallet('w').connector], kernel: { storage } })
    await kernel.connect('w', { silent: true })
    expect(storage.read('recentWallets')).toBeUndefined()
  })
  it('A wallet whose snapshot throws is reported and left out of the storage', async () => {
    const storage = memoryStorage()
    const link = new FakeConnection('w', 'w', scopesOf('test'), {
      answer: () => null,
      snapshot: () => {
        throw new LatchkeyError('wallet.bad_answer', 'no')
      },
    })
    const { kernel, status, reports } = await start({
      connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
      kernel: { storage },
    })
    await kernel.connect('w')
    expect([status(), storage.read('connections'), reports[0]]).toEqual([
      'connected',
      undefined,
      'connector w: snapshot',
    ])
  })
})

it('1,000 connects leave no listener and no request behind', async () => {
  const { connector, links } = wallet('w')
  const { kernel, core } = await start({ connectors: [connector], policies })
  for (let turn = 0; turn < 1_000; turn++) {
    await kernel.connect('w')
    await kernel.disconnect()
  }
  expect(links.reduce((sum, { listeners }) => sum + listeners, 0)).toBe(0)
  expect(core.connections.get().connections).toEqual([])
}, 60_000)
