import type { Nft, Page } from '@latchkey/backend'
import { isLatchkeyError } from '@latchkey/plugin-api'
import type { AssetNft, NftsState } from '../api.js'
import { isYoung } from '../lifetime.js'
import { ownerKey, type Services } from '../services.js'
import { unlessAborted } from '../sources/timing.js'
import { createNftCache } from './nftCache.js'
import { nftKey } from './nftKey.js'

/** Pages of one account that are read: a server's cursors might never end. */
const MAX_PAGES = 200

export interface Nfts {
  /** Forgets what was read: the account or the network is another one, or something was sent. */
  reset(): void
  /** Ends the reading that is under way. */
  stop(): void
  /** Reads the next page, the first one at first. Does nothing within 30 s of a failure. */
  load(): Promise<void>
}

const GOOD = { lastRetry: undefined, error: undefined } as const
const EMPTY: NftsState = {
  items: [],
  hasMore: false,
  isRead: false,
  isServed: true,
  loading: false,
  at: undefined,
  ...GOOD,
}

/** An NFT of the server's answer. `undefined`: its contract is on another network. */
function toNft({ contract, flags, ...nft }: Nft): AssetNft | undefined {
  const prefix = `${nft.chainId}:`
  return contract.startsWith(prefix)
    ? { ...nft, contract: contract.slice(prefix.length), isSpam: flags.is_spam }
    : undefined
}

/** The list with a further page: an NFT that two pages have is there once. */
export function addPage(items: readonly AssetNft[], page: readonly Nft[]): readonly AssetNft[] {
  const all = new Map(items.map((nft) => [nftKey(nft), nft]))
  for (const entry of page) {
    const nft = toNft(entry)
    if (nft && !all.has(nftKey(nft))) all.set(nftKey(nft), nft)
  }
  return [...all.values()]
}

/** A page of NFTs. `undefined`: nobody knows of NFTs on this network. */
async function askPage(
  services: Services,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Nft> | undefined> {
  const owner = services.owner()
  const client = owner && services.clientFor(owner.network.namespace)
  if (!client || !(await services.isServed(client, owner.network.id))) return undefined
  const query = { address: owner.account.address, chainId: owner.network.id, signal }
  return client.getNfts({ ...query, ...(cursor !== undefined && { cursor }) }).catch((error) => {
    // The server has no source of NFTs for this network.
    if (isLatchkeyError(error, 'http.status') && error.context.status === 400) return undefined
    throw error
  })
}

/** The cursor of the page behind this one: none at the end, where it leads back, and after 200 pages. */
function nextOf(page: Page<Nft> | undefined, seen: Set<string>): string | undefined {
  const next = page?.next ?? undefined
  const isNew = next !== undefined && !seen.has(next) && seen.size + 1 < MAX_PAGES
  if (next !== undefined) seen.add(next)
  return isNew ? next : undefined
}

/** The NFTs of the account in use, page by page, from the site's own server. */
export function createNfts(services: Services): Nfts {
  const { ctx, slice } = services
  const cache = createNftCache(ctx)
  let running: { work: Promise<void>; stop: AbortController } | undefined
  let cursor: string | undefined
  let seen = new Set<string>()
  let key = ''

  const set = (change: Partial<NftsState>): void =>
    slice.set(({ nfts }) => ({ nfts: { ...nfts, ...change } }))
  const stop = (): void => {
    running?.stop.abort()
    running = undefined
  }
  const reset = (): void => {
    stop()
    cursor = undefined
    seen = new Set()
    key = ownerKey(services.owner())
    slice.set({ nfts: EMPTY })
  }
  const read = async (signal: AbortSignal): Promise<void> => {
    const { isRead, items: before, at: atBefore } = slice.get().nfts
    try {
      const page = await unlessAborted(askPage(services, cursor, signal), signal)
      cursor = nextOf(page, seen)
      // Those of an earlier visit give way.
      const items = addPage(isRead ? before : [], page?.data ?? [])
      const at = isRead ? atBefore : Date.now()
      if (!isRead && page) cache.store(key, { items, at: Date.now() })
      const isServed = page !== undefined || items.length > 0
      set({ items, isServed, hasMore: cursor !== undefined, isRead: true, at, ...GOOD })
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn(error)
      const stored = isRead || before.length ? undefined : cache.find(key)
      set({ lastRetry: Date.now(), error, ...(stored?.items.length && stored) })
    } finally {
      if (!signal.aborted) set({ loading: false })
    }
  }
  return {
    reset,
    stop,
    async load() {
      if (key !== ownerKey(services.owner())) reset()
      const { isRead, hasMore, lastRetry } = slice.get().nfts
      if (running) return running.work
      if ((isRead && !hasMore) || (lastRetry !== undefined && isYoung(lastRetry))) return
      const controller = new AbortController()
      set({ loading: true })
      const work = read(controller.signal).finally(() => {
        if (running?.work === work) running = undefined
      })
      running = { work, stop: controller }
      return work
    },
  }
}
