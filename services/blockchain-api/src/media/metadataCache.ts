import { inTime } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { type SharedCache } from '@latchkey/service-kit/shared'
import { type Queue } from '../queue.js'
import { type SourcePool } from '../sources/pool.js'
import { type NftKey, type NftMetadata } from '../sources/source.js'

/** A node's answer and then the file's. */
const PATIENCE_MS = 9000
const KEPT_MS = 3_600_000
/** A description that could not be had is asked for again sooner. */
const FAILED_KEPT_MS = 60_000

/**
 * Reads descriptions of NFTs, each once an hour. One that cannot be had is `undefined`.
 * @throws Refusal 503 where too much is being fetched
 */
export const createMetadataCache =
  (pool: SourcePool, queue: Queue, cache: SharedCache) =>
  (nft: NftKey): Promise<NftMetadata | undefined> =>
    cache.take(
      `nft ${nft.chain}:${nft.token}:${nft.tokenId}`.toLowerCase(),
      (metadata) => (metadata ? KEPT_MS : FAILED_KEPT_MS),
      () =>
        queue
          .run(async () => {
            const source = pool.find('metadata', nft.chain)
            return source && inTime(PATIENCE_MS, (signal) => source.metadata({ ...nft, signal }))
          })
          .catch((error: unknown) => {
            if (isRefusal(error)) throw error
            return undefined
          }),
    )
