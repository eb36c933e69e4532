import { parseFrameMessage } from '@latchkey/embedded-wallet/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serve, type Handlers } from './channel.js'
import { FrameError, rejected } from './errors.js'

let page: MessagePort
let frame: MessagePort
let replies: { id?: string; type: string; payload?: { message?: string } }[]
let wake: (() => void) | undefined

beforeEach(() => {
  const channel = new MessageChannel()
  page = channel.port1
  frame = channel.port2
  replies = []
  page.onmessage = ({ data }) => {
    replies.push(data)
    wake?.()
  }
})
afterEach(() => page.close())

/** Waits for so many messages of the frame. */
async function heard(count: number) {
  while (replies.length < count) await new Promise<void>((resolve) => (wake = resolve))
  return replies
}

describe('the channel', () => {
  it('Every reply carries the id of its request and is a success or an error [FRAME-10]', async () => {
    serve(frame, {
      'get chain id': () => ({ chainId: 1 }),
      'sign out': () => Promise.reject(new FrameError('No')),
    })
    page.postMessage({ type: 'get chain id', id: 'a' })
    page.postMessage({ type: 'sign out', id: 'b' })
    page.postMessage({ type: 'reload', id: 'c' })
    const all = await heard(3)
    expect(all.map(({ id, type }) => [id, type]).sort()).toEqual([
      ['a', 'get chain id success'],
      ['b', 'sign out error'],
      ['c', 'reload error'],
    ])
    expect(all.every((reply) => parseFrameMessage(reply) !== undefined)).toBe(true)
  })

  it('An error carries a message, and one that is not made for the page stays inside', async () => {
    serve(frame, {
      'sign out': () => {
        throw new Error('secret 0x1234')
      },
      reload: () => {
        throw new FrameError('The code is wrong.', { reason: 'code_wrong' })
      },
    })
    page.postMessage({ type: 'sign out', id: 'a' })
    page.postMessage({ type: 'reload', id: 'b' })
    const texts = (await heard(2)).map(({ payload }) => payload?.message)
    expect(texts.sort()).toEqual(['Something went wrong', 'The code is wrong.'])
  })

  it('A request that is taken back ends its signal and gets no answer', async () => {
    let isAborted = false
    serve(frame, {
      'connect device': (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            isAborted = true
            resolve(undefined)
          }),
        ),
      'get chain id': () => ({ chainId: 1 }),
    })
    page.postMessage({ type: 'connect device', id: 'a' })
    page.postMessage({ type: 'cancel', id: 'a' })
    page.postMessage({ type: 'get chain id', id: 'b' })
    expect((await heard(1)).map(({ id }) => id)).toEqual(['b'])
    expect(isAborted).toBe(true)
  })

  it('An RPC that is taken back is answered by its outcome', async () => {
    serve(frame, {
      'rpc request': ({ method }, signal) =>
        new Promise((resolve, reject) =>
          signal.addEventListener('abort', () =>
            method === 'personal_sign' ? reject(rejected()) : resolve({ result: '0x01' }),
          ),
        ),
    })
    for (const [id, method] of [
      ['a', 'personal_sign'],
      ['b', 'eth_sendTransaction'],
    ]) {
      page.postMessage({ type: 'rpc request', id, payload: { method, params: [] } })
      page.postMessage({ type: 'cancel', id })
    }
    expect(await heard(2)).toMatchObject([
      { id: 'a', type: 'rpc request error', payload: { code: 4001 } },
      { id: 'b', type: 'rpc request success', payload: { result: '0x01' } },
    ])
  })

  it('An id in flight is not run twice', async () => {
    let runs = 0
    let finish: (() => void) | undefined
    const handlers: Handlers = {
      'sign out': () => {
        runs += 1
        return new Promise((resolve) => (finish = () => resolve(undefined)))
      },
      'get chain id': () => ({ chainId: 1 }),
    }
    serve(frame, handlers)
    page.postMessage({ type: 'sign out', id: 'a' })
    page.postMessage({ type: 'sign out', id: 'a' })
    page.postMessage({ type: 'get chain id', id: 'b' })
    await heard(1)
    finish?.()
    await heard(2)
    expect(runs).toBe(1)
  })

  it('Messages that are none of the protocol get no answer and run nothing', async () => {
    let runs = 0
    serve(frame, {
      'switch network': ({ chainId }) => {
        runs += 1
        return { chainId }
      },
      'get chain id': () => ({ chainId: 1 }),
    })
    const type = fc.constantFrom('switch network', 'get chain id', 'toString', 'constructor', '')
    const id = fc.oneof(fc.constant(''), fc.integer(), fc.constant('x'.repeat(65)))
    const strange = fc.oneof(
      fc.anything({ withObjectString: true }),
      fc.record({ type, id, payload: fc.jsonValue() }),
      fc.record({
        type: fc.constant('switch network'),
        id: fc.constant('a'),
        more: fc.jsonValue(),
      }),
    )
    for (const message of fc.sample(strange, 2_000)) {
      try {
        page.postMessage(message)
      } catch {
        // It cannot be cloned, so that no page can post it.
      }
    }
    page.postMessage({ type: 'get chain id', id: 'last' })
    expect((await heard(1)).map((reply) => reply.id)).toEqual(['last'])
    expect(runs).toBe(0)
  })
})
