import { createBoundedCache } from '../boundedCache.js'
import { type SourcePool, inTime } from '../sources/pool.js'
import { type NftKey, type NftMetadata } from '../sources/source.js'

/** A node's answer and then the file's. */
const PATIENCE_MS = 9000
const KEPT_MS = 3_600_000
/** A description that could not be had is asked for again sooner. */
const FAILED_KEPT_MS = 60_000
/** Letters in all kept descriptions; a picture inside of one counts as well. */
const MAX_LETTERS = 32e6
/** So many descriptions are fetched at once. */
const MAX_RUNNING = 20

interface Kept {
  until: number
  answer: Promise<NftMetadata | undefined>
}

/** Reads descriptions of NFTs, each once an hour, a bounded number at a time. Nothing is thrown. */
export function createMetadataCache(pool: SourcePool, now: () => number) {
  const kept = createBoundedCache<Kept>(MAX_LETTERS)
  const queue: (() => void)[] = []
  let running = 0
  const inTurn = async <Answer>(task: () => Promise<Answer>): Promise<Answer> => {
    if (running >= MAX_RUNNING) await new Promise<void>((go) => queue.push(go))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
  return (nft: NftKey): Promise<NftMetadata | undefined> => {
    const key = `${nft.chain}:${nft.token}:${nft.tokenId}`.toLowerCase()
    const before = kept.get(key)
    if (before && now() < before.until) return before.answer
    const entry: Kept = {
      until: now() + KEPT_MS,
      answer: inTurn(async () => {
        const source = pool.find('metadata', nft.chain)
        return source && inTime(PATIENCE_MS, (signal) => source.metadata({ ...nft, signal }))
      }).catch(() => {
        entry.until = now() + FAILED_KEPT_MS
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
