import type { Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import type { LatePorts, WalletMatch, WalletRow } from '../../types.js'
import type { Images } from '../services/images.js'

/** Number of wallets that the Connect view may recommend. */
const RECOMMENDED_COUNT = 4
/** Wallets of a directory function whose names are protected. */
const MAX_PROTECTED = 1_000

const idsOf = (list: readonly (WalletMatch | string)[] = []): readonly string[] =>
  list.flatMap((match) => (typeof match === 'string' ? match : (match.id ?? [])))

/**
 * Fetches what an open modal is likely to need: the featured and the recommended wallets, the
 * directory's data of excluded wallets, and pictures. Asks only services that the host configured.
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
  const { directory: configured, featuredWallets, excludedWallets, onlyWallets } = options.get()
  const [featured, exclude] = [idsOf(featuredWallets), idsOf(excludedWallets)]
  const fetchWallets = (count: number, include?: readonly string[], without = exclude): void => {
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
  fetchWallets(featured.length, featured)
  fetchWallets(exclude.length, exclude, [])
  // A directory function is code of the page: it is loaded by the view that shows its wallets.
  if (typeof configured === 'string') fetchWallets(onlyWallets?.length ?? RECOMMENDED_COUNT)
  void preload(
    'connector',
    connectors.get().map(({ value }) => value),
  )
  void preload(
    'network',
    networks.get().map(({ value }) => value.assets ?? {}),
  )
}

/** The chains of the wallets that are in the page itself. */
export const namespacesHere = (rows: readonly WalletRow[]): readonly Namespace[] =>
  rows.flatMap(({ installed, connectors }) =>
    installed ? connectors.flatMap(({ namespaces }) => namespaces) : [],
  )

/**
 * Asks a directory function for all its wallets, so that look-alikes are found before one is
 * connected. A directory on a server would have to send too much.
 * @returns resolves when the names are there, or could not be had; `undefined` where nobody is asked
 */
export function protectNames(
  { options, connectors, log }: Pick<KernelCore, 'options' | 'connectors' | 'log'>,
  directory: LatePorts['directory'],
): Promise<void> | undefined {
  const isChoice = connectors
    .get()
    .some(({ value: { kind } }) => kind === 'announced' || kind === 'injected')
  if (typeof options.get().directory !== 'function' || !isChoice) return undefined
  return directory({ page: 1, count: MAX_PROTECTED }).then(
    () => undefined,
    (error: unknown) => log.warn('wallet directory', error),
  )
}

/** Loads the adapters of these chains, so that a click waits for the wallet alone. */
export function warmAdapters(
  { adapters, adapter, log }: Pick<KernelCore, 'adapters' | 'adapter' | 'log'>,
  namespaces: readonly Namespace[],
): void {
  for (const name of namespaces)
    if (adapters.find(name)) adapter(name).catch((error: unknown) => log.warn('adapter', error))
}
