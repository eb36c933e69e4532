import { expect, it } from 'vitest'
import { createBoundedCache } from './boundedCache.js'

it('The oldest values give way, and one that is too heavy drives nobody out', () => {
  const cache = createBoundedCache<string>(10)
  cache.set('a', '1', 4)
  cache.set('b', '2', 4)
  cache.set('a', '3', 4)
  cache.set('c', '4', 4)
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['3', undefined, '4'])
  cache.set('d', '5', 11)
  cache.set('c', '6', 11)
  expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual(['3', undefined, undefined, undefined])
  cache.set('e', '7', 6)
  expect(['a', 'e'].map(cache.get)).toEqual(['3', '7'])
})
