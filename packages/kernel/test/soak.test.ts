// @vitest-environment happy-dom
// What thousands of openings and connections leave behind: heap, listeners, timers, sockets. `pnpm
// bench leak` counts the same with the modal drawn.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeConnection, scopesOf } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { makeWorld, settle } from './fakes/makeWorld.js'

// A fiftieth of the full run, which `pnpm soak` does.
const [OPENINGS, CONNECTIONS] = process.env['LATCHKEY_SOAK'] ? [10_000, 1_000] : [200, 20]
const MEGABYTE = 1_048_576
afterEach(() => void vi.restoreAllMocks())

/** Bytes in use once all that can be collected is. */
async function heap(): Promise<number> {
  vi.clearAllMocks()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}
/** Counts what is taken and not given back. */
function watch() {
  const balance = { listeners: 0, timers: new Set<unknown>(), sockets: 0 }
  for (const target of [window, document]) {
    const [add, remove] = [
      target.addEventListener.bind(target),
      target.removeEventListener.bind(target),
    ] as ((...args: unknown[]) => void)[]
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (...args: unknown[]) => (balance.listeners++, add!(...args)),
    )
    vi.spyOn(target, 'removeEventListener').mockImplementation(
      (...args: unknown[]) => (balance.listeners--, remove!(...args)),
    )
  }
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout]
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    const timer = set(() => {
      balance.timers.delete(timer)
      run()
    }, ms)
    balance.timers.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation(
    (timer) => (balance.timers.delete(timer), clear(timer)),
  )
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        balance.sockets++
      }
    },
  )
  return () => ({
    listeners: balance.listeners,
    timers: balance.timers.size,
    sockets: balance.sockets,
  })
}

it(
  'Opening, closing, connecting and disconnecting keep no heap, listener, timer or socket',
  async () => {
    const held = watch()
    let link: FakeConnection | undefined
    const connector = new FakeConnector('w', {
      namespaces: ['test'],
      link: () => (link = new FakeConnection('w', 'w', scopesOf('test'))),
    })
    const { kernel, events } = await makeWorld({
      connectors: [connector],
      kernel: { storage: localStorage },
    })
    const open = async (): Promise<void> => {
      kernel.open()
      await settle()
      kernel.close()
    }
    const connect = async (): Promise<void> => {
      await kernel.connect('w')
      await kernel.disconnect()
      // Records of the tests' own fakes do not count.
      events.length = 0
      connector.asked.length = 0
    }
    const round = async (count: number, what: () => Promise<void>): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await what()
      events.length = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Code that is compiled, caches that are filled.
    await round(100, open)
    await round(20, connect)
    await vi.waitUntil(() => held().timers === 0, { timeout: 60_000 })
    const [before, start] = [held(), await heap()]
    await round(OPENINGS, open)
    await round(CONNECTIONS, connect)
    await vi.waitUntil(() => held().timers === 0, { timeout: 60_000 })
    const growth = (await heap()) - start
    console.info(
      `${OPENINGS} openings, ${CONNECTIONS} connections: heap ${(growth / 1024).toFixed(0)} kB more, ` +
        `${JSON.stringify(held())} held`,
    )
    expect(held()).toEqual(before)
    expect(link?.listeners).toBe(0)
    expect(growth).toBeLessThan(MEGABYTE)
    kernel.dispose()
    expect(held()).toEqual({ listeners: 0, timers: 0, sockets: 0 })
  },
  process.env['LATCHKEY_SOAK'] ? 1_800_000 : 120_000,
)
