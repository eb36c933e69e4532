import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RelayCore, Relayer, RelayProvider } from './internals.js'
import { supervise, type Supervisor } from './supervisor.js'

/** A client's transport with switches. */
class FakeRelay {
  readonly events = new EventEmitter()
  readonly heartbeat = { events: new EventEmitter() }
  opened = 0
  fetched = 0
  /** What publishing does. */
  publish: () => Promise<void> = async () => undefined
  /** What opening a socket does. */
  how: 'open' | 'refuse' | 'hang' = 'open'
  /** What the relay answers. */
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

  /** The socket breaks. */
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

it('gives up a first socket that never opens after 15 s [CONST-16]', async () => {
  fake.how = 'hang'
  void supervisor.open().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(14_900)
  expect(fake.opened).toBe(1)
  // The next one half a second after the first was given up.
  await vi.advanceTimersByTimeAsync(700)
  expect(fake.opened).toBe(2)
})

it('tries five sockets and then says why there is none [CONST-17]', async () => {
  fake.how = 'refuse'
  fake.topics = []
  const result = outcome(supervisor.open())
  await vi.advanceTimersByTimeAsync(1_900)
  expect(result.settled).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fake.opened).toBe(5)
  expect(String(result.settled)).toMatch(/refused/)
})

it('opens the next socket at once when one breaks, and then every half second', async () => {
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

it('wakes whoever waits, and the library, when there is a socket again', async () => {
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

it('opens no socket that nobody needs', async () => {
  await supervisor.open()
  fake.topics = []
  fake.cut()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fake.opened).toBe(1)
})

it('asks a relay that says nothing whether it is there, and leaves one that is not', async () => {
  await supervisor.open()
  const before = fake.fetched
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fake.fetched).toBeGreaterThan(before)
  expect(fake.opened).toBe(1)
  fake.answers = false
  await vi.advanceTimersByTimeAsync(9_900)
  expect(fake.opened).toBeGreaterThan(1)
})

it('looks at the socket every second, and gives the relay three seconds to answer [CONST-04]', async () => {
  await supervisor.open()
  fake.answers = false
  const before = fake.fetched
  const msUntil = async (isSo: () => boolean): Promise<number> => {
    let ms = 0
    for (; !isSo() && ms < 30_000; ms += 100) await vi.advanceTimersByTimeAsync(100)
    return ms
  }
  // Four seconds of silence are not over at the fourth look, but at the fifth.
  expect(await msUntil(() => fake.fetched > before)).toBe(5_000)
  // Three seconds later the socket is given up, and at the look after that there is another.
  const ms = await msUntil(() => fake.opened > 1)
  expect([ms >= 4_000, ms <= 4_100]).toEqual([true, true])
})

it('fails what was asked of a socket with the socket, so that it is asked again', async () => {
  await supervisor.open()
  fake.answers = false
  const answer = outcome(fake.relayer.provider.request({ method: 'irn_publish' }))
  fake.cut()
  await vi.advanceTimersByTimeAsync(0)
  expect(String(answer.settled)).toMatch(/interrupted/)
})

it('does not hammer a relay that refuses the page', async () => {
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

it('sends a message again that was given up while the relay was away, and no other', async () => {
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

it('is quiet once it is over', async () => {
  await supervisor.open()
  supervisor.dispose()
  const { opened, fetched } = fake
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fake.opened, fake.fetched]).toEqual([opened, fetched])
  expect(vi.getTimerCount()).toBe(0)
})
