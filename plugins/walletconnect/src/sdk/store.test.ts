import { fakeStorage } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import { storeIn } from './store.js'

it('A store in the storage of a host keeps its values beside those of others', async () => {
  const storage = fakeStorage()
  storage.setItem('theirs', 'untouched')
  const [one, two] = [storeIn(storage, 'one'), storeIn(storage, 'two')]
  await one.setItem('list', [{ a: [1, 2] }])
  await two.setItem('list', 'other')
  await two.removeItem('list')
  const reopened = storeIn(storage, 'one')
  expect(await reopened.getItem('list')).toEqual([{ a: [1, 2] }])
  expect(await reopened.getKeys()).toEqual(['list'])
  expect(await reopened.getEntries()).toEqual([['list', [{ a: [1, 2] }]]])
  expect(await two.getKeys()).toEqual([])
  expect(await two.getItem('list')).toBeUndefined()
  expect(storage.getItem('theirs')).toBe('untouched')
})

it('A store in the storage of a host reads nothing that is not JSON, and 1,000 keys at most', async () => {
  const storage = fakeStorage()
  storage.setItem('name:broken', '{')
  expect(await storeIn(storage, 'name').getItem('broken')).toBeUndefined()
  for (let index = 0; index < 1_100; index++) storage.setItem(`name:${index}`, '1')
  expect(await storeIn(storage, 'name').getKeys()).toHaveLength(1_000)
})
