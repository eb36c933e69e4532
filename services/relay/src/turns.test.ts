import { expect, it } from 'vitest'
import { createTurns } from './turns.js'

it('a small request goes before the large ones of others, and a client has one share however much it asks for (audit H2)', async () => {
  const turns = createTurns()
  const done: string[] = []
  const take = async (clientId: string, cost: number): Promise<void> => {
    await turns.take(clientId, cost)
    done.push(clientId)
  }
  const hostile = Array.from({ length: 400 }, (_, at) => take(`hostile ${at % 4}`, 500))
  await new Promise(setImmediate)
  const small = take('honest', 1)
  await small
  expect(done.length).toBeLessThan(8)
  await Promise.all(hostile)
  expect(done.length).toBe(401)
})

it('keeps the order of each client', async () => {
  const turns = createTurns()
  const done: number[] = []
  await Promise.all(
    [7, 300, 1, 1, 40, 2].map(async (cost, at) => {
      await turns.take('a', cost)
      done.push(at)
    }),
  )
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
})

it('looks at the sockets in between, however much waits', async () => {
  const turns = createTurns()
  let looks = 0
  let isOver = false
  const look = (): void => {
    looks += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await Promise.all(Array.from({ length: 5000 }, (_, at) => turns.take(`client ${at}`, 1)))
  isOver = true
  expect(looks).toBeGreaterThan(15)
})
