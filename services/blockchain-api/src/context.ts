import { type Log } from '@latchkey/service-kit'
import { type Context } from 'hono'
import { type ChainConfig, type Chains } from './chains.js'
import { type Cursors } from './cursors.js'
import { type FetchDocument } from './media/fetcher.js'
import { type Images } from './media/images.js'
import { type MediaIds } from './media/ids.js'
import { type PictureCache } from './media/pictureCache.js'
import { type Ens } from './names/ens.js'
import { type Gateway } from './names/gateway.js'
import { type Registry } from './names/registry.js'
import { type Onramp } from './onramp/onramp.js'
import { type Prices } from './prices.js'
import { type Queue } from './queue.js'
import { type LastGood } from './sources/lastGood.js'
import { type SourcePool } from './sources/pool.js'
import { type Node } from './sources/rpc/calls.js'
import { type NftKey, type NftMetadata } from './sources/source.js'
import { type Store } from './store/store.js'
import { type Contracts } from './swap/contracts.js'
import { type Quotes } from './swap/quotes.js'

/** The parts of a running service that its routes use. */
export interface ApiContext {
  chains: Chains
  store: Store
  pool: SourcePool
  lastGood: LastGood
  prices: Prices
  quotes: Quotes
  contracts: Contracts
  onramp: Onramp
  /** The names that this service gives out, and the answers about them for clients of ENS. */
  registry: Registry
  gateway: Gateway
  /** Absent: no names of ENS are read. */
  ens: Ens | undefined
  /** Of the socket, or as a trusted proxy says; a page cannot choose it. */
  clientIp(http: Context): string
  /** Where this service is reached: `https://api.shop.example`. */
  serviceOrigin(): string
  /** The nodes of an eip155 chain. */
  nodeOf(chain: ChainConfig): Node
  cursors: Cursors
  mediaIds: MediaIds
  fetchDocument: FetchDocument
  /** Descriptions and pictures of strangers' hosts wait here for their turn. */
  queue: Queue
  images: Images
  /** Pictures of names, by their links. They wait in a line of their own. */
  avatars: PictureCache
  /** Descriptions of NFTs, kept for an hour. */
  metadata(nft: NftKey): Promise<NftMetadata | undefined>
  now(): number
  log: Log
}
