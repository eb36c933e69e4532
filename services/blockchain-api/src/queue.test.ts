import { expect, it } from 'vitest'
import { createQueue } from './queue.js'

const never = () => new Promise<never>(() => {})
const word = (running: Promise<unknown>) =>
  running.then(String, (error: Error & { status?: number }) => error.status ?? error.message)

it('So many tasks run at once, the others wait in their order, and one too many is refused', async () => {
  const queue = createQueue({ running: 1, waiting: 2 })
  const order: string[] = []
  const gates: (() => void)[] = []
  const task = (name: string) => () =>
    new Promise<void>((done) => {
      order.push(name)
      gates.push(done)
    })
  const tasks = ['a', 'b', 'c'].map((name) => queue.run(task(name)))
  await expect(queue.run(task('d'))).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  })
  expect(order).toEqual(['a'])
  for (const [at, running] of tasks.entries()) {
    gates[at]?.()
    await running
  }
  expect(order).toEqual(['a', 'b', 'c'])
  const last = queue.run(task('e'))
  gates[3]?.()
  await last
  expect(order).toEqual(['a', 'b', 'c', 'e'])
})

it('A task that fails gives its place free', async () => {
  const queue = createQueue({ running: 1, waiting: 1 })
  expect(await word(queue.run(() => Promise.reject(new Error('bad'))))).toBe('bad')
  expect(await word(queue.run(async () => 'good'))).toBe('good')
})

it('One that stops waiting leaves its place in the queue to another', async () => {
  const queue = createQueue({ running: 1, waiting: 1 })
  void queue.run(never)
  const controller = new AbortController()
  const waiting = word(queue.run(never, controller.signal))
  expect(await word(queue.run(never))).toBe(503)
  controller.abort(new Error('left'))
  expect(await waiting).toBe('left')
  const next = new AbortController()
  const another = word(queue.run(never, next.signal))
  next.abort(new Error('left too'))
  expect(await another).toBe('left too')
  expect(await word(queue.run(never, next.signal))).toBe('left too')
})

it('A task that does not end when it is told to gives its place to the next one', async () => {
  const queue = createQueue({ running: 1, waiting: 1 })
  const controller = new AbortController()
  const running = word(queue.run(never, controller.signal))
  const waiting = word(queue.run(async () => 'next'))
  controller.abort(new Error('told to stop'))
  expect(await running).toBe('told to stop')
  expect(await waiting).toBe('next')
})
