import type { KernelCore } from '../../../core.js'
import type { WalletMatch } from '../../../types.js'
import type { Directory } from './directory.js'
import type { ImageKind, ImageRef, Images } from './images.js'

/** Wallets that the Connect view may recommend. */
const RECOMMENDED = 4

const idsOf = (list: readonly (WalletMatch | string)[] = []): readonly string[] => list.flatMap((match) => (typeof match === 'string' ? match : match.id ?? []))

/**
 * Fetches what an open modal is likely to need: the featured and the recommended wallets, what the directory knows of excluded ids, pictures.
 * Asks nobody whom the host has not configured. Never rejects.
 */
export async function prefetch({ options, connectors, networks, log }: Pick<KernelCore, 'options' | 'connectors' | 'networks' | 'log'>, directory: Directory, images: Images): Promise<void> {
  const { directory: configured, featuredWallets, excludedWallets } = options.get()
  const [featured, exclude] = [idsOf(featuredWallets), idsOf(excludedWallets)]
  const without = exclude.length ? { exclude } : {}
  const pages = configured === undefined ? [] : [
    ...(featured.length ? [{ page: 1, count: featured.length, include: featured, ...without }] : []),
    ...(exclude.length ? [{ page: 1, count: exclude.length, include: exclude }] : []),
    { page: 1, count: RECOMMENDED, ...without },
  ]
  const answers = pages.map((query) => directory.page(query).catch((error: unknown) => {
    log.warn('The wallet directory could not be asked.', error)
    return { wallets: [], total: 0 }
  }))
  const here: (readonly [ImageKind, ImageRef])[] = [
    ...connectors.get().map(({ value: { imageId } }) => ['connector', imageId === undefined ? {} : { imageId }] as const),
    ...networks.get().map(({ value: { assets } }) => ['network', assets ?? {}] as const),
  ]
  await Promise.all([
    images.preload(here),
    ...answers.map(async (answer) => images.preload((await answer).wallets.map((wallet) => ['wallet', wallet] as const))),
  ])
}
