import {
  namespaceOf,
  type Caip2,
  type ChainAdapter,
  type HttpClient,
  type Namespace,
} from '@latchkey/plugin-api'
import { bounded } from '../../support/time.js'
import type { LatePorts, ResolvedOptions } from '../../types.js'
import { isImageUrl } from './urls.js'

export type ImageKind = Parameters<LatePorts['image']>[0]
type ImageRef = Parameters<LatePorts['image']>[1]
export interface Images {
  image: LatePorts['image']
  /** Fetches images ahead. Resolves when all are loaded, after 2 s at the latest; never rejects. */
  preload(kind: ImageKind, refs: readonly ImageRef[]): Promise<void>
  dispose(): void
}
const PRELOAD_TIMEOUT_MS = 2_000

export interface ImageNeeds {
  options(): Pick<ResolvedOptions, 'imageUrl'>
  /** A client of the host's image service. */
  client(baseUrl: string): Pick<HttpClient, 'getBlob'>
  /** The adapter of a chain family, which may know pictures of its networks. */
  adapter(namespace: Namespace): Promise<Pick<ChainAdapter, 'picture'>>
}

/**
 * Fetches images by id from the host's image service, each once. An image with a URL is fetched by
 * the `<img>` itself. A network without either has the picture that its chain's plugin brings.
 */
export function createImages({ options, client, adapter }: ImageNeeds): Images {
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
        // A missing picture is not an error: nothing is shown in its place.
      })
      .catch(() => void cache.delete(path))
  const hosted = (
    kind: ImageKind,
    imageId: string | undefined,
  ): Promise<string | undefined> | undefined => {
    const baseUrl = options().imageUrl
    if (!imageId || !baseUrl) return undefined
    const path = `${kind}/${encodeURIComponent(imageId)}`
    const found = cache.get(path) ?? fetchImage(baseUrl, path)
    cache.set(path, found)
    return found
  }
  const brought = async (network: Caip2): Promise<string | undefined> => {
    const source = await (await adapter(namespaceOf(network))).picture?.(network)
    return /^data:image\//i.test(String(source)) ? source : undefined
  }
  const image: Images['image'] = async (kind, { imageUrl, imageId, network }) =>
    isImageUrl(imageUrl)
      ? imageUrl
      : ((await hosted(kind, imageId)) ?? (network && brought(network).catch(() => undefined)))
  return {
    image,
    preload: (kind, refs) =>
      bounded('Fetching images', PRELOAD_TIMEOUT_MS, [], () =>
        Promise.all(refs.map((ref) => image(kind, ref))),
      ).then(
        () => undefined,
        () => undefined,
      ),
    dispose: () => sources.forEach((source) => URL.revokeObjectURL(source)),
  }
}
