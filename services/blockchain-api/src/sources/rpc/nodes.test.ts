import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNodes, HEX, isCallError, QUANTITY, turnOf } from './nodes.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const answer = (value: object) => async () => new Response(JSON.stringify(value))
/** Answers nothing until it is told to stop. */
const hang = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_done, fail) => {
    init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
  })
/** Nodes by name, and the order in which they were asked. */
const setup = (nodes: Readonly<Record<string, typeof fetch>>) => {
  const asked: string[] = []
  const urls = Object.keys(nodes)
  const { ask } = createNodes(urls, (url, init) => {
    asked.push(String(url))
    return (nodes[String(url)] ?? hang)(url, init)
  })
  const result = (ms = 3500) =>
    ask('eth_chainId', [], turnOf(new AbortController().signal, ms), QUANTITY).catch(
      (error: Error) => error.name,
    )
  return { asked, result }
}
const good = answer({ result: '0x1' })

it('A first node that never answers leaves time for the second, and is asked last afterwards', async () => {
  const { asked, result } = setup({ a: hang, b: good })
  const first = result()
  await vi.advanceTimersByTimeAsync(1749)
  expect(asked).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toBe(1n)
  expect(await result()).toBe(1n)
  expect(asked).toEqual(['a', 'b', 'b'])
  vi.setSystemTime(Date.now() + 30_001)
  const later = result()
  await vi.advanceTimersByTimeAsync(1750)
  expect(await later).toBe(1n)
  expect(asked.slice(3)).toEqual(['a', 'b'])
})

it('Nodes that never answer take no more than the time of the query together', async () => {
  const { asked, result } = setup({ a: hang, b: hang, c: hang })
  const name = result()
  await vi.advanceTimersByTimeAsync(3500)
  expect(await name).toBe('TimeoutError')
  expect(asked).toEqual(['a', 'b', 'c'])
})

it.each([
  ['an error of HTTP', async () => new Response('busy', { status: 500 })],
  ['a limit of requests', answer({ error: { code: -32005, message: 'limit exceeded' } })],
  ['a block that is not there', answer({ error: { code: -32000, message: 'header not found' } })],
  ['no JSON', async () => new Response('<html>')],
  ['neither result nor error', answer({})],
  ['a list', answer([])],
  ['a result of another shape', answer({ result: { value: '0x1' } })],
  ['a number where hex is due', answer({ result: 1 })],
  ['null', answer({ result: null })],
  ['more than 8 MB', async () => new Response('x'.repeat((8 << 20) + 1))],
  ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
])('The next node is asked after %s', async (_, bad) => {
  const { asked, result } = setup({ a: bad, b: good })
  expect(await result()).toBe(1n)
  expect(asked).toEqual(['a', 'b'])
})

it.each([
  ['execution reverted', 3, true],
  ['out of gas', -32000, false],
  ['invalid opcode: INVALID', -32000, false],
])('A call that fails by "%s" is asked of no other node', async (message, code, isRevert) => {
  const asked: unknown[] = []
  const { ask } = createNodes(['a', 'b'], async (url) => {
    asked.push(url)
    return new Response(JSON.stringify({ error: { code, message } }))
  })
  const { signal } = new AbortController()
  const error: unknown = await ask('eth_call', [], turnOf(signal), HEX).catch(
    (failure: unknown) => failure,
  )
  expect(isCallError(error) && error.isRevert).toBe(isRevert)
  expect(isCallError(error)).toBe(true)
  expect(String((error as Error).message)).not.toContain(message)
  expect(asked).toEqual(['a'])
})

it('A query that is told to stop asks no further node and blames none', async () => {
  const asked: string[] = []
  const { ask } = createNodes(['a', 'b'], (url, init) => {
    asked.push(String(url))
    return asked.length === 1 ? hang(url, init) : answer({ result: '0x01' })()
  })
  const controller = new AbortController()
  const stopped = ask('eth_chainId', [], turnOf(controller.signal), HEX).catch(
    (error: Error) => error,
  )
  controller.abort(new Error('stop'))
  expect(await stopped).toMatchObject({ message: 'stop' })
  expect(await ask('eth_chainId', [], turnOf(new AbortController().signal), HEX)).toBe('0x01')
  expect(asked).toEqual(['a', 'a'])
})
