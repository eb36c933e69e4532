import { refusal } from '@latchkey/service-kit/http'
import { createCircuits } from '@latchkey/service-kit/shared'
import { expect, it } from 'vitest'
import { createLastGood } from './lastGood.js'
import { createSourcePool } from './pool.js'
import { type Balances, type Source, type SourceHealth } from './source.js'

const CHAIN = 'eip155:1'
const setup = (sources: Source[], timeoutMs = 4000) => {
  let time = 0
  const lines: unknown[][] = []
  const pool = createSourcePool({
    sources,
    log: (...line) => void lines.push(line),
    circuits: createCircuits({ prefix: '', now: () => time }),
    now: () => time,
    timeoutMs,
  })
  return {
    pool,
    lines,
    pass: (ms: number) => (time += ms),
    ask: (chain = CHAIN, only?: string) =>
      pool
        .ask('balances', chain, (source, signal) => source.balances({ signal } as never), only)
        .then(({ source }) => source)
        .catch((error: { status: number; message: string }) => error.status ?? error.message),
  }
}
const source = (id: string, balances: () => Promise<Balances>, chains = [CHAIN]): Source => ({
  id,
  chains,
  balances,
})
const good = async (): Promise<Balances> => ({ items: [] })
const bad = () => Promise.reject(new Error('key=abc of the provider'))

it('The next source is asked where one fails, and the log has no word of the failure', async () => {
  const { ask, lines, pool } = setup([source('a', bad), source('b', good)])
  expect(await ask()).toBe('b')
  expect(lines).toEqual([
    ['warn', 'source.failed', { source: 'a', chain: CHAIN, kind: 'balances', error: 'Error' }],
  ])
  expect([
    pool.has('balances', CHAIN),
    pool.has('history', CHAIN),
    pool.has('balances', 'x'),
  ]).toEqual([true, false, false])
})

it('A source that is named by a cursor is asked alone', async () => {
  const { ask } = setup([source('a', bad), source('b', good)])
  expect(await ask(CHAIN, 'b')).toBe('b')
  expect(await ask(CHAIN, 'a')).toBe(503)
  expect(await ask(CHAIN, 'gone')).toBe(503)
})

it('Five failures in 30 s rest a source for 30 s, on that chain alone', async () => {
  let calls = 0
  const flaky = source('a', () => ((calls += 1), bad()), [CHAIN, 'eip155:2'])
  const { ask, pass, pool } = setup([flaky])
  for (let at = 0; at < 5; at += 1) expect(await ask()).toBe(503)
  expect([calls, pool.resting()]).toEqual([5, [`a ${CHAIN}`]])
  await ask()
  expect(calls).toBe(5)
  await ask('eip155:2')
  expect(calls).toBe(6)
  pass(30_000)
  await ask()
  expect(calls).toBe(7)
})

it('Failures that lie further apart rest nothing', async () => {
  const { ask, pass, pool } = setup([source('a', bad)])
  for (let at = 0; at < 10; at += 1) {
    await ask()
    pass(8000)
  }
  expect(pool.resting()).toEqual([])
})

it('A source that never answers is told to stop and passed over', async () => {
  let signal: AbortSignal | undefined
  const silent: Source = {
    id: 'a',
    chains: [CHAIN],
    balances: (query) => ((signal = query.signal), new Promise<Balances>(() => {})),
  }
  const { ask } = setup([silent, source('b', good)], 5)
  expect(await ask()).toBe('b')
  expect(signal?.aborted).toBe(true)
})

it('A refusal of a source is the answer and no failure of it', async () => {
  const { ask, pool } = setup([
    source('a', () => Promise.reject(refusal(400, 'x', 'bad'))),
    source('b', good),
  ])
  for (let at = 0; at < 6; at += 1) expect(await ask()).toBe(400)
  expect(pool.resting()).toEqual([])
})

const RULE = { sizeOf: (list: readonly unknown[]) => list.length }

it('The last good answer is given for ten minutes while the sources fail, and only then', async () => {
  let now = 0
  const kept = createLastGood(() => now)
  const fail = (status: 503 | 400) => () => Promise.reject(refusal(status, 'x', 'y'))
  expect(await kept.get('k', RULE, async () => [1])).toEqual({ answer: [1], age: 0 })
  now = 599_000
  expect(await kept.get('k', RULE, fail(503))).toEqual({ answer: [1], age: 599 })
  await expect(kept.get('k', RULE, fail(400))).rejects.toThrow('y')
  await expect(kept.get('other', RULE, fail(503))).rejects.toThrow('y')
  now = 601_000
  await expect(kept.get('k', RULE, fail(503))).rejects.toThrow('y')
})

it('Long keys count towards the bound of the last good answers', async () => {
  const kept = createLastGood(() => 0)
  const fail = () => Promise.reject(refusal(503, 'x', 'y'))
  await kept.get('first', RULE, async () => [1])
  for (let at = 0; at < 25; at += 1)
    await kept.get(`${at}${'k'.repeat(1_000_000)}`, RULE, async () => [1])
  await expect(kept.get('first', RULE, fail)).rejects.toThrow('y')
})

it('An answer that lacks something does not take the place of a whole one', async () => {
  const kept = createLastGood(() => 0)
  const rule = { ...RULE, isWhole: (list: readonly unknown[]) => list.length > 1 }
  await kept.get('k', rule, async () => [1, 2])
  expect(await kept.get('k', rule, async () => [1])).toEqual({ answer: [1], age: 0 })
  const fail = () => Promise.reject(refusal(503, 'x', 'y'))
  expect((await kept.get('k', rule, fail)).answer).toEqual([1, 2])
})

it('A forced question is never answered by what was good before', async () => {
  const kept = createLastGood(() => 0)
  await kept.get('k', RULE, async () => [1])
  const fail = () => Promise.reject(refusal(503, 'x', 'y'))
  await expect(kept.get('k', { ...RULE, isForced: true }, fail)).rejects.toThrow('y')
})

it('An empty answer is not kept, and the one before it neither', async () => {
  const kept = createLastGood(() => 0)
  const fail = () => Promise.reject(refusal(503, 'x', 'y'))
  await kept.get('k', RULE, async () => [1])
  await kept.get('k', RULE, async () => [])
  await expect(kept.get('k', RULE, fail)).rejects.toThrow('y')
})

it('A source that is taken from the pool is not judged by it, and is not given while it rests', async () => {
  const { ask, pool } = setup([source('a', bad), source('b', good)])
  expect(pool.find('balances', CHAIN)?.id).toBe('a')
  expect(pool.find('settled', CHAIN)).toBeUndefined()
  for (let at = 0; at < 5; at += 1) await ask()
  expect(pool.find('balances', CHAIN)?.id).toBe('b')
})

it('The health of sources is told with their names, and one that fails to tell it is away', async () => {
  const fine: SourceHealth = { chain: CHAIN, state: 'ok', since: 5, top: 9 }
  const { pool } = setup([
    { ...source('a', good), health: async () => [fine] },
    { ...source('b', good), health: () => Promise.reject(new Error('key=abc')) },
    source('c', good),
  ])
  expect(await pool.health()).toEqual([
    { source: 'a', ...fine },
    { source: 'b', chain: CHAIN, state: 'away', since: 0 },
  ])
})

it('A pool that is closed gives back everything that its sources opened', async () => {
  let closed = 0
  const { pool } = setup([{ ...source('a', good), close: async () => void (closed += 1) }])
  await pool.close()
  expect(closed).toBe(1)
})
