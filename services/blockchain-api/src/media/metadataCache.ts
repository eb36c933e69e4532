import { isRefusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '../boundedCache.js'
import { type Queue } from '../queue.js'
import { type SourcePool, inTime } from '../sources/pool.js'
import { type NftKey, type NftMetadata } from '../sources/source.js'

/** A node's answer and then the file's. */
const PATIENCE_MS = 9000
const KEPT_MS = 3_600_000
/** A description that could not be had is asked for again sooner. */
const FAILED_KEPT_MS = 60_000
/** Letters in all kept descriptions; a picture inside of one counts as well. */
const MAX_LETTERS = 32e6

interface Kept {
  until: number
  answer: Promise<NftMetadata | undefined>
}

/**
 * Reads descriptions of NFTs, each once an hour. One that cannot be had is `undefined`.
 * @throws Refusal 503 where too much is being fetched
 */
export function createMetadataCache(pool: SourcePool, queue: Queue, now: () => number) {
  const kept = createBoundedCache<Kept>(MAX_LETTERS)
  return (nft: NftKey): Promise<NftMetadata | undefined> => {
    const key = `${nft.chain}:${nft.token}:${nft.tokenId}`.toLowerCase()
    const before = kept.get(key)
    if (before && now() < before.until) return before.answer
    const entry: Kept = {
      until: now() + KEPT_MS,
      answer: queue
        .run(async () => {
          const source = pool.find('metadata', nft.chain)
          return source && inTime(PATIENCE_MS, (signal) => source.metadata({ ...nft, signal }))
        })
        .catch((error: unknown) => {
          entry.until = isRefusal(error) ? 0 : now() + FAILED_KEPT_MS
          if (isRefusal(error)) throw error
          return undefined
        }),
    }
    kept.set(key, entry, key.length)
    return entry.answer.then((metadata) => {
      kept.set(key, entry, key.length + JSON.stringify(metadata ?? '').length)
      return metadata
    })
  }
}
