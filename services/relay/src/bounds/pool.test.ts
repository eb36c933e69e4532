import { describe, expect, it } from 'vitest'
import { createPool } from './pool.js'
import { createRanking } from './ranking.js'

describe('a pool', () => {
  const open = (bounds: Parameters<typeof createPool>[0]) => {
    const ended: string[] = []
    const met: string[] = []
    const own = new Map<string, number>()
    const pool = createPool(
      bounds,
      (clientId) => {
        ended.push(clientId)
        pool.addAmount(clientId, -(own.get(clientId) ?? 0))
        own.delete(clientId)
      },
      (bound) => met.push(bound),
    )
    const take = (clientId: string, more: number, connection = 0) => {
      const refusal = pool.refusalFor(clientId, connection, more)
      if (refusal) return refusal
      pool.addAmount(clientId, more)
      own.set(clientId, (own.get(clientId) ?? 0) + more)
      return 'taken'
    }
    return { pool, take, ended, met }
  }

  it('A pool refuses a request that would put a connection or a client over its bound', () => {
    const { take, met } = open({ connection: 10, client: 15, total: 1000 })
    expect([
      take('a', 11),
      take('a', 10),
      take('a', 1, 10),
      take('a', 6),
      take('a', 5),
      take('a', 1),
    ]).toEqual(['connection', 'taken', 'connection', 'client', 'taken', 'client'])
    expect(met).toEqual(['connection', 'connection', 'client', 'client'])
  })
  it('A full pool ends its largest client, and refuses a request that would exceed that one (audit H1)', () => {
    const { pool, take, ended } = open({ connection: 100, client: 100, total: 200 })
    for (const [clientId, amount] of [
      ['small', 5],
      ['large', 100],
      ['middle', 90],
    ] as const)
      take(clientId, amount)
    expect(take('greedy', 100)).toBe('total')
    expect(ended).toEqual([])
    expect(take('newcomer', 20)).toBe('taken')
    expect(ended).toEqual(['large'])
    expect(pool.total()).toBe(115)
  })
  it('A pool serves 1,000 modest clients while 400 others take as much as they can (audit H1)', () => {
    const { pool, take, ended } = open({ connection: 2000, client: 4000, total: 250_000 })
    for (let round = 0; round < 20; round += 1)
      for (let at = 0; at < 400; at += 1) take(`hostile ${at}`, 500)
    const honest = Array.from({ length: 1000 }, (_, at) => take(`honest ${at}`, 10))
    expect(new Set(honest)).toEqual(new Set(['taken']))
    for (let at = 0; at < 400; at += 1) take(`hostile ${at}`, 500)
    expect(ended.filter((clientId) => clientId.startsWith('honest'))).toEqual([])
    expect(pool.total()).toBeLessThanOrEqual(250_000)
  })
})

it('A ranking names the largest owner after any history of changes', () => {
  const ranking = createRanking()
  const amounts = new Map<string, number>()
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % below
  }
  for (let turn = 0; turn < 20_000; turn += 1) {
    const [owner, change] = [`o${random(50)}`, random(200) - 110]
    ranking.add(owner, change)
    amounts.set(owner, Math.max(0, (amounts.get(owner) ?? 0) + change))
    const largest = Math.max(...amounts.values())
    expect(amounts.get(ranking.largest() ?? '') ?? 0).toBe(largest)
  }
  expect(ranking.total()).toBe([...amounts.values()].reduce((sum, one) => sum + one, 0))
})
