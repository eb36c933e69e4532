// Frames that come twice, in another order, or that nobody sent.
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
  // The published client's own pause between two requests, in s.
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
/** Asks so many times at once: each is answered with its own, reaches the wallet once, and the session is what it was. */
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

it('answers each of a hundred with its own', async () => {
  await askAtOnce(100)
})

it('answers once what comes twice', async () => {
  proxy.duplicates = true
  await askAtOnce()
  expect(proxy.done.duplicated).toBeGreaterThan(20)
})

it('answers each with its own when frames overtake each other', async () => {
  proxy.reorders = 60
  await askAtOnce()
  expect(proxy.done.reordered).toBeGreaterThan(5)
})

const topic = 'f'.repeat(64)
const pushed = (data: unknown): string =>
  JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } })
it.each<[string, FrameProxy['junk']]>([
  ['no JSON', ['', 'hello', '{', '\u0000', Buffer.from([0xff, 0xfe, 0x00])]],
  ['JSON of another kind', ['null', '7', '[]', '"text"', '{}', '{"jsonrpc":"2.0"}']],
  [
    'answers to nothing',
    [
      '{"id":1,"jsonrpc":"2.0","result":true}',
      '{"id":2,"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}',
      '{"id":null,"result":null}',
    ],
  ],
  [
    'messages on a topic of nobody',
    [pushed({ topic, message: 'AAAA', publishedAt: 0, tag: 1108 })],
  ],
  ['messages without anything', [pushed({}), pushed(null)]],
])('answers and stays where the relay sends %s', async (_, junk) => {
  proxy.junk = junk
  await askAtOnce()
  expect(proxy.done.junk).toBeGreaterThan(0)
})

it('stays where a message on the topic of its session cannot be read', async () => {
  proxy.junk = ['', 'AAAA', Buffer.alloc(60).toString('base64')].map((message) =>
    pushed({ topic: wallet.topic, message, publishedAt: 0, tag: 1108 }),
  )
  await askAtOnce()
})

it('is the same afterwards', async () => {
  await askAtOnce()
})
