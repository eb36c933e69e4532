import { frameOffer, isFrameReady } from '@latchkey/embedded-wallet/protocol'
import { expect, it, vi } from 'vitest'
import { awaitParent, type Parent } from './handshake.js'

const SHOP = 'https://shop.example'

const NONCE = 'ef'.repeat(16)

/** A window with a parent, whose messages the test posts: before the page's module runs, or after. */
function createWorld(ancestorOrigins?: string[], kept: readonly object[] = []) {
  const listeners = new Set<(event: MessageEvent) => void>()
  const posted: unknown[] = []
  const parent = { postMessage: (data: unknown) => void posted.push(data) }
  const self = {
    parent,
    location: { ancestorOrigins },
    addEventListener: (_: string, listen: (event: MessageEvent) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: MessageEvent) => void) =>
      listeners.delete(listen),
  } as unknown as Window
  const { port1, port2 } = new MessageChannel()
  const offer = frameOffer('ab'.repeat(16), NONCE)
  const good = { data: offer, origin: SHOP, source: parent, ports: [port2] }
  const early = {
    nonce: NONCE,
    take: () => kept.map((change) => ({ ...good, ...change }) as unknown as MessageEvent),
  }
  let found: Parent | undefined
  const isAllowed = (origin: string) => origin === SHOP
  const done = awaitParent({ self, early, isAllowed }).then((parent) => {
    found = parent
  })
  const post = (change: object = {}) =>
    [...listeners].forEach((listen) => listen({ ...good, ...change } as unknown as MessageEvent))
  return {
    post,
    posted,
    offer,
    done,
    port: port1,
    find: () => found,
    isListening: () => listeners.size > 0,
  }
}

it.each<[string, (world: ReturnType<typeof createWorld>) => object]>([
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['an opaque origin', () => ({ origin: 'null' })],
  ['another window', () => ({ source: {} })],
  ['no port', () => ({ ports: [] })],
  ['two ports', () => ({ ports: [new MessageChannel().port1, new MessageChannel().port1] })],
  [
    'the nonce of another document',
    ({ offer }) => ({ data: { ...offer, frameNonce: 'cd'.repeat(16) } }),
  ],
  ['another version', ({ offer }) => ({ data: { ...offer, version: 3 } })],
  ['a field too many', ({ offer }) => ({ data: { ...offer, more: 1 } })],
  ['a text', () => ({ data: 'latchkey frame connect' })],
])('An offer with %s is not taken, and the right one after it is', async (_, change) => {
  const world = createWorld([SHOP])
  world.post(change(world))
  await Promise.resolve()
  expect([world.find(), world.isListening()]).toEqual([undefined, true])
  world.post()
  await world.done
  expect(world.find()?.origin).toBe(SHOP)
  world.port.close()
})

it('A second handshake is ignored', async () => {
  const world = createWorld()
  world.post()
  await world.done
  expect(world.isListening()).toBe(false)
  world.port.close()
})

it('Of the offers that came before the module ran, the first right one is taken, and no other', async () => {
  const second = new MessageChannel()
  const world = createWorld(
    [SHOP],
    [{ origin: 'https://evil.example' }, {}, { ports: [second.port2] }],
  )
  await world.done
  expect([world.find()?.origin, world.isListening()]).toEqual([SHOP, false])
  const heard: unknown[] = []
  second.port1.onmessage = ({ data }) => heard.push(data)
  await new Promise<void>((done) => (world.port.onmessage = () => done()))
  expect(heard).toEqual([])
  for (const port of [world.port, second.port1]) port.close()
})

it('A page of the project that stands in a stranger’s page gets no answer', async () => {
  const world = createWorld([SHOP, 'https://evil.example'])
  world.post()
  await Promise.resolve()
  expect(world.find()).toBeUndefined()
  world.port.close()
})

it('A ready event that was lost is said again, with the same nonce, until a port is taken', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { post, posted, done } = createWorld()
    vi.advanceTimersByTime(2_000)
    expect(posted.every(isFrameReady)).toBe(true)
    expect(posted).toEqual([{ ...posted[0]!, nonce: NONCE }, posted[0]])
    post()
    await done
    vi.advanceTimersByTime(10_000)
    expect(posted.length).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
