import { isRefusal } from '@latchkey/service-kit/http'
import { createBoundedCache } from '../boundedCache.js'
import { type Chains } from '../chains.js'
import { type Queue } from '../queue.js'
import { inTime } from '../sources/pool.js'
import { tokenKey } from '../sources/source.js'
import { type FetchDocument } from './fetcher.js'
import { type Picture, readPicture } from './picture.js'

/** Pictures by their id: those that the host set, and those of the tokens that it lists. */
export interface Images {
  /** Path of the picture of a token, or of a native coin; empty where there is none. */
  pathOf(chain: string, address?: string): string
  /**
   * @returns `undefined` where there is no such picture
   * @throws Refusal 503 where too much is being fetched
   */
  read(id: string): Promise<Picture | undefined>
}

export interface ImagesOptions {
  chains: Chains
  /** `data:` URLs by id; the id of a token is its {@link tokenKey}. */
  images: Readonly<Record<string, string>>
  fetchDocument: FetchDocument
  queue: Queue
  now(): number
}

const FETCH_MS = 6000
const KEPT_MS = 3_600_000
/** A picture that could not be had is asked for again sooner. */
const FAILED_KEPT_MS = 60_000
const MAX_BYTES = 16 << 20
/** Weight of an entry beside its bytes. */
const ENTRY_BYTES = 500

interface Kept {
  until: number
  picture: Promise<Picture | undefined>
}

/** Only links of the host's own lists are fetched, so this is a proxy for nobody. */
export function createImages(options: ImagesOptions): Images {
  const { chains, images, fetchDocument, queue, now } = options
  const links = new Map([...listedLinks(chains), ...Object.entries(images)])
  const kept = createBoundedCache<Kept>(MAX_BYTES)
  const fetchPicture = (link: string): Promise<Picture | undefined> =>
    inTime(FETCH_MS, (signal) => queue.run(() => fetchDocument(link, signal), signal)).then(
      ({ bytes }) => readPicture(bytes),
    )
  const keep = (id: string, link: string): Kept => {
    const entry: Kept = {
      until: now() + KEPT_MS,
      picture: fetchPicture(link).catch((error: unknown) => {
        entry.until = isRefusal(error) ? 0 : now() + FAILED_KEPT_MS
        if (isRefusal(error)) throw error
        return undefined
      }),
    }
    kept.set(id, entry, ENTRY_BYTES)
    void entry.picture.then(
      (picture) => kept.set(id, entry, ENTRY_BYTES + (picture?.bytes.length ?? 0)),
      () => undefined,
    )
    return entry
  }
  return {
    pathOf(chain, address) {
      const id = tokenKey(chain, address)
      return links.has(id) ? `/v1/image/${encodeURIComponent(id)}` : ''
    },
    async read(id) {
      const link = links.get(id)
      if (link === undefined) return undefined
      const before = kept.get(id)
      return (before && now() < before.until ? before : keep(id, link)).picture
    },
  }
}

const listedLinks = ({ all }: Chains): (readonly [string, string])[] =>
  all.flatMap(({ id, nativeCurrency, tokens = [] }) =>
    [{ ...nativeCurrency, address: undefined }, ...tokens].flatMap(({ address, logoURI }) =>
      logoURI ? [[tokenKey(id, address), logoURI] as const] : [],
    ),
  )
