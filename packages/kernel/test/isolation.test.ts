// @vitest-environment happy-dom
import { createToken } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Kernel } from '../src/types.js'
import { adapter, chain, make, memoryStorage, network, plugin, settle } from './support.js'

const SERVICE = createToken<object>('isolation.service')
const POINT = createToken<{ id: string }>('isolation.point')
const full = () =>
  plugin(
    'full',
    (ctx) => {
      ctx.adapters.add(adapter('full'))
      ctx.networks.add(network('full:1'))
      ctx.provide(SERVICE, () => ({}))
      ctx.points.open(POINT).add({ id: 'p' })
      ctx.messages.add({ en: { 'full.text': 'text' } })
      ctx.storage.subscribe('key', () => undefined)
      ctx.events.onAny(() => undefined)
      ctx.connections.subscribe(() => undefined)
      return { ctx, service: () => ctx.get(SERVICE), slice: ctx.slice({ count: 0 }) }
    },
    { chains: ['full'], storage: { version: 1, keys: { key: (value) => value } } },
  )

afterEach(() => vi.restoreAllMocks())

describe('two kernels on one page', () => {
  it('Two kernels on one page share nothing', async () => {
    const storage = memoryStorage()
    const [one, two] = [
      make([full(), chain()], { storage }).kernel,
      make([full(), chain()], { storage, id: 'two' }).kernel,
    ]
    const heard = vi.fn()
    two.onAny(heard)
    for (const port of [
      two.ports.modal,
      two.ports.router,
      two.ports.connections,
      two.ports.activeNetwork,
      two.ports.theme,
      two.ports.options,
      two.ports.networks,
      two.ports.messages.locale,
    ])
      (port as { subscribe(listener: () => void): void }).subscribe(heard)
    one.open('Networks')
    one.setTheme({ mode: 'light' })
    one.setLocale('de')
    one.setOptions({ features: { send: false } })
    one.addNetwork(network('test:7'))
    await one.connect('wallet')
    await one.switchNetwork('test:2')
    one.plugins.full.slice.set({ count: 1 })
    one.plugins.full.ctx.storage.set('key', 1)
    await two.ready
    expect(
      heard.mock.calls.filter(([name]) => name !== 'kernel:ready' && !(typeof name === 'object')),
    ).toEqual([])
    expect(two.plugins.full.slice.get()).toEqual({ count: 0 })
    expect(two.plugins.full.ctx.storage.get('key')).toBeUndefined()
    expect(two.plugins.full.service()).not.toBe(one.plugins.full.service())
    expect(two.ports.connections.get().connections).toEqual([])
    expect(two.ports.networks.find('test:7')).toBeUndefined()
    one.dispose()
    expect(two.plugins.full.service()).toBeDefined()
    two.open()
    expect(two.ports.modal.get().open).toBe(true)
    two.dispose()
  })
})

describe('dispose', () => {
  it('Disposing undoes what plugins added, the last set up first, and aborts their signals', () => {
    const ended: string[] = []
    const { kernel } = make([
      plugin('a', (ctx) => ctx.onDispose(() => ended.push('a'))),
      plugin(
        'b',
        (ctx) => (
          ctx.onDispose(() => ended.push('b1')),
          ctx.onDispose(() => ended.push('b2')),
          ctx.signal
        ),
      ),
    ])
    const signal = kernel.plugins.b as AbortSignal
    kernel.dispose()
    kernel.dispose()
    expect(ended).toEqual(['b2', 'b1', 'a'])
    expect(signal.aborted).toBe(true)
  })
  it('A contribution that a plugin adds after the dispose is undone at once', () => {
    const { kernel } = make([full()])
    const { ctx } = kernel.plugins.full
    kernel.dispose()
    ctx.networks.add(network('full:9'))
    const late = vi.fn()
    ctx.onDispose(late)
    ctx.events.onAny(late)
    expect(kernel.ports.networks.get()).toEqual([])
    expect(late).toHaveBeenCalledTimes(1)
  })
  it('Disposing a starting kernel starts nothing more', async () => {
    const start = vi.fn()
    const { kernel, late } = make([plugin('a', undefined, { start })], {
      storage: memoryStorage({
        'latchkey-default:kernel:v1:connections':
          '[{"id":"c","connectorId":"w","name":"W","namespaces":[],"current":{}}]',
      }),
    })
    const ready = vi.fn()
    kernel.on('kernel:ready', ready)
    kernel.dispose()
    await kernel.ready
    expect(start).not.toHaveBeenCalled()
    expect(ready).not.toHaveBeenCalled()
    expect(late.imports()).toBe(0)
  })
  it('Calls after the dispose fail with kernel.disposed, also those that wait for the late half', async () => {
    const { kernel, late } = make([chain()])
    const waiting = expect(kernel.connect('wallet')).rejects.toMatchObject({
      code: 'kernel.disposed',
    })
    kernel.dispose()
    await waiting
    await expect(kernel.connect('wallet')).rejects.toMatchObject({ code: 'kernel.disposed' })
    expect(late.made).toEqual([])
  })
  it('Disposing keeps the stored entries', async () => {
    const storage = memoryStorage()
    const { kernel } = make([full(), chain()], { storage })
    kernel.plugins.full.ctx.storage.set('key', 1)
    kernel.dispose()
    expect(storage.length).toBe(1)
  })
  it('1,000 kernels leave no listener, timer or entry behind', async () => {
    const balance = { window: 0, signals: 0, timers: 0 }
    const count = (target: object, add: string, remove: string, key: keyof typeof balance) => {
      const methods = target as Record<string, (...args: unknown[]) => unknown>
      const [before, after] = [methods[add]!, methods[remove]!]
      vi.spyOn(methods, add).mockImplementation(function (this: unknown, ...args) {
        balance[key]++
        return before.apply(this, args)
      })
      vi.spyOn(methods, remove).mockImplementation(function (this: unknown, ...args) {
        balance[key]--
        return after.apply(this, args)
      })
    }
    count(window, 'addEventListener', 'removeEventListener', 'window')
    count(document, 'addEventListener', 'removeEventListener', 'window')
    const timers = new Set<unknown>()
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout]
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      const timer = set(run, ms)
      timers.add(timer)
      return timer
    }) as typeof setTimeout)
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(
      (timer) => (timers.delete(timer), clear(timer)),
    )
    for (let turn = 0; turn < 1_000; turn++) {
      const kernel: Kernel = make(
        [full(), chain(), plugin('slow', undefined, { start: () => new Promise(() => undefined) })],
        { storage: undefined as never },
      ).kernel
      kernel.open()
      await settle()
      kernel.dispose()
    }
    expect(balance.window).toBe(0)
    expect(timers.size).toBe(0)
  }, 60_000)
})
