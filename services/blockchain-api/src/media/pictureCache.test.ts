import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueue } from '../queue.js'
import { type FetchDocument } from './fetcher.js'
import { createPictureCache } from './pictureCache.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A cache whose links are asked one after the other. */
const open = (fetchDocument: FetchDocument, waiting: number) =>
  createPictureCache({
    fetchDocument,
    queue: createQueue({ running: 1, waiting }),
    keptMs: 300_000,
    now: Date.now,
  })
/** Hosts that never answer, but for the links that end in `good`, which take a second. */
const hosts = () => {
  const asked: string[] = []
  const fetchDocument: FetchDocument = (link) => {
    asked.push(link)
    return new Promise((answer) => {
      if (link.endsWith('good')) setTimeout(() => answer({ bytes: PNG }), 1_000)
    })
  }
  return { asked, fetchDocument }
}

it('The time of a picture does not run while it waits for its turn', async () => {
  const { asked, fetchDocument } = hosts()
  const cache = open(fetchDocument, 10)
  const dead = [1, 2, 3].map((each) => cache.read(`dead ${each}`, `https://dead.example/${each}`))
  const good = cache.read('good', 'https://pictures.example/good')
  await vi.advanceTimersByTimeAsync(19_100)
  expect(await Promise.all(dead)).toEqual([undefined, undefined, undefined])
  expect((await good)?.bytes).toEqual(PNG)
  expect(asked).toHaveLength(4)
})

it('A picture for which there is no room in the queue is asked for at the next reading', async () => {
  const { asked, fetchDocument } = hosts()
  const cache = open(fetchDocument, 0)
  void cache.read('dead', 'https://dead.example/')
  const read = () => cache.read('good', 'https://pictures.example/good')
  await expect(read()).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(6_100)
  const good = read()
  await vi.advanceTimersByTimeAsync(1_100)
  expect((await good)?.bytes).toEqual(PNG)
  expect(asked).toHaveLength(2)
})

it('A host that does not answer in time is not asked again for a minute', async () => {
  const { asked, fetchDocument } = hosts()
  const cache = open(fetchDocument, 10)
  const read = () => cache.read('dead', 'https://dead.example/')
  const first = read()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(await first).toBeUndefined()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await read()).toBeUndefined()
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(11_000)
  void read()
  expect(asked).toHaveLength(2)
})
