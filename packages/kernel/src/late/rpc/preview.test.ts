import {
  createToken,
  definePlugin,
  LatchkeyError,
  type AnyPlugin,
  type Description,
  type PreviewedRequest,
  type RequestPreviewer,
  type RpcRequest,
  type WireRequest,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { account, FakeConnection, scope } from '../../../test/fakes/FakeConnection.js'
import { fakeAdapter } from '../../../test/fakes/fakeAdapter.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, settle, type World } from '../../../test/fakes/makeWorld.js'

/** On slow machines too: the first request loads what shows it. */
const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))
const DESCRIPTION: Description = {
  title: 'test.sign',
  rows: [{ label: 'test.message', value: 'hello' }],
  complete: true,
}

async function start(
  describes: () => Promise<Description | undefined> = async () => DESCRIPTION,
  plugins: readonly AnyPlugin[] = [],
) {
  const asked: WireRequest[] = []
  const link = new FakeConnection(
    'w',
    'w',
    { test: scope([account('test', 'a'), account('test', 'b')], { selected: 'b' }) },
    { answer: (request) => (asked.push(request), 'signed') },
  )
  const adapter = fakeAdapter('test', { describe: describes })
  const world = await makeWorld({
    policies: [
      {
        namespace: 'test',
        methods: { sign: 'sign', read: 'read', send: 'send', settings: 'wallet-state' },
      },
    ],
    connectors: [new FakeConnector('w', { namespaces: ['test'], link: () => link })],
    adapters: [adapter],
    plugins,
  })
  worlds.push(world)
  await world.kernel.connect('w')
  const preview = (previewer: Partial<RequestPreviewer> = {}) => {
    const review = vi.fn<RequestPreviewer['review']>(async () => undefined)
    world.kernel.ports.points.add(createToken<RequestPreviewer>('previews'), {
      id: `p${Math.random()}`,
      takes: () => true,
      review,
      ...previewer,
    })
    return review
  }
  return {
    ...world,
    link,
    asked,
    preview,
    ask: (method = 'sign', more: { params?: unknown; signal?: AbortSignal } = {}) =>
      world.kernel.ports.connections.request({ network: 'test:1', method, ...more }),
  }
}

it('A request that signs or sends is shown in words, and the wallet gets the very object that was shown', async () => {
  const { ask, preview, asked } = await start()
  const review = preview()
  const params = { message: 'hello', list: [1] }
  const [shown] = await Promise.all([
    new Promise<PreviewedRequest>((resolve) =>
      review.mockImplementation(async (request) => {
        // The caller changes the parameters while the visitor reads.
        params.message = 'other'
        params.list.push(2)
        resolve(request)
      }),
    ),
    ask('sign', { params }),
  ])
  expect(shown).toMatchObject({
    origin: 'host',
    class: 'sign',
    method: 'sign',
    connectionId: 'w',
    network: { id: 'test:1' },
    account: { key: 'b', connectionId: 'w' },
    params: { message: 'hello', list: [1] },
  })
  expect(review.mock.calls[0]?.[1]).toEqual(DESCRIPTION)
  expect(asked.at(-1)?.params).toBe(shown.params)
  expect(Object.isFrozen(shown.params)).toBe(true)
})
it('Reads and settings are not shown', async () => {
  const { ask, preview, asked } = await start()
  const review = preview()
  await ask('settings')
  await ask('read')
  expect(review).not.toHaveBeenCalled()
  await ask('send')
  expect(review).toHaveBeenCalledTimes(1)
  expect(asked.map(({ method }) => method)).toContain('send')
})
it('Only the first previewer by order that takes a request is asked', async () => {
  const { ask, preview, asked } = await start()
  const generic = preview({ order: 900 })
  const own = preview({ takes: ({ caller }) => caller === mine.signal })
  const mine = new AbortController()
  await ask('sign', { signal: mine.signal })
  expect([own.mock.calls.length, generic.mock.calls.length]).toEqual([1, 0])
  await ask('sign')
  expect([own.mock.calls.length, generic.mock.calls.length]).toEqual([1, 1])
  expect(asked).toHaveLength(2)
})
it('The wallet is asked at once if no previewer takes the request', async () => {
  const { ask, preview } = await start()
  const review = preview({ takes: () => false })
  expect(await ask()).toBe('signed')
  expect(review).not.toHaveBeenCalled()
})
it('The wallet is never asked when the visitor declines', async () => {
  const { ask, preview, asked } = await start()
  preview({
    review: async () =>
      Promise.reject(new LatchkeyError('wallet.user_rejected', 'The visitor declined.')),
  })
  await expect(ask()).rejects.toMatchObject({ code: 'wallet.user_rejected' })
  expect(asked).toEqual([])
})
it('A request that cannot be described is shown as unread and does not pass unseen', async () => {
  const { ask, preview, errors } = Object.assign(
    await start(async () => Promise.reject(new Error('broken'))),
    { errors: [] as unknown[] },
  )
  worlds[0]?.kernel.on('kernel:error-reported', ({ error }) => errors.push(error))
  const review = preview()
  await ask()
  expect(review.mock.calls[0]?.[1]).toBeUndefined()
  expect(errors).toHaveLength(1)
})
it('A previewer whose takes throws is skipped', async () => {
  const { ask, preview } = await start()
  preview({
    order: 1,
    takes: () => {
      throw new Error('broken')
    },
  })
  const next = preview()
  await ask()
  expect(next).toHaveBeenCalledTimes(1)
})
it.each(['account', 'disconnect', 'caller', 'dispose'] as const)(
  'A request under review is given up: %s',
  async (what) => {
    const { ask, preview, asked, kernel } = await start()
    const controller = new AbortController()
    const review = preview({ review: () => new Promise(() => undefined) })
    const spy = vi.fn(
      async (_: PreviewedRequest, __: Description | undefined, signal: AbortSignal) =>
        new Promise<void>((_resolve) => signal.addEventListener('abort', () => (isAway = true))),
    )
    let isAway = false
    preview({ order: 1, review: spy })
    const asking = ask('sign', { signal: controller.signal }).catch(
      (error: { code: string }) => error.code,
    )
    await settle()
    await until(() => expect(spy).toHaveBeenCalled())
    await {
      account: () =>
        kernel.ports.accounts.select({ connectionId: 'w', namespace: 'test', key: 'a' }),
      disconnect: () => kernel.disconnect(),
      caller: () => controller.abort(),
      dispose: () => kernel.dispose(),
    }[what]()
    expect(await asking).toMatch(
      /^(kernel\.aborted|kernel\.disposed|wallet\.account_changed|wallet\.disconnected)$/,
    )
    expect(isAway).toBe(true)
    expect([asked, review.mock.calls]).toEqual([[], []])
  },
)

describe('whatever is asked for', () => {
  /** The parameters that were shown, and those that the wallet got. */
  async function pass(params: unknown): Promise<{ shown: unknown; got: unknown }> {
    const { ask, preview, asked } = await start()
    const review = preview()
    await ask('sign', { params })
    return { shown: review.mock.calls[0]![0].params, got: asked.at(-1)?.params }
  }
  it('The shown parameters are a deep copy, also of an object that is frozen only outside', async () => {
    const inner = { to: 'friend' }
    const { ask, preview, asked } = await start()
    preview({ review: async () => void (inner.to = 'thief') })
    await ask('sign', {
      params: Object.freeze([
        inner,
        Object.freeze({ inner }),
        Object.freeze(Object.assign(Object.create(null) as object, { inner })),
      ]),
    })
    expect(asked.at(-1)?.params).toEqual([
      { to: 'friend' },
      { inner: { to: 'friend' } },
      { inner: { to: 'friend' } },
    ])
  })
  it('Parameters that answer differently each time are read once', async () => {
    let turn = 0
    const { shown, got } = await pass([
      {
        get to() {
          return `reader ${turn++}`
        },
      },
    ])
    expect([shown, got]).toEqual([[{ to: 'reader 0' }], [{ to: 'reader 0' }]])
    turn = 0
    const shifty = new Proxy(
      { to: '' },
      { get: (_, key) => (key === 'to' ? `reader ${turn++}` : undefined) },
    )
    const other = await pass({ shifty })
    expect([other.shown, other.got]).toEqual([
      { shifty: { to: 'reader 0' } },
      { shifty: { to: 'reader 0' } },
    ])
  })
  it('Parameters that are not plain data become data that cannot change afterwards', async () => {
    const { shown, got } = await pass([() => undefined, new Date(0), 1n, undefined, null])
    expect(got).toBe(shown)
    expect(shown).toEqual([undefined, new Date(0), 1n, undefined, null])
  })
  it('Parameters with a toJSON cannot show one thing and send another', async () => {
    const thief = { to: 'thief' }
    const list = Object.assign([{ to: 'friend' }], { toJSON: () => [thief], map: () => [thief] })
    class Several extends Array<unknown> {
      toJSON() {
        return [thief]
      }
    }
    for (const params of [
      [{ to: 'friend', toJSON: () => thief }],
      list,
      Several.from([{ to: 'friend' }]),
    ]) {
      const { got } = await pass(params)
      expect(JSON.parse(JSON.stringify(got))).toEqual([{ to: 'friend' }])
    }
  })
  it('Bytes and class instances in the parameters are copied', async () => {
    const bytes = Uint8Array.of(1, 2)
    class Shifty {
      own = 'friend'
      get to() {
        return `reader ${Math.random()}`
      }
    }
    const shifty = new Shifty()
    const { ask, preview, asked } = await start()
    preview({ review: async () => void ((bytes[0] = 9), (shifty.own = 'thief')) })
    await ask('sign', { params: [bytes, shifty] })
    expect(asked.at(-1)?.params).toEqual([Uint8Array.of(1, 2), { own: 'friend' }])
  })
  it('Copying parameters touches no prototype', async () => {
    const { got } = await pass([JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')])
    expect(Object.keys((got as object[])[0]!)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
  it('Parameters may be of any size', async () => {
    const params = {
      text: 'x'.repeat(2_000_000),
      list: Array.from({ length: 50_000 }, (_, index) => index),
    }
    const { shown, got } = await pass(params)
    expect(got).toBe(shown)
    expect(got).toEqual(params)
  })
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  it.each([
    ['is its own part', () => cyclic],
    [
      'throws when it is read',
      () => ({
        get to() {
          throw new Error('no')
        },
      }),
    ],
    [
      'throws when its parts are counted',
      () =>
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no')
            },
          },
        ),
    ],
    [
      'is revoked',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      },
    ],
  ])('Parameters never reach the wallet unseen when it %s', async (_, make) => {
    const { ask, preview, asked } = await start()
    const review = preview()
    await expect(ask('sign', { params: make() })).rejects.toMatchObject({
      code: expect.stringMatching(/^\w+\.\w+$/) as string,
    })
    expect([review.mock.calls, asked]).toEqual([[], []])
  })
})

describe('a previewer', () => {
  it.each([
    ['a text', () => Promise.reject('no' as unknown as Error)],
    ['nothing', () => Promise.reject(undefined as unknown as Error)],
    [
      'at once',
      () => {
        throw new Error('broken')
      },
    ],
  ])('A previewer that throws %s keeps the wallet from being asked', async (_, review) => {
    const { ask, preview, asked } = await start()
    preview({ review })
    await expect(ask()).rejects.toMatchObject({
      code: expect.stringMatching(/^\w+\.\w+$/) as string,
    })
    expect(asked).toEqual([])
  })
  it('A consent after the request was given up does not count', async () => {
    const { ask, preview, asked, kernel } = await start()
    let agree = (): void => undefined
    preview({ review: () => new Promise((resolve) => (agree = resolve)) })
    const asking = ask().catch((error: { code: string }) => error.code)
    await settle()
    await kernel.ports.accounts.select({ connectionId: 'w', namespace: 'test', key: 'a' })
    expect(await asking).toBe('wallet.account_changed')
    agree()
    await settle()
    expect(asked).toEqual([])
  })
  it('Previewers of one order are asked in the order of arrival', async () => {
    const { ask, preview } = await start()
    const [first, second] = [preview(), preview()]
    await ask()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  })
  it('A previewer that was withdrawn, or whose plugin failed, is not asked', async () => {
    const review = vi.fn(async () => undefined)
    const previewer = { id: 'gone', takes: () => true, review }
    const failing = definePlugin({
      id: 'failing',
      version: '0.1.0',
      kernelApi: '*',
      setup: (ctx) => {
        ctx.points.add(createToken<RequestPreviewer>('previews'), { ...previewer, id: 'failing' })
        throw new Error('broken')
      },
    })
    const { ask, asked, ctx } = await start(undefined, [failing])
    ctx.points.add(createToken<RequestPreviewer>('previews'), previewer)()
    await ask()
    expect([review.mock.calls.length, asked.length]).toEqual([0, 1])
  })
  it('Each of several requests under review is settled by itself', async () => {
    const { ask, preview, asked } = await start()
    const open: (() => void)[] = []
    preview({ review: async () => new Promise<void>((resolve) => open.push(resolve)) })
    const [one, two] = [ask('sign', { params: 1 }), ask('sign', { params: 2 })]
    await until(() => expect(open).toHaveLength(2))
    open[1]!()
    await two
    expect(asked.map(({ params }) => params)).toEqual([2])
    open[0]!()
    await one
    expect(asked.map(({ params }) => params)).toEqual([2, 1])
  })
})

describe('putting it into words', () => {
  afterEach(() => void vi.useRealTimers())
  it('A description that takes 10 s is left out and the request shown unread', async () => {
    const describes = vi.fn(() => new Promise<undefined>(() => undefined))
    const { ask, preview, reports } = await start(describes)
    const review = preview()
    vi.useFakeTimers()
    const asking = ask()
    await until(() => expect(describes).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(9_900)
    expect(review).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await asking
    expect(review.mock.calls[0]?.[1]).toBeUndefined()
    expect(reports).toContain('test: describe')
  })
  it('A description of a request that was given up does not block the next one', async () => {
    const describes = vi.fn(() => new Promise<undefined>(() => undefined))
    const { ask, preview, asked } = await start(describes)
    const review = preview()
    const controller = new AbortController()
    const asking = ask('sign', { signal: controller.signal }).catch(
      (error: { code: string }) => error.code,
    )
    await until(() => expect(describes).toHaveBeenCalled())
    controller.abort()
    expect(await asking).toBe('kernel.aborted')
    await settle()
    expect([review.mock.calls, asked]).toEqual([[], []])
  })
})

it.each([
  [
    'the page’s own where the kernel is asked',
    'host',
    (world: World, request: RpcRequest) => world.kernel.ports.connections.request(request),
  ],
  [
    'a plugin’s where its context is asked',
    'plugin',
    (world: World, request: RpcRequest) => world.ctx.connections.request(request),
  ],
  [
    'the page’s where a plugin hands it on',
    'host',
    (world: World, request: RpcRequest) =>
      world.ctx.connections.request({ ...request, origin: 'host' }),
  ],
] as const)('The wallet that a preview names is %s', async (_, origin, send) => {
  const world = await start()
  const review = world.preview()
  await send(world, { network: 'test:1', method: 'sign' })
  expect(review.mock.calls[0]?.[0].origin).toBe(origin)
})
it('A preview names a network that the site does not have', async () => {
  const { preview, kernel } = await start()
  const review = preview()
  await kernel.ports.connections.request({ network: 'test:77', method: 'sign' })
  expect(review.mock.calls[0]?.[0].network).toMatchObject({ id: 'test:77', namespace: 'test' })
})
