import type { Dispose } from '../json.js'
import type { PageWallet, Placed } from './places.js'

/** The part of `ctx.connectors` that is needed here: the plugin's way into the kernel's registry. */
interface Connectors {
  find(id: string): unknown
  add(connector: never): Dispose
}

/**
 * A connector id that no plugin has taken: `id`, else `id:namespace`, else `id:namespace:namespace`
 * and so on. The registry refuses a second connector with one id, so without this a wallet could keep
 * another one out by its id.
 * @example ctx.connectors.add({ ...connector, id: freeId(ctx.connectors, 'bip122', 'unisat') })
 */
export const freeId = (
  connectors: Pick<Connectors, 'find'>,
  namespace: string,
  id: string,
): string => (connectors.find(id) ? freeId(connectors, namespace, `${id}:${namespace}`) : id)

/**
 * Keeps the kernel's connectors in step with the wallets that a page offers: adds a connector for
 * each new wallet and removes those of wallets that have left. The connector's `contested` follows
 * the wallet's.
 * @param found the wallets that are there now: `found` of `createPlaces`
 * @param toConnector makes the connector of a wallet, under the id in its argument, which no other
 * plugin has
 * @returns a function to call after each change of the wallets
 * @example const sync = createSync(ctx.connectors, 'eip155', places.found, toConnector)
 */
export function createSync<T extends PageWallet, C extends Connectors>(
  connectors: C,
  namespace: string,
  found: () => readonly Placed<T>[],
  toConnector: (wallet: Placed<T>) => Parameters<C['add']>[0],
): () => void {
  const registered = new Map<Placed<T>, Dispose>()
  return () => {
    const wanted = new Set(found())
    for (const [wallet, remove] of registered) {
      if (wanted.has(wallet)) continue
      remove()
      registered.delete(wallet)
    }
    for (const wallet of wanted) {
      if (registered.has(wallet)) continue
      const id = freeId(connectors, namespace, wallet.id)
      // A wallet may become contested later, so the connector reads it each time.
      const connector = Object.defineProperty(
        toConnector({ ...wallet, id }) as object,
        'contested',
        { get: () => wallet.contested, enumerable: true },
      )
      registered.set(wallet, connectors.add(connector as never))
    }
  }
}
