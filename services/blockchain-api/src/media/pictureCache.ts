import { inTime } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type Queue } from '../queue.js'
import { type FetchDocument } from './fetcher.js'
import { type Picture, readPicture } from './picture.js'

/** Fetches pictures, and keeps them for a while; of many who want one at once, one asks. */
export interface PictureCache {
  /**
   * @param key of the picture in the cache
   * @returns `undefined` where the link has no picture, or does not answer
   * @throws Refusal 503 where too much is being fetched
   */
  read(key: string, link: string): Promise<Picture | undefined>
}

export interface PictureCacheOptions {
  fetchDocument: FetchDocument
  queue: Queue
  /** A picture is fetched anew after so many ms. */
  keptMs: number
  now(): number
}

const FETCH_MS = 6000
/** A picture that could not be had is asked for again sooner. */
const FAILED_KEPT_MS = 60_000
const MAX_BYTES = 16 << 20
/** Weight of an entry beside its bytes. */
const ENTRY_BYTES = 500

interface Kept {
  until: number
  picture: Promise<Picture | undefined>
}

export function createPictureCache(options: PictureCacheOptions): PictureCache {
  const { fetchDocument, queue, keptMs, now } = options
  const kept = createBoundedCache<Kept>(MAX_BYTES)
  const fetchPicture = (link: string): Promise<Picture | undefined> =>
    // The clock starts when the link is asked: a turn in the queue says nothing about its host.
    queue
      .run(() => inTime(FETCH_MS, (signal) => fetchDocument(link, signal)))
      .then(({ bytes }) => readPicture(bytes))
  const keep = (key: string, link: string): Kept => {
    const weight = ENTRY_BYTES + 2 * key.length
    const entry: Kept = {
      until: now() + keptMs,
      picture: fetchPicture(link).catch((error: unknown) => {
        entry.until = isRefusal(error) ? 0 : now() + FAILED_KEPT_MS
        if (isRefusal(error)) throw error
        return undefined
      }),
    }
    kept.set(key, entry, weight)
    void entry.picture.then(
      (picture) => kept.set(key, entry, weight + (picture?.bytes.length ?? 0)),
      () => undefined,
    )
    return entry
  }
  return {
    read(key, link) {
      const before = kept.get(key)
      return (before && now() < before.until ? before : keep(key, link)).picture
    },
  }
}
