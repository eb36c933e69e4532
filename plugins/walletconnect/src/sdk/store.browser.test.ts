import { expect, it } from 'vitest'
import { openStore } from './store.js'

const opened = async () => openStore(`test-${crypto.randomUUID()}`)

it.each([5_000, 20_000])(
  'The store returns the newest 1,000 of %i entries that a script of the site wrote (audit L8)',
  async (count) => {
    const store = await opened()
    await store.setItem(
      'sessions',
      Array.from({ length: count }, (_, index) => ({ topic: `t${index}` })),
    )
    await store.setItem(
      'keychain',
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'k'])),
    )
    const sessions = (await store.getItem<{ topic: string }[]>('sessions'))!
    expect([sessions.length, sessions.at(-1)?.topic]).toEqual([1_000, `t${count - 1}`])
    expect(Object.keys((await store.getItem<object>('keychain'))!).at(-1)).toBe(`t${count - 1}`)
    expect(
      (await store.getEntries<object>()).map(([key, value]) => [key, Object.keys(value).length]),
    ).toEqual([
      ['keychain', 1_000],
      ['sessions', 1_000],
    ])
    store.close()
  },
)

it('The store reads back its values, except those over 4,000,000 characters or not JSON (audit L8)', async () => {
  const name = `test-${crypto.randomUUID()}`
  const store = await openStore(name)
  await store.setItem('list', [{ a: [1, 2] }])
  await store.setItem('long', 'x'.repeat(4_000_000))
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
  })
  await new Promise(
    (resolve) =>
      (database
        .transaction('entries', 'readwrite')
        .objectStore('entries')
        .put('{', 'broken').onsuccess = resolve),
  )
  database.close()
  expect(
    await Promise.all(['list', 'long', 'broken', 'none'].map((key) => store.getItem(key))),
  ).toEqual([[{ a: [1, 2] }], undefined, undefined, undefined])
  expect(await store.getKeys()).toEqual(['broken', 'list', 'long'])
  store.close()
})

it('The store lists 1,000 keys at most (audit L8)', async () => {
  const store = await opened()
  await Promise.all(Array.from({ length: 1_100 }, (_, index) => store.setItem(`k${index}`, 1)))
  expect([(await store.getKeys()).length, (await store.getEntries()).length]).toEqual([
    1_000, 1_000,
  ])
  store.close()
})
