// Frames that come twice, come in another order, or are junk of the relay.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openFrameProxy, type FrameProxy } from './frameProxy.js'
import { openStage, type Site, type Stage, type Wallet } from './support.js'

let stage: Stage
let proxy: FrameProxy
let site: Site
let wallet: Wallet
const uncaught: unknown[] = []
const note = (error: unknown): void => void uncaught.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  stage = await openStage()
  proxy = await openFrameProxy(stage.url)
  ;[site, wallet] = await Promise.all([stage.site({ relayUrl: proxy.url }), stage.wallet()])
  // Without the published client's pause between two requests (in s), the test is quicker.
  Object.assign(wallet.client.engine, { requestQueueDelay: 0 })
  wallet.answer = ({ params }) => (params as string[])[0]
  await site.connect(wallet)
})
afterEach(() => {
  Object.assign(proxy, { duplicates: false, reorders: 0, junk: [] })
  expect(uncaught).toEqual([])
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  await stage.close()
  await proxy.close()
})

let count = 0
const next = (): string => `0x${(count++).toString(16)}`
const ask = (text: string): Promise<unknown> =>
  site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: [text],
  })
/**
 * Sends so many requests at once. Each must get its own answer and reach the wallet once, and the
 * session must stay the same.
 */
async function askAtOnce(times = 10): Promise<void> {
  const before = wallet.requests.length
  const texts = Array.from({ length: times }, next)
  expect(await Promise.all(texts.map(ask))).toEqual(texts)
  expect(
    wallet.requests
      .slice(before)
      .map(({ params }) => (params as string[])[0])
      .sort(),
  ).toEqual([...texts].sort())
  expect(site.kernel.ports.connections.get().connections[0]?.id).toBe(wallet.topic)
  expect(wallet.ended).toEqual([])
}

it('Each of a hundred requests gets its own answer', async () => {
  await askAtOnce(100)
})

it('Frames that come twice are answered once', async () => {
  proxy.duplicates = true
  await askAtOnce()
  expect(proxy.done.duplicated).toBeGreaterThan(20)
})

it('Each request gets its own answer when frames overtake each other', async () => {
  proxy.reorders = 60
  await askAtOnce()
  expect(proxy.done.reordered).toBeGreaterThan(5)
})

const topic = 'f'.repeat(64)
const pushed = (data: unknown): string =>
  JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } })
it.each<[string, FrameProxy['junk']]>([
  ['text that is not JSON', ['', 'hello', '{', '\u0000', Buffer.from([0xff, 0xfe, 0x00])]],
  ['JSON of another kind', ['null', '7', '[]', '"text"', '{}', '{"jsonrpc":"2.0"}']],
  [
    'answers that nobody asked for',
    [
      '{"id":1,"jsonrpc":"2.0","result":true}',
      '{"id":2,"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}',
      '{"id":null,"result":null}',
    ],
  ],
  ['messages on an unknown topic', [pushed({ topic, message: 'AAAA', publishedAt: 0, tag: 1108 })]],
  ['empty messages', [pushed({}), pushed(null)]],
])('The session answers and stays where the relay sends %s', async (_, junk) => {
  proxy.junk = junk
  await askAtOnce()
  expect(proxy.done.junk).toBeGreaterThan(0)
})

it('The session stays where a message on its topic cannot be read', async () => {
  proxy.junk = ['', 'AAAA', Buffer.alloc(60).toString('base64')].map((message) =>
    pushed({ topic: wallet.topic, message, publishedAt: 0, tag: 1108 }),
  )
  await askAtOnce()
})

it('The session still answers after all these frames', async () => {
  await askAtOnce()
})
