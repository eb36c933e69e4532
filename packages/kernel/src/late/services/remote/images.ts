import type { HttpClient } from '@latchkey/plugin-api'
import type { LatePorts, ResolvedOptions } from '../../../types.js'
import { createShare } from '../bounded.js'
import { isImageUrl } from '../links.js'

export type ImageKind = Parameters<LatePorts['image']>[0]
export type ImageRef = Parameters<LatePorts['image']>[1]
export interface Images {
  image: LatePorts['image']
  /** Fetches them ahead; settles when all are there, after 2 s at the latest, and never rejects. */
  preload(wanted: readonly (readonly [ImageKind, ImageRef])[]): Promise<void>
  dispose(): void
}
/** ms */
const PRELOAD = 2_000

export interface ImageNeeds {
  options(): Pick<ResolvedOptions, 'imageUrl'>
  /** A client of the host's image service. */
  client(baseUrl: string): Pick<HttpClient, 'getBlob'>
  signal: AbortSignal
}

/** Images by id come from the host's image service, once for each kind; images by URL are left to the `<img>`. */
export function createImages({ options, client, signal }: ImageNeeds): Images {
  const caches: Readonly<Record<ImageKind, Map<string, string>>> = { wallet: new Map(), network: new Map(), chain: new Map(), connector: new Map(), token: new Map(), currency: new Map() }
  const share = createShare<string>('Fetching an image', signal)
  const fetchImage = (kind: ImageKind, imageId: string, baseUrl: string): Promise<string> => share(`${kind}/${imageId}`, async (shared) => {
    const blob = await client(baseUrl).getBlob(`${kind}/${encodeURIComponent(imageId)}`, { signal: shared })
    if (!blob.type.startsWith('image/')) throw new TypeError(`not an image: ${blob.type}`)
    const source = URL.createObjectURL(blob)
    caches[kind].set(imageId, source)
    return source
  })
  const image: Images['image'] = async (kind, { imageUrl, imageId }) => {
    if (isImageUrl(imageUrl)) return imageUrl
    const baseUrl = options().imageUrl
    if (!imageId || !baseUrl) return undefined
    // A missing picture is no error: there is none to show.
    return caches[kind].get(imageId) ?? fetchImage(kind, imageId, baseUrl).catch(() => undefined)
  }
  return {
    image,
    async preload(wanted) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PRELOAD)
      })
      await Promise.race([late, Promise.all(wanted.map(([kind, ref]) => image(kind, ref)))])
      clearTimeout(timer)
    },
    dispose() {
      for (const cache of Object.values(caches)) {
        for (const source of cache.values()) URL.revokeObjectURL(source)
        cache.clear()
      }
    },
  }
}
