import { type Log } from '@latchkey/service-kit'
import { type Chains } from './chains.js'
import { type Cursors } from './cursors.js'
import { type FetchDocument } from './media/fetcher.js'
import { type Images } from './media/images.js'
import { type MediaIds } from './media/ids.js'
import { type Prices } from './prices.js'
import { type Queue } from './queue.js'
import { type LastGood } from './sources/lastGood.js'
import { type SourcePool } from './sources/pool.js'
import { type NftKey, type NftMetadata } from './sources/source.js'
import { type Store } from './store/store.js'

/** The parts of a running service that its routes use. */
export interface ApiContext {
  chains: Chains
  store: Store
  pool: SourcePool
  lastGood: LastGood
  prices: Prices
  cursors: Cursors
  mediaIds: MediaIds
  fetchDocument: FetchDocument
  /** Descriptions and pictures of strangers' hosts wait here for their turn. */
  queue: Queue
  images: Images
  /** Descriptions of NFTs, kept for an hour. */
  metadata(nft: NftKey): Promise<NftMetadata | undefined>
  now(): number
  log: Log
}
