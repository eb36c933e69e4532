import type { Dispose } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { LatePorts, WalletMatch } from '../../types.js'
import type { Images } from './images.js'

/** Wallets that the Connect view may recommend. */
const RECOMMENDED = 4
/** Wallets of a directory in the page whose names are protected from the start. */
const MOST_KNOWN = 1_000

const idsOf = (list: readonly (WalletMatch | string)[] = []): readonly string[] =>
  list.flatMap((match) => (typeof match === 'string' ? match : (match.id ?? [])))

/**
 * Fetches what an open modal is likely to need: the featured and the recommended wallets, what the directory knows of excluded ids, pictures.
 * Asks nobody whom the host has not configured.
 */
export function prefetch(
  {
    options,
    connectors,
    networks,
    log,
  }: Pick<KernelCore, 'options' | 'connectors' | 'networks' | 'log'>,
  directory: LatePorts['directory'],
  { preload }: Images,
): void {
  const { directory: configured, featuredWallets, excludedWallets } = options.get()
  const [featured, exclude] = [idsOf(featuredWallets), idsOf(excludedWallets)]
  const ask = (count: number, include?: readonly string[], without = exclude): void => {
    if (configured && count)
      directory({
        page: 1,
        count,
        ...(include && { include }),
        ...(without.length && { exclude: without }),
      })
        .then(({ wallets }) => preload('wallet', wallets))
        .catch((error: unknown) => log.warn('wallet directory', error))
  }
  ask(featured.length, featured)
  ask(exclude.length, exclude, [])
  ask(RECOMMENDED)
  // A directory in the page is asked for all it knows, so that look-alikes of wallets that nobody listed yet are told. One on a server would be asked for too much.
  if (
    typeof configured === 'function' &&
    connectors.get().some(({ value: { kind } }) => kind === 'announced' || kind === 'injected')
  )
    directory({ page: 1, count: MOST_KNOWN }).catch((error: unknown) =>
      log.warn('wallet directory', error),
    )
  void preload(
    'connector',
    connectors.get().map(({ value }) => value),
  )
  void preload(
    'network',
    networks.get().map(({ value }) => value.assets ?? {}),
  )
}

/** ms after an opening: what is in it stands by then. */
const SOON = 50

/** Loads, a little later, the adapters of the chains that a wallet may connect: a click then waits for the wallet alone. */
export function warmAdapters({
  adapters,
  adapter,
  connectors,
  log,
}: Pick<KernelCore, 'adapters' | 'adapter' | 'connectors' | 'log'>): Dispose {
  const timer = setTimeout(() => {
    const namespaces = new Set(connectors.get().flatMap(({ value }) => value.namespaces))
    for (const name of namespaces)
      if (adapters.find(name)) adapter(name).catch((error: unknown) => log.warn('adapter', error))
  }, SOON)
  return () => clearTimeout(timer)
}
