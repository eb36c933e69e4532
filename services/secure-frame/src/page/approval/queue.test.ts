import { MAX_QUEUED_REQUESTS } from '@latchkey/embedded-wallet/protocol'
import { expect, it } from 'vitest'
import { createQueue } from './queue.js'

const never = new AbortController().signal

it('Requests run one after the other, in their order, also after one that failed', async () => {
  const queue = createQueue()
  const order: string[] = []
  const step = (name: string) => async () => {
    order.push(`begin ${name}`)
    await Promise.resolve()
    order.push(`end ${name}`)
    if (name === 'a') throw new Error(name)
    return name
  }
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => queue.add(step(name), never)),
  )
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c'])
})

it('The twenty-first request is refused, and there is room again when one is done', async () => {
  const queue = createQueue()
  let finish: (() => void) | undefined
  const gate = new Promise<void>((resolve) => (finish = resolve))
  const first = queue.add(() => gate, never)
  const others = Array.from({ length: MAX_QUEUED_REQUESTS - 1 }, () =>
    queue.add(async () => 'done', never),
  )
  await expect(queue.add(async () => 'late', never)).rejects.toMatchObject({
    details: { reason: 'too_many_waiting' },
  })
  finish?.()
  await first
  expect(await Promise.all(others)).toHaveLength(MAX_QUEUED_REQUESTS - 1)
  expect(await queue.add(async () => 'later', never)).toBe('later')
})

it('A request that the page took back while it waited is not shown', async () => {
  const queue = createQueue()
  const abort = new AbortController()
  let finish: (() => void) | undefined
  const gate = new Promise<void>((resolve) => (finish = resolve))
  const first = queue.add(() => gate, never)
  let isShown = false
  const second = queue.add(async () => void (isShown = true), abort.signal)
  abort.abort()
  finish?.()
  await first
  await expect(second).rejects.toMatchObject({ details: { code: 4001 } })
  expect(isShown).toBe(false)
})
