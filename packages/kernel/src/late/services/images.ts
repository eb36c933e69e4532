import type { HttpClient } from '@latchkey/plugin-api'
import type { LatePorts, ResolvedOptions } from '../../types.js'
import { isImageUrl } from './links.js'

export type ImageKind = Parameters<LatePorts['image']>[0]
type ImageRef = Parameters<LatePorts['image']>[1]
export interface Images {
  image: LatePorts['image']
  /** Fetches them ahead; settles when all are there, after 2 s at the latest, and never rejects. */
  preload(kind: ImageKind, refs: readonly ImageRef[]): Promise<void>
  dispose(): void
}
/** ms */
const PRELOAD = 2_000

export interface ImageNeeds {
  options(): Pick<ResolvedOptions, 'imageUrl'>
  /** A client of the host's image service. */
  client(baseUrl: string): Pick<HttpClient, 'getBlob'>
}

/** Images by id come from the host's image service, once for each kind; images by URL are left to the `<img>`. */
export function createImages({ options, client }: ImageNeeds): Images {
  const cache = new Map<string, Promise<string | undefined>>()
  const sources = new Set<string>()
  const fetchImage = (baseUrl: string, path: string): Promise<string | undefined> =>
    client(baseUrl)
      .getBlob(path)
      .then((blob) => {
        if (!blob.type.startsWith('image/')) return undefined
        const source = URL.createObjectURL(blob)
        sources.add(source)
        return source
        // A missing picture is no error: there is none to show.
      })
      .catch(() => void cache.delete(path))
  const image: Images['image'] = async (kind, { imageUrl, imageId }) => {
    const baseUrl = options().imageUrl
    if (isImageUrl(imageUrl)) return imageUrl
    if (!imageId || !baseUrl) return undefined
    const path = `${kind}/${encodeURIComponent(imageId)}`
    const found = cache.get(path) ?? fetchImage(baseUrl, path)
    cache.set(path, found)
    return found
  }
  return {
    image,
    preload: (kind, refs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, PRELOAD)
        void Promise.all(refs.map((ref) => image(kind, ref))).then(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
    dispose: () => sources.forEach((source) => URL.revokeObjectURL(source)),
  }
}
