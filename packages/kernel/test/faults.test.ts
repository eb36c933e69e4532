import {
  createToken,
  type Connector,
  type PluginContext,
  type ViewDefinition,
} from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Kernel } from '../src/types.js'
import {
  adapter,
  chain,
  deferred,
  make,
  memoryStorage,
  network,
  plugin,
  probe,
  settle,
} from './support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'bad.view': undefined
    'good.view': undefined
  }
  interface KernelEvents {
    'probe:happened': { list: number[] }
    'bad:happened': object
  }
}

const POINT = createToken<{ id: string }>('faults.point')
const SERVICE = createToken<{ dispose(): void }>('faults.service')
const view = (id: 'bad.view' | 'good.view' | 'Connect'): ViewDefinition<typeof id> => ({
  id,
  title: 't',
  render: {},
})
const connector = (id: string): Connector => ({
  id,
  name: id,
  kind: 'external',
  namespaces: ['test'],
  availability: () => 'installed',
  connect: () => Promise.reject(new Error('no')),
})
const boom = (): never => {
  throw new Error('boom')
}
const kernels: Kernel[] = []
afterEach(() => {
  kernels.splice(0).forEach((kernel) => kernel.dispose())
  vi.useRealTimers()
})
const keep = <T extends { kernel: Kernel }>(made: T): T => (kernels.push(made.kernel), made)
const watch = (kernel: Kernel) => {
  const failed: string[] = []
  const reported: string[] = []
  kernel.on('kernel:plugin-failed', ({ plugin: id, phase }) => failed.push(`${id} ${phase}`))
  kernel.on('kernel:error-reported', ({ where }) => reported.push(where))
  return { failed, reported }
}
/** Adds one of everything. */
const greedy = (ctx: PluginContext, end: () => void) => {
  ctx.adapters.add(adapter('bad'))
  ctx.networks.add(network('bad:1'))
  ctx.connectors.add(connector('bad'))
  ctx.views.add(view('bad.view'))
  ctx.accountActions.add({ id: 'bad.action', label: 'l', run: () => undefined })
  ctx.accountTabs.add({ id: 'bad.tab', label: 'l', view: 'bad.view' })
  ctx.connectMethods.add({ id: 'bad.method', group: 'email', view: 'bad.view' })
  ctx.points.open(POINT).add({ id: 'own' })
  ctx.points.add(POINT, { id: 'filled' })
  ctx.rpc.allow({ namespace: 'bad', methods: { x: 'read' } })
  ctx.flow.connect.before(() => undefined)
  ctx.flow.connect.after(() => undefined)
  ctx.flow.network(() => undefined)
  ctx.flow.close(() => false)
  ctx.messages.add({ en: { 'bad.text': 'text' } })
  ctx.provide(SERVICE, () => ({ dispose: end }))
  ctx.get(SERVICE)
  ctx.events.onAny(end)
  ctx.connections.subscribe(end)
  ctx.onDispose(end)
}
const left = ({ kernel, late }: ReturnType<typeof make>) => {
  const { ports } = kernel
  const core = late.made[0]?.core
  return [
    ...[
      ports.adapters,
      ports.networks,
      ports.connectors,
      ports.accountActions,
      ports.accountTabs,
      ports.connectMethods,
    ].flatMap((registry) => registry.get().map(({ owner }) => owner)),
    ...ports.views.get().map(({ owner }) => owner),
    ...ports.points
      .open(POINT)
      .get()
      .map(({ value }) => value.id),
    ...(core
      ? [
          core.policies,
          core.flows.before,
          core.flows.after,
          core.flows.network,
          core.flows.close,
        ].flatMap((list) => list.map(({ owner }) => owner))
      : []),
    ...(ports.messages.text('bad.text') === 'text' ? ['text'] : []),
    ...Object.keys(ports.connections.get().namespaces).filter((namespace) => namespace === 'bad'),
  ]
}

describe('a plugin whose setup throws', () => {
  const broken = (end: () => void) =>
    plugin('bad', (ctx): { hello(): string } => (greedy(ctx, end), boom()), { chains: ['bad'] })
  it('A plugin whose setup throws is undone, and the others go on', async () => {
    const end = vi.fn()
    const made = keep(make([chain(), broken(end), plugin('good', () => ({ hello: () => 'hi' }))]))
    const { failed } = watch(made.kernel)
    await made.kernel.ready
    await made.kernel.ports.late.load()
    expect(failed).toEqual(['bad setup'])
    expect(end).toHaveBeenCalledTimes(2)
    expect(left(made).filter((owner) => owner !== 'chain')).toEqual([])
    expect(made.kernel.plugins.good.hello()).toBe('hi')
    made.kernel.open()
    expect(made.kernel.close()).toBe(true)
  })
  it('A failed plugin takes out its dependents, direct or not, and no peer', async () => {
    const setup = vi.fn()
    const { kernel } = keep(
      make([
        broken(() => undefined),
        plugin('child', setup, { dependsOn: { bad: '*' } }),
        plugin('grandchild', setup, { dependsOn: { child: '*' } }),
        plugin('friend', (ctx) => ({ peer: () => ctx.peer('bad') }), { peers: { bad: '*' } }),
      ]),
    )
    const { failed } = watch(kernel)
    const ready = vi.fn()
    kernel.on('kernel:ready', ready)
    await kernel.ready
    expect(setup).not.toHaveBeenCalled()
    expect(failed).toEqual(['bad setup', 'child setup', 'grandchild setup'])
    expect(kernel.plugins.friend.peer()).toBeUndefined()
    expect(ready.mock.calls).toEqual([[{ plugins: ['friend'] }]])
  })
  it('The API of a failed plugin throws at any use', () => {
    const { kernel } = keep(make([broken(() => undefined)]))
    const api = kernel.plugins.bad
    const error = expect.objectContaining({
      code: 'kernel.plugin_failed',
      context: { plugin: 'bad', phase: 'setup' },
    }) as Error
    expect(() => api.hello()).toThrow(error)
    expect(() => 'hello' in api).toThrow(error)
    expect(() => Object.assign(api, { hello: 1 })).toThrow(error)
    expect(() => (api as unknown as () => void)()).toThrow(error)
    expect(() => Object.keys(api)).toThrow(error)
  })
  it('A plugin whose setup throws makes createKernel throw if the host is strict, and leaves nothing behind', () => {
    const end = vi.fn()
    expect(() =>
      make([plugin('first', (ctx) => ctx.onDispose(end)), broken(() => undefined)], {
        strict: true,
      }),
    ).toThrow(
      expect.objectContaining({
        code: 'kernel.plugin_failed',
        cause: expect.objectContaining({ message: 'boom' }) as unknown,
      }),
    )
    expect(end).toHaveBeenCalledTimes(1)
  })
  it('A plugin whose setup is asynchronous is told so', async () => {
    const { kernel } = keep(make([plugin('bad', async () => boom())]))
    const errors: unknown[] = []
    kernel.on('kernel:plugin-failed', ({ error }) => errors.push(error))
    await kernel.ready
    expect(String(errors[0])).toContain('setup returned a promise')
  })
  it.each([
    [undefined],
    [null],
    ['text'],
    [{ toString: boom }],
    [new Proxy({}, { get: boom, getPrototypeOf: boom })],
  ])('A plugin may throw anything in setup', async (thrown) => {
    const { kernel } = keep(
      make([
        plugin('bad', () => {
          throw thrown
        }),
        plugin('good', () => 1),
      ]),
    )
    const { failed } = watch(kernel)
    await kernel.ready
    expect(failed).toEqual(['bad setup'])
    expect(kernel.plugins.good).toBe(1)
  })
})

describe('a plugin whose start fails', () => {
  it('A plugin whose start fails is undone, its dependents first', async () => {
    const ended: string[] = []
    const made = keep(
      make([
        chain(),
        plugin('bad', (ctx) => greedy(ctx, () => ended.push('bad')), {
          chains: ['bad'],
          start: () => Promise.reject(new Error('boom')),
        }),
        plugin('child', (ctx) => ctx.onDispose(() => ended.push('child')), {
          dependsOn: { bad: '*' },
        }),
        plugin('good', () => 1),
      ]),
    )
    const { failed } = watch(made.kernel)
    await made.kernel.ready
    await made.kernel.ports.late.load()
    expect(failed.sort()).toEqual(['bad start', 'child start'])
    expect(ended[0]).toBe('child')
    expect(left(made).filter((owner) => owner !== 'chain')).toEqual([])
    expect(() => made.kernel.plugins.bad).not.toThrow()
    expect(() => Object.keys(Object(made.kernel.plugins.bad))).toThrow(
      expect.objectContaining({ code: 'kernel.plugin_failed' }),
    )
    expect(made.kernel.plugins.good).toBe(1)
  })
  it('A plugin whose start hangs does not hold up the others for longer than 10 s [CONST-04]', async () => {
    vi.useFakeTimers()
    const { kernel } = keep(
      make([plugin('slow', undefined, { start: () => new Promise<void>(() => undefined) })]),
    )
    const { reported, failed } = watch(kernel)
    const ready = vi.fn()
    void kernel.ready.then(ready)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(ready).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ready).toHaveBeenCalled()
    expect(reported).toEqual(['slow: start'])
    expect(failed).toEqual([])
  })
  it('A plugin starts after its dependencies and beside the others', async () => {
    const gate = deferred()
    const told: string[] = []
    const starting = (id: string, before: Promise<void> | undefined, more: object = {}) =>
      plugin(id, undefined, {
        ...more,
        start: async () => {
          await before
          told.push(id)
        },
      })
    const { kernel } = keep(
      make([
        starting('child', undefined, { dependsOn: { base: '*' } }),
        starting('base', gate.promise),
        starting('other', undefined),
      ]),
    )
    await settle()
    expect(told).toEqual(['other'])
    gate.resolve()
    await kernel.ready
    expect(told).toEqual(['other', 'base', 'child'])
  })
})

describe('a plugin whose listeners throw', () => {
  it('A listener that throws does not stop the others, and its plugin is named', async () => {
    const { kernel, ctx } = keep(probe([chain()]))
    const { reported } = watch(kernel)
    const heard = vi.fn()
    ctx.events.on('modal:opened', boom)
    ctx.events.onAny(boom)
    ctx.modal.subscribe(boom)
    ctx.router.subscribe(() => Promise.reject(new Error('later')))
    kernel.on('modal:opened', heard)
    kernel.open('Networks')
    await settle()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(new Set(reported)).toEqual(new Set(['probe: listener']))
    expect(kernel.ports.modal.get().open).toBe(true)
  })
  it('A dispose that throws does not stop the others', () => {
    const ended = vi.fn()
    const { kernel, ctx } = probe([plugin('other', (other) => other.onDispose(ended))])
    const { reported } = watch(kernel)
    ctx.onDispose(ended)
    ctx.onDispose(boom)
    kernel.dispose()
    expect(ended).toHaveBeenCalledTimes(2)
    expect(reported).toEqual(['probe: dispose'])
  })
})

describe('a hostile plugin', () => {
  it('A plugin cannot reach the storage of another', () => {
    const backend = memoryStorage({
      'latchkey-default:good:v1:secret': '"s"',
      'latchkey-default:kernel:v1:walletId': '"w"',
    })
    const text = (value: unknown) => String(value)
    const { ctx } = keep(
      probe(
        [plugin('good', undefined, { storage: { version: 1, keys: { secret: text } } })],
        { storage: backend },
        { storage: { version: 1, keys: { '../good:v1:secret': text, ':good:v1:secret': text } } },
      ),
    )
    for (const key of ['secret', '../good:v1:secret', ':good:v1:secret', 'kernel:v1:walletId']) {
      expect(ctx.storage.get(key)).toBeUndefined()
      ctx.storage.set(key, 'x')
      ctx.storage.remove(key)
    }
    expect(backend.getItem('latchkey-default:good:v1:secret')).toBe('"s"')
    expect(backend.getItem('latchkey-default:kernel:v1:walletId')).toBe('"w"')
  })
  it('A plugin cannot change what it is shown', async () => {
    const { kernel, ctx } = keep(probe([chain()]))
    await kernel.connect('wallet')
    const shown = [
      ctx.connections.get(),
      ctx.connections.get().connections[0]!.scopes['test']!.accounts[0]!,
      ctx.connections.get().namespaces,
      ctx.accounts.active('test')!,
      ctx.accounts.all(),
      ctx.activeNetwork.get().networks,
      ctx.activeNetwork.current()!,
      ctx.activeNetwork.current()!.rpcUrls,
      ctx.networks.get(),
      ctx.networks.get()[0]!,
      ctx.networks.find('test:1')!.value,
      ctx.networks.find('test:1')!.value.rpcUrls,
      ctx.modal.get(),
      ctx.router.get(),
      ctx.theme.get(),
      ctx.theme.get().variables,
      ctx,
    ]
    for (const thing of shown) expect(Object.isFrozen(thing), JSON.stringify(thing)).toBe(true)
    const event = { list: [1] }
    const seen: { list: number[] }[] = []
    kernel.on('probe:happened', (found) => seen.push(found))
    ctx.events.emit('probe:happened', event)
    event.list.push(2)
    expect(seen).toEqual([{ list: [1] }])
    expect(() => seen[0]!.list.push(3)).toThrow(TypeError)
    for (const port of [ctx.connections, ctx.accounts, ctx.activeNetwork, ctx.modal])
      expect(port).not.toHaveProperty('set')
  })
  it('A plugin writes only its own state, which others see frozen', () => {
    const { ctx } = keep(probe([]))
    const slice = ctx.slice({ list: [1], other: 'kept' })
    const told = vi.fn()
    slice.subscribe(told)
    slice.set(({ list }) => ({ list: [...list, 2] }))
    expect(slice.get()).toEqual({ list: [1, 2], other: 'kept' })
    expect(() => (slice.get().list as number[]).push(3)).toThrow(TypeError)
    expect(told).toHaveBeenCalledWith({ list: [1, 2], other: 'kept' }, { list: [1], other: 'kept' })
  })
  it('A plugin adds nothing to a chain that it does not name', () => {
    const { ctx } = keep(probe([chain()], {}, { chains: ['mine'] }))
    const refused = expect.objectContaining({ code: 'kernel.not_allowed' }) as Error
    expect(() => ctx.adapters.add(adapter('test'))).toThrow(refused)
    expect(() => ctx.networks.add(network('test:3'))).toThrow(refused)
    expect(() => ctx.networks.add({ ...network('mine:1'), id: 'test:3' })).toThrow(refused)
    expect(() => ctx.rpc.allow({ namespace: 'test', methods: { x: 'read' } })).toThrow(refused)
    ctx.adapters.add(adapter('mine'))
    ctx.networks.add(network('mine:1'))
    ctx.rpc.allow({ namespace: 'mine', methods: { x: 'read' } })
  })
  it('A plugin cannot emit an event of another', () => {
    const { ctx } = keep(probe([]))
    expect(() => ctx.events.emit('kernel:ready', { plugins: [] })).toThrow(
      expect.objectContaining({ code: 'kernel.not_allowed' }),
    )
    expect(() => ctx.events.emit('bad:happened', {})).toThrow(
      expect.objectContaining({ code: 'kernel.not_allowed' }),
    )
  })
  it('A plugin cannot use an API that it did not name', () => {
    const { ctx } = keep(
      probe(
        [plugin('other', () => 1), plugin('named', () => 2)],
        {},
        { dependsOn: { named: '^1' }, peers: { absent: '*' } },
      ),
    )
    expect(ctx.use('named')).toBe(2)
    expect(ctx.peer('absent')).toBeUndefined()
    expect(() => ctx.use('other')).toThrow(expect.objectContaining({ code: 'kernel.not_allowed' }))
    expect(() => ctx.peer('other')).toThrow(expect.objectContaining({ code: 'kernel.not_allowed' }))
  })
  it('A plugin cannot take an id that is taken', () => {
    const { kernel, ctx } = keep(
      probe([
        plugin('first', (first) => {
          first.connectors.add(connector('c'))
          first.points.open(POINT).add({ id: 'p' })
        }),
      ]),
    )
    const taken = (registry: string, id: string) =>
      expect.objectContaining({
        code: 'kernel.duplicate_id',
        context: { registry, id, owner: 'first' },
      }) as Error
    expect(() => ctx.connectors.add(connector('c'))).toThrow(taken('connectors', 'c'))
    expect(() => ctx.points.add(POINT, { id: 'p' })).toThrow(taken('@latchkey/faults.point', 'p'))
    expect(() => ctx.points.open(POINT)).toThrow(taken('points', '@latchkey/faults.point'))
    expect(kernel.ports.connectors.find('c')?.owner).toBe('first')
  })
})

describe('a view', () => {
  it("A view is bound to its owner and the owner's API", () => {
    const { kernel } = keep(
      make([plugin('good', (ctx) => (ctx.views.add(view('good.view')), { hello: 1 }))]),
    )
    expect(kernel.ports.views.find('good.view')).toMatchObject({ owner: 'good', api: { hello: 1 } })
    expect(kernel.ports.views.find('nobody')).toBeUndefined()
  })
  it("A view of the UI is not replaced by a plugin's, whichever comes first", () => {
    const { kernel, ctx } = keep(probe([]))
    const back = ctx.views.add(view('Connect'))
    kernel.ports.views.add(view('Connect'))
    expect(kernel.ports.views.find('Connect')?.owner).toBe('ui-react')
    back()
    expect(() => ctx.views.add(view('Connect'))).toThrow(
      expect.objectContaining({ code: 'kernel.duplicate_id' }),
    )
    expect(() => kernel.ports.views.add(view('Connect'))).toThrow(
      expect.objectContaining({ code: 'kernel.duplicate_id' }),
    )
  })
  it('A view is replaced by the plugin that the host binds, in any order, and comes back when that one ends', () => {
    for (const uiFirst of [true, false]) {
      const { kernel, ctx } = keep(probe([], { bindViews: { Connect: 'probe' } }))
      const add = () => kernel.ports.views.add(view('Connect'))
      if (uiFirst) add()
      const back = ctx.views.add(view('Connect'))
      if (!uiFirst) add()
      expect(kernel.ports.views.find('Connect')?.owner).toBe('probe')
      back()
      expect(kernel.ports.views.find('Connect')?.owner).toBe('ui-react')
    }
  })
  it('A view that fails names its owner', () => {
    const { kernel, ctx } = keep(probe([]))
    ctx.views.add(view('good.view'))
    const { reported } = watch(kernel)
    kernel.ports.reportViewError('good.view', new Error('render'))
    kernel.ports.reportViewError('nobody', new Error('render'))
    expect(reported).toEqual(['probe: view good.view', 'host: view nobody'])
  })
})

describe('lazy', () => {
  it('A lazy load is kept when it succeeds, repeated when it failed, and named', async () => {
    const { ctx } = keep(probe([]))
    const load = vi
      .fn(() => Promise.resolve({ ok: true }))
      .mockImplementationOnce(() => Promise.reject(new Error('chunk')))
      .mockImplementationOnce(boom)
    const get = ctx.lazy('the sdk', load)
    for (let time = 0; time < 2; time++)
      await expect(get()).rejects.toMatchObject({
        code: 'kernel.plugin_failed',
        context: { plugin: 'probe', phase: 'load' },
        message: expect.stringContaining('the sdk') as string,
      })
    const [one, two] = await Promise.all([get(), get()])
    expect(one).toBe(two)
    expect(load).toHaveBeenCalledTimes(3)
  })
})

it('Items with an order are sorted, and the others keep their places', () => {
  const { kernel, ctx } = keep(probe([]))
  const add = (id: string, order?: number) =>
    ctx.accountActions.add({
      id,
      label: id,
      run: () => undefined,
      ...(order === undefined ? {} : { order }),
    })
  add('probe.b')
  add('probe.last', 200)
  add('probe.first', 1)
  add('probe.c')
  expect(kernel.ports.accountActions.get().map(({ value }) => value.id)).toEqual([
    'probe.first',
    'probe.b',
    'probe.c',
    'probe.last',
  ])
})

it('A point may be filled before it is opened', () => {
  const { ctx } = keep(
    probe([plugin('filler', (filler) => void filler.points.add(POINT, { id: 'early' }))]),
  )
  expect(
    ctx.points
      .open(POINT)
      .get()
      .map(({ owner, value }) => [owner, value.id]),
  ).toEqual([['filler', 'early']])
})

it('An element on the stage keeps its place while it is shown and hidden', () => {
  const { kernel, ctx } = keep(probe([]))
  const element = {} as HTMLElement
  const anchor = {} as Element
  const seen: number[] = []
  const mount = ctx.stage.mount(element)
  const other = ctx.stage.mount({} as HTMLElement)
  kernel.ports.stage.subscribe((list) => seen.push(list.length))
  mount.show(anchor)
  expect(kernel.ports.stage.get()[0]).toEqual({ id: 1, element, anchor })
  mount.hide()
  expect(kernel.ports.stage.get()[0]).toEqual({ id: 1, element, anchor: undefined })
  expect(seen).toEqual([2, 2])
  other.dispose()
  mount.dispose()
  mount.show(anchor)
  expect(kernel.ports.stage.get()).toEqual([])
})

it('Calls of http, toasts and alerts reach the late half in order', async () => {
  const { late, ctx } = keep(probe([]))
  ctx.toasts.show({ message: 'one', variant: 'info' })
  ctx.toasts.hide()
  ctx.alerts.raise({ id: 'a', title: 't', message: 'm' })
  ctx.alerts.report(new Error('e'))
  const client = await Promise.resolve(ctx.http.client({ baseUrl: 'https://x.test' }))
  expect(await client.get('/path')).toBe('probe https://x.test/path')
  expect(late.made[0]!.calls).toEqual([
    'toast one',
    'toast hidden',
    'alert a',
    'alert for Error: e',
  ])
  expect(late.imports()).toBe(1)
})
