import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RelayCore, Relayer, RelayProvider } from './internals.js'
import { supervise, type Supervisor } from './supervisor.js'

/** The transport of a client, with switches for its faults. */
class FakeRelay {
  readonly events = new EventEmitter()
  readonly heartbeat = { events: new EventEmitter() }
  opened = 0
  fetched = 0
  /** Replaces the publishing of a message. */
  publish: () => Promise<void> = async () => undefined
  /** Decides how the opening of a socket ends. */
  how: 'open' | 'refuse' | 'hang' = 'open'
  /** Whether the relay answers requests. */
  answers = true
  topics: string[] = ['t']
  pulses = 0
  socket: object | undefined
  readonly relayer: Relayer

  constructor() {
    this.heartbeat.events.on('heartbeat_pulse', () => void this.pulses++)
    const now = { isOpen: () => this.socket !== undefined, topics: () => this.topics }
    this.relayer = {
      get connected() {
        return now.isOpen()
      },
      provider: {} as RelayProvider,
      events: { emit: () => undefined },
      subscriber: {
        get topics() {
          return now.topics()
        },
        get hasAnyTopics() {
          return now.topics().length > 0
        },
        start: async () => undefined,
        stop: async () => undefined,
        initialSubscribeTimeout: 0,
      },
      publisher: {
        queue: new Map(),
        rpcPublish: async () => undefined,
        checkQueue: () => undefined,
        publish: async () => this.publish(),
        publishCustom: async () => undefined,
      },
      transportExplicitlyClosed: false,
      connect: async () => undefined,
      createProvider: async () => this.renew(),
      unregisterProviderListeners: () => undefined,
      onProviderDisconnect: async () => undefined,
      registerEventListeners: async () => undefined,
      confirmOnlineStateOrThrow: async () => undefined,
      handleBatchMessageEvents: async () => undefined,
      transportOpen: async () => undefined,
      on: (event: string, listener: () => void) => void this.events.on(event, listener),
    } as unknown as Relayer
  }

  renew(): void {
    Object.assign(this.relayer, { provider: this.provider() })
  }

  provider(): RelayProvider {
    const events = new EventEmitter()
    const socket = () => this.socket
    return {
      request: async ({ method }) => {
        if (method === 'irn_batchFetchMessages') this.fetched++
        if (!this.answers) return new Promise(() => undefined)
        events.emit('payload')
        return { messages: [] }
      },
      connect: async () => {
        this.opened++
        if (this.how === 'refuse') throw new Error('refused')
        if (this.how === 'hang') await new Promise(() => undefined)
        this.socket = { close: () => undefined }
      },
      once: (event, listener) => void events.once(event, listener),
      on: (event, listener) => void events.on(event, listener),
      connection: {
        get socket() {
          return socket() as never
        },
        events: { once: () => undefined },
        url: 'ws://fake.test',
        register: async () => undefined,
        onOpen: () => undefined,
        onPayload: () => undefined,
        onClose: () => {
          this.socket = undefined
          events.emit('disconnect')
          void this.relayer.onProviderDisconnect()
        },
      },
    }
  }

  get core(): RelayCore {
    return this as unknown as RelayCore
  }

  /** Breaks the socket. */
  cut(): void {
    this.relayer.provider.connection.onClose({ code: 1006, reason: '' })
  }
}

let fake: FakeRelay
let supervisor: Supervisor
beforeEach(() => {
  vi.useFakeTimers()
  fake = new FakeRelay()
  supervisor = supervise(
    fake.core,
    class {
      constructor() {
        throw new Error('The fake provider opens no socket.')
      }
    } as never,
  )
})
afterEach(() => {
  supervisor.dispose()
  vi.useRealTimers()
})
const forever = new AbortController().signal
const outcome = (promise: Promise<unknown>): { settled?: 'ok' | unknown } => {
  const result: { settled?: unknown } = {}
  promise.then(
    () => (result.settled = 'ok'),
    (error: unknown) => (result.settled = error),
  )
  return result
}

it('A first socket that never opens is given up after 15 s [CONST-16]', async () => {
  fake.how = 'hang'
  void supervisor.open().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(14_900)
  expect(fake.opened).toBe(1)
  // The next socket opens half a second after the first was given up.
  await vi.advanceTimersByTimeAsync(700)
  expect(fake.opened).toBe(2)
})

it('The supervisor tries five sockets and then says why none opened [CONST-17]', async () => {
  fake.how = 'refuse'
  fake.topics = []
  const result = outcome(supervisor.open())
  await vi.advanceTimersByTimeAsync(1_900)
  expect(result.settled).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fake.opened).toBe(5)
  expect(String(result.settled)).toMatch(/refused/)
})

it('A broken socket is replaced at once, or by tries every half second', async () => {
  await supervisor.open()
  fake.how = 'refuse'
  fake.cut()
  await vi.advanceTimersByTimeAsync(10)
  expect(fake.opened).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(fake.opened).toBeGreaterThanOrEqual(11)
  expect(fake.opened).toBeLessThanOrEqual(13)
  fake.how = 'open'
  await vi.advanceTimersByTimeAsync(600)
  expect(fake.relayer.connected).toBe(true)
})

it('A new socket wakes the waiting callers and the library', async () => {
  await supervisor.open()
  fake.how = 'refuse'
  fake.cut()
  const waiting = outcome(supervisor.ready(forever))
  const gone = new AbortController()
  const impatient = outcome(supervisor.ready(gone.signal))
  gone.abort('enough')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting.settled).toBeUndefined()
  expect(impatient.settled).toBe('enough')
  const before = fake.pulses
  fake.how = 'open'
  await vi.advanceTimersByTimeAsync(2_500)
  expect(waiting.settled).toBe('ok')
  expect(fake.pulses).toBe(before + 1)
})

it('A socket that nobody needs is not opened again', async () => {
  await supervisor.open()
  fake.topics = []
  fake.cut()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fake.opened).toBe(1)
})

it('A silent relay is asked whether it is there, and is left when it does not answer', async () => {
  await supervisor.open()
  const before = fake.fetched
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fake.fetched).toBeGreaterThan(before)
  expect(fake.opened).toBe(1)
  fake.answers = false
  await vi.advanceTimersByTimeAsync(9_900)
  expect(fake.opened).toBeGreaterThan(1)
})

it('The supervisor checks the socket every second and waits three for the relay [CONST-04]', async () => {
  await supervisor.open()
  fake.answers = false
  const before = fake.fetched
  const msUntil = async (isSo: () => boolean): Promise<number> => {
    let ms = 0
    for (; !isSo() && ms < 30_000; ms += 100) await vi.advanceTimersByTimeAsync(100)
    return ms
  }
  // The supervisor looks every second. Four seconds of silence are over at the fifth look.
  expect(await msUntil(() => fake.fetched > before)).toBe(5_000)
  // Three seconds later it gives the socket up, and the next look opens another.
  const ms = await msUntil(() => fake.opened > 1)
  expect([ms >= 4_000, ms <= 4_100]).toEqual([true, true])
})

it('A broken socket fails its open requests, so that they are sent again', async () => {
  await supervisor.open()
  fake.answers = false
  const answer = outcome(fake.relayer.provider.request({ method: 'irn_publish' }))
  fake.cut()
  await vi.advanceTimersByTimeAsync(0)
  expect(String(answer.settled)).toMatch(/interrupted/)
})

it('A relay that refuses the page is asked rarely', async () => {
  await supervisor.open()
  fake.how = 'refuse'
  fake.relayer.createProvider = async () => {
    fake.renew()
    fake.events.emit('relayer_error', new Error('Unauthorized: invalid key'))
  }
  fake.cut()
  await vi.advanceTimersByTimeAsync(100)
  const result = outcome(supervisor.open())
  await vi.advanceTimersByTimeAsync(29_000)
  expect(fake.opened).toBeLessThanOrEqual(3)
  expect(String(result.settled)).toMatch(/Unauthorized/)
})

it('A message is sent again only if it was given up while the relay was away', async () => {
  await supervisor.open()
  let tries = 0
  fake.publish = async () => {
    if (++tries > 1) return
    fake.how = 'refuse'
    fake.cut()
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    throw new Error('Failed to publish payload')
  }
  const sent = outcome(fake.relayer.publisher.publish())
  await vi.advanceTimersByTimeAsync(70_000)
  expect([tries, sent.settled]).toEqual([1, undefined])
  fake.how = 'open'
  await vi.advanceTimersByTimeAsync(2_500)
  expect([tries, sent.settled]).toEqual([2, 'ok'])
  fake.publish = () => Promise.reject(new Error('never acknowledged'))
  await expect(fake.relayer.publisher.publish()).rejects.toThrow('never acknowledged')
})

it('A disposed supervisor opens no socket and leaves no timer', async () => {
  await supervisor.open()
  supervisor.dispose()
  const { opened, fetched } = fake
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fake.opened, fake.fetched]).toEqual([opened, fetched])
  expect(vi.getTimerCount()).toBe(0)
})
