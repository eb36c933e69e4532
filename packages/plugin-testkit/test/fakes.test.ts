import { afterEach, describe, expect, it } from 'vitest'
import { fakeClock, fakeRelay, fakeStorage, inWorld, visit } from '../src/index.js'
import { installPage } from '../src/page.js'
import { sample } from './specimens/sample.js'

const offs: (() => void)[] = []
afterEach(() => {
  for (const off of offs.splice(0).reverse()) off()
})

describe('the clock', () => {
  it('The fake clock runs timers in order, with those that they start, and not too early', async () => {
    const clock = fakeClock()
    offs.push(clock.dispose)
    const told: string[] = []
    setTimeout(
      () => void Promise.resolve().then(() => setTimeout(() => told.push('inner 15'), 5)),
      10,
    )
    setTimeout(() => told.push('20'), 20)
    const id = setInterval(() => told.push('interval'), 8)
    setTimeout(() => told.push('never'), 10_000)
    await clock.advance(20)
    expect(told).toEqual(['interval', 'inner 15', 'interval', '20'])
    clearInterval(id)
    expect([clock.waiting(), Date.now() - clock.now()]).toEqual([1, 0])
  })

  it('The fake clock gives back the real clock', () => {
    const before = [setTimeout, setInterval, clearTimeout, Date.now]
    fakeClock().dispose()
    expect([setTimeout, setInterval, clearTimeout, Date.now]).toEqual(before)
  })
})

describe('the storage', () => {
  it('The fake storage can be blocked, full and mended', () => {
    const storage = fakeStorage({ a: '1' })
    storage.fill()
    expect(() => storage.setItem('b', '2')).toThrow('quota')
    expect(storage.getItem('a')).toBe('1')
    storage.block()
    expect(() => storage.getItem('a')).toThrow('insecure')
    storage.mend()
    storage.setItem('b', '2')
    expect(storage.entries()).toEqual({ a: '1', b: '2' })
  })

  it('The fake storage tells the page what another tab wrote', () => {
    offs.push(installPage())
    const storage = fakeStorage({ a: '1' })
    let told: unknown
    window.addEventListener(
      'storage',
      (event) =>
        (told = [
          (event as StorageEvent).key,
          (event as StorageEvent).oldValue,
          (event as StorageEvent).newValue,
        ]),
    )
    storage.elsewhere('a', '2')
    expect([told, storage.getItem('a')]).toEqual([['a', '1', '2'], '2'])
  })
})

describe('the relay', () => {
  interface Frame {
    id?: number
    result?: unknown
    params?: { data: { topic: string; message: string; tag?: number } }
  }
  const open = async (): Promise<{
    socket: WebSocket
    frames: Frame[]
    ask(method: string, params: object): Promise<unknown>
    closed(): number | undefined
  }> => {
    const socket = new WebSocket('wss://relay.test')
    const frames: Frame[] = []
    let code: number | undefined
    socket.addEventListener(
      'message',
      ({ data }) => void frames.push(JSON.parse(String(data)) as Frame),
    )
    socket.addEventListener('close', (event) => (code = event.code))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    let count = 0
    return {
      socket,
      frames,
      closed: () => code,
      async ask(method, params) {
        const id = ++count
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
        await new Promise((resolve) => setTimeout(resolve, 0))
        return frames.find((frame) => frame.id === id && 'result' in frame)?.result
      },
    }
  }

  it('The fake relay passes a message to its subscribers, at once or later, and to nobody else', async () => {
    const relay = fakeRelay()
    offs.push(relay.dispose)
    const [one, two] = [await open(), await open()]
    expect(await one.ask('irn_subscribe', { topic: 'a' })).toMatch(/^subscription/)
    expect(await two.ask('irn_publish', { topic: 'a', message: 'hello', tag: 1100 })).toBe(true)
    expect(await two.ask('irn_publish', { topic: 'b', message: 'later' })).toBe(true)
    expect(one.frames.at(-1)?.params?.data).toMatchObject({
      topic: 'a',
      message: 'hello',
      tag: 1100,
    })
    expect(two.frames.every(({ params }) => !params)).toBe(true)
    expect(await one.ask('irn_batchFetchMessages', { topics: ['b'] })).toMatchObject({
      messages: [{ message: 'later' }],
    })
    expect(relay.published.map(({ message }) => message)).toEqual(['hello', 'later'])
  })

  it('The fake relay can be cut, deaf, or closed to new sockets', async () => {
    const relay = fakeRelay()
    offs.push(relay.dispose)
    const one = await open()
    relay.deafen()
    expect(await one.ask('irn_subscribe', { topic: 'a' })).toBeUndefined()
    relay.deafen(false)
    relay.cut()
    expect([one.closed(), relay.sockets()]).toEqual([1006, 0])
    relay.refuse()
    const socket = new WebSocket('wss://relay.test')
    expect(
      await new Promise<number>((resolve) =>
        socket.addEventListener('close', ({ code }) => resolve(code)),
      ),
    ).toBe(1006)
  })
})

it('A world records what was done and what is held, and leaves the page as it was', async () => {
  const before = globalThis.setTimeout
  await inWorld({ make: sample, options: {} }, async ({ create, ledger, faults }) => {
    const kernel = create(sample())
    await visit(kernel)
    expect([
      ledger.acts.some(({ kind }) => kind === 'fetch'),
      ledger.held().length > 0,
      faults,
    ]).toEqual([true, true, []])
    kernel.dispose()
    expect(ledger.held()).toEqual([])
  })
  expect([globalThis.setTimeout, typeof window]).toEqual([before, 'undefined'])
})
