import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askNodes, pause } from './nodes.js'

const network = { id: 'test:1', rpcUrls: ['https://one.test/key', 'https://two.test'] } as const
/** The answers of the nodes, in the order in which they are asked. */
const answers: (() => Response | Promise<Response>)[] = []
const asked: { url: string; body: unknown; init: RequestInit }[] = []
const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const fail = () => Promise.reject(new TypeError('offline'))

beforeEach(() =>
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init, body: JSON.parse(String(init.body)) })
    return answers.shift()!()
  }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  answers.length = asked.length = 0
})

describe('the nodes', () => {
  it('A node is asked without cookies and referrer, and gets the parameters unchanged', async () => {
    answers.push(json({ result: '0x1' }), json({ result: null }), json({ result: 0 }))
    expect([
      await askNodes(network, 'read', ['a']),
      await askNodes(network, 'tx', { hash: 'b' }),
      await askNodes(network, 'now'),
    ]).toEqual(['0x1', null, 0])
    expect(asked.map(({ body }) => body)).toEqual(
      [
        { method: 'read', params: ['a'] },
        { method: 'tx', params: { hash: 'b' } },
        { method: 'now', params: [] },
      ].map((body) => ({ jsonrpc: '2.0', id: 1, ...body })),
    )
    expect(asked[0]).toMatchObject({
      url: 'https://one.test/key',
      init: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    })
  })
  it('The second node is asked where the first one cannot be reached', async () => {
    answers.push(fail, json({ result: 7 }))
    expect(await askNodes(network, 'read')).toBe(7)
    expect(asked.map(({ url }) => url)).toEqual(network.rpcUrls)
  })
  it('A call that a node refuses fails at once, and no other node is asked', async () => {
    answers.push(
      json({ error: { code: -32000, message: 'Internal error', data: 'x'.repeat(300) } }, 500),
    )
    await expect(askNodes(network, 'send')).rejects.toMatchObject({
      code: 'rpc.failed',
      context: { method: 'send', rpcCode: -32000 },
      message: `The node refused send: Internal error: ${'x'.repeat(200)}`,
    })
    expect(asked).toHaveLength(1)
  })
  it.each([
    [{}, 'no message'],
    [{ message: 'reverted', data: { reason: 1 } }, 'reverted'],
    [{ data: 'tx not found' }, 'tx not found'],
  ])('The error of a refused call repeats what the node said: %j', async (error, said) => {
    answers.push(json({ error }))
    await expect(askNodes(network, 'read')).rejects.toThrow(`The node refused read: ${said}`)
  })
  it.each([
    ['nothing of JSON-RPC', json([])],
    ['no JSON', () => new Response('<html>')],
    ['a failure', json({ result: 1 }, 502)],
  ])(
    'A node that answers with %s counts as failed, and the error shows its origin without the path',
    async (_, answer) => {
      answers.push(fail, answer)
      await expect(
        askNodes({ ...network, rpcUrls: ['https://a.test', 'https://b.test/key'] }, 'read'),
      ).rejects.toMatchObject({ code: 'http.status', context: { url: 'https://b.test' } })
    },
  )
  it('A call fails as http.unreachable where all nodes are offline, or the network has none', async () => {
    answers.push(fail, fail)
    await expect(askNodes(network, 'read')).rejects.toMatchObject({
      code: 'http.unreachable',
      context: { url: 'https://one.test/key' },
    })
    await expect(askNodes({ id: 'test:2', rpcUrls: [] }, 'read')).rejects.toMatchObject({
      code: 'http.unreachable',
      context: { url: 'test:2' },
    })
  })
  it('A call that was given up ends as aborted, and no further node is asked', async () => {
    const stop = new AbortController()
    answers.push(() => {
      stop.abort()
      return fail()
    })
    await expect(askNodes(network, 'read', [], stop.signal)).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    await expect(askNodes(network, 'read', [], stop.signal)).rejects.toMatchObject({
      code: 'kernel.aborted',
    })
    expect(asked).toHaveLength(1)
  })
})

describe('a pause', () => {
  it('A pause ends after its time or by its signal, and leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    try {
      const stop = new AbortController()
      const listens = vi.spyOn(stop.signal, 'removeEventListener')
      const done = vi.fn()
      void pause(1000).then(done)
      await vi.advanceTimersByTimeAsync(999)
      expect(done).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(done).toHaveBeenCalledTimes(1)
      const waiting = pause(1000, stop.signal)
      stop.abort()
      await waiting
      await pause(1000, stop.signal)
      expect([vi.getTimerCount(), listens.mock.calls.length]).toEqual([0, 2])
    } finally {
      vi.useRealTimers()
    }
  })
})
