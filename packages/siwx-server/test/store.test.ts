import { describe, expect, it } from 'vitest'
import { memoryStore } from '../src/index.js'

const make = (max?: number) => {
  const time = { now: 0 }
  return { time, store: memoryStore({ clock: () => time.now, ...(max !== undefined && { max }) }) }
}

describe('the store in memory', () => {
  it('The store in memory keeps, replaces and takes entries', async () => {
    const { store } = make()
    expect(await store.get('a')).toBeUndefined()
    await store.set('a', '1', 10)
    await store.set('a', '2', 10)
    expect(await store.get('a')).toBe('2')
    expect(await store.take('a')).toBe('2')
    expect(await store.take('a')).toBeUndefined()
    expect(await store.get('a')).toBeUndefined()
  })

  it('A taken entry goes to one of many', async () => {
    const { store } = make()
    await store.set('a', '1', 10)
    expect(
      (await Promise.all(Array.from({ length: 1_000 }, () => store.take('a')))).filter(
        (value) => value === '1',
      ),
    ).toHaveLength(1)
  })

  it('An entry is forgotten when its time is over, which may be set anew', async () => {
    const { store, time } = make()
    await store.set('a', '1', 10)
    await store.set('b', '1', 10)
    time.now = 9
    await store.set('b', '2', 10)
    expect(await store.get('a')).toBe('1')
    time.now = 10
    expect(await store.get('a')).toBeUndefined()
    expect(await store.take('a')).toBeUndefined()
    expect(await store.get('b')).toBe('2')
  })

  it('A full store removes expired entries first, then those that expire first', async () => {
    const { store, time } = make(100)
    for (let each = 0; each < 50; each++) await store.set(`session ${each}`, 's', 1_000_000)
    for (let each = 0; each < 10_000; each++) await store.set(`nonce ${each}`, 'n', 1_000 + each)
    const held = async (what: string, count: number) =>
      (
        await Promise.all(Array.from({ length: count }, (_, each) => store.get(`${what} ${each}`)))
      ).filter(Boolean).length
    expect(await held('session', 50)).toBe(50)
    expect(await held('nonce', 10_000)).toBeLessThanOrEqual(50)
    expect(await store.get('nonce 9999')).toBe('n')
    time.now = 20_000
    await store.set('late', '1', 10)
    expect(await held('session', 50)).toBe(50)
    expect(await store.get('late')).toBe('1')
  })
})
