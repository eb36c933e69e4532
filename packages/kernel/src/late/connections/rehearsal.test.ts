import type { Connector } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeConnection, scopesOf } from '../../../test/fakes/FakeConnection.js'
import { FakeConnector } from '../../../test/fakes/FakeConnector.js'
import { makeWorld, memoryStorage, settle, type World } from '../../../test/fakes/makeWorld.js'
import type { FullLate, KernelCore } from '../../core.js'
import { assembleKernel } from '../../assembleKernel.js'
import { createFullLate } from '../entry.js'
import { rehearseConnect } from './rehearsal.js'

const worlds: World[] = []
afterEach(() => {
  worlds.splice(0).forEach(({ kernel }) => kernel.dispose())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser that is idle when the test says so. */
function idleBrowser() {
  vi.useFakeTimers()
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  return {
    /** How many rehearsals wait for an idle moment, some time after an opening. */
    async waiting(): Promise<number> {
      await vi.advanceTimersByTimeAsync(1_000)
      return waiting.length
    },
    async idle(): Promise<void> {
      await vi.advanceTimersByTimeAsync(1_000)
      for (const run of waiting.splice(0)) run()
      await settle()
    },
  }
}

/** Every member of a wallet that a kernel may call, counted. */
function watchedWallet(id: string): { connector: Connector; calls: string[] } {
  const calls: string[] = []
  const real = new FakeConnector(id, {
    namespaces: ['test'],
    link: () => new FakeConnection(id, id, scopesOf('test')),
  })
  const note = (name: string) => () => {
    calls.push(name)
    return Promise.reject(new Error('nobody asked'))
  }
  return {
    calls,
    connector: Object.assign(Object.create(real) as Connector, {
      connect: note('connect'),
      restore: note('restore'),
      prepare: note('prepare'),
    }),
  }
}

async function world(options: Parameters<typeof makeWorld>[0] = {}): Promise<World> {
  const made = await makeWorld(options)
  worlds.push(made)
  return made
}

/** Rehearses, and keeps what the kernel of the rehearsal is made of. */
async function rehearseWatched() {
  const seen: { name: string; event: unknown }[] = []
  let core: KernelCore | undefined
  await rehearseConnect(assembleKernel, () =>
    Promise.resolve({
      createFullLate(given: KernelCore): FullLate {
        core = given
        given.events.onAny((name, event) => seen.push({ name, event }))
        return createFullLate(given, assembleKernel)
      },
    }),
  )
  return { names: seen.map(({ name }) => name), core: core! }
}

describe('a rehearsal', () => {
  it('A rehearsal connects from the attempt to the closing of the modal, and its kernel ends', async () => {
    const { names, core } = await rehearseWatched()
    expect(names).toEqual(
      expect.arrayContaining([
        'connection:started',
        'account:changed',
        'connection:established',
        'modal:closed',
      ]),
    )
    expect(names).not.toContain('kernel:error-reported')
    expect(core.signal.aborted).toBe(true)
  })

  it('A rehearsal takes every listener and every timer of the page back, and reads no storage', async () => {
    vi.useFakeTimers()
    const listeners: string[] = []
    const browserStorage = vi.fn()
    vi.stubGlobal('window', {
      addEventListener: (type: string) => listeners.push(type),
      removeEventListener: (type: string) => listeners.splice(listeners.indexOf(type), 1),
      get localStorage() {
        return browserStorage()
      },
      navigator: {},
    })
    const added = vi.spyOn(window, 'addEventListener')
    const { names } = await rehearseWatched()
    expect(names).toContain('connection:established')
    expect(added).toHaveBeenCalled()
    expect([listeners, vi.getTimerCount(), browserStorage.mock.calls]).toEqual([[], 0, []])
  })

  it('Nobody learns of a rehearsal: no event, no state, no log, no storage, no wallet', async () => {
    const { idle } = idleBrowser()
    const storage = memoryStorage()
    const { connector, calls } = watchedWallet('w')
    const { kernel, events, core } = await world({ connectors: [connector], kernel: { storage } })
    const logs = vi.fn()
    core.onLog(logs)
    kernel.open()
    await vi.advanceTimersByTimeAsync(500)
    const state = () =>
      JSON.stringify([
        core.connections.get(),
        core.activeNetwork.get(),
        core.modal.get(),
        core.router.get(),
        core.connectors.get().map(({ value }) => value.id),
        core.networks.get(),
        core.options.get(),
        kernel.ports.late.now()?.wallets.get(),
      ])
    const [before, entries, heard] = [state(), storage.entries(), events.length]
    const touched = (['getItem', 'setItem', 'removeItem', 'key'] as const).map((name) =>
      vi.spyOn(storage, name),
    )
    const changed = vi.fn()
    for (const part of [core.connections, core.activeNetwork, core.modal, core.router])
      part.subscribe(changed)
    await idle()
    expect(touched.flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(state()).toBe(before)
    expect(storage.entries()).toEqual(entries)
    expect(events.slice(heard)).toEqual([])
    expect([changed.mock.calls, logs.mock.calls, calls]).toEqual([[], [], []])
  })

  it('A rehearsal and a connect of the visitor at the same time do not disturb each other', async () => {
    const { idle } = idleBrowser()
    const link = new FakeConnection('w', 'w', scopesOf('test'))
    const connector = new FakeConnector('w', { namespaces: ['test'], link: () => link })
    const { kernel, address } = await world({ connectors: [connector] })
    kernel.open()
    const connecting = kernel.connect('w')
    await Promise.all([idle(), connecting])
    expect(address()).toBe('test-a')
    expect(link.released).toEqual([])
  })
})

describe('when a page rehearses', () => {
  it('A page rehearses once, when the modal has opened and the browser is idle', async () => {
    const { waiting, idle } = idleBrowser()
    const { kernel } = await world()
    expect(await waiting()).toBe(0)
    kernel.open()
    expect(await waiting()).toBe(1)
    await idle()
    kernel.close()
    kernel.open()
    expect(await waiting()).toBe(0)
  })

  it('A modal that is open before the late half is there rehearses as well', async () => {
    const { waiting } = idleBrowser()
    const { kernel } = await world({ isIdle: true })
    kernel.open()
    expect(await waiting()).toBe(1)
  })

  it('A page with a connected wallet does not rehearse', async () => {
    const { waiting } = idleBrowser()
    const connector = new FakeConnector('w', {
      namespaces: ['test'],
      link: () => new FakeConnection('w', 'w', scopesOf('test')),
    })
    const { kernel } = await world({ connectors: [connector] })
    await kernel.connect('w')
    kernel.open()
    expect(await waiting()).toBe(0)
  })

  it('A kernel that was disposed does not rehearse, neither while it waits nor when the browser is idle', async () => {
    const { waiting, idle } = idleBrowser()
    const added = vi.fn()
    const first = await world()
    first.kernel.open()
    first.kernel.dispose()
    expect([await waiting(), vi.getTimerCount()]).toEqual([0, 0])
    const second = await world()
    second.kernel.open()
    expect(await waiting()).toBe(1)
    second.kernel.dispose()
    vi.stubGlobal('window', { addEventListener: added, navigator: {} })
    await idle()
    expect(added).not.toHaveBeenCalled()
  })

  it('Where the browser does not tell when it is idle, nothing is rehearsed', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('requestIdleCallback', undefined)
    const { kernel, named } = await world()
    const added = vi.fn()
    vi.stubGlobal('window', { addEventListener: added, navigator: {} })
    kernel.open()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(named('modal:opened')).toHaveLength(1)
    expect(added).not.toHaveBeenCalled()
  })
})
