import { expect, it } from 'vitest'
import { createTurns } from './turns.js'

it('A small request runs before the large ones of others, and each client gets an equal share (audit H2)', async () => {
  const turns = createTurns()
  const done: string[] = []
  const take = async (clientId: string, cost: number): Promise<void> => {
    await turns.waitForTurn(clientId, cost)
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

it('The requests of one client run in the order in which they came', async () => {
  const turns = createTurns()
  const done: number[] = []
  await Promise.all(
    [7, 300, 1, 1, 40, 2].map(async (cost, at) => {
      await turns.waitForTurn('a', cost)
      done.push(at)
    }),
  )
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
})

it('The relay goes on reading sockets while 5,000 requests wait for their turns', async () => {
  const turns = createTurns()
  let looks = 0
  let isOver = false
  const look = (): void => {
    looks += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await Promise.all(Array.from({ length: 5000 }, (_, at) => turns.waitForTurn(`client ${at}`, 1)))
  isOver = true
  expect(looks).toBeGreaterThan(15)
})
