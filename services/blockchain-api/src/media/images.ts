import { type Chains } from '../chains.js'
import { type Queue } from '../queue.js'
import { tokenKey } from '../sources/source.js'
import { type FetchDocument } from './fetcher.js'
import { type Picture } from './picture.js'
import { createPictureCache } from './pictureCache.js'

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

const KEPT_MS = 3_600_000

/** Only links of the host's own lists are fetched, so this is a proxy for nobody. */
export function createImages(options: ImagesOptions): Images {
  const { chains, images, ...parts } = options
  const links = new Map([...listedLinks(chains), ...Object.entries(images)])
  const cache = createPictureCache({ ...parts, keptMs: KEPT_MS })
  return {
    pathOf(chain, address) {
      const id = tokenKey(chain, address)
      return links.has(id) ? `/v1/image/${encodeURIComponent(id)}` : ''
    },
    async read(id) {
      const link = links.get(id)
      return link === undefined ? undefined : cache.read(id, link)
    },
  }
}

const listedLinks = ({ all }: Chains): (readonly [string, string])[] =>
  all.flatMap(({ id, nativeCurrency, tokens = [] }) =>
    [{ ...nativeCurrency, address: undefined }, ...tokens].flatMap(({ address, logoURI }) =>
      logoURI ? [[tokenKey(id, address), logoURI] as const] : [],
    ),
  )
