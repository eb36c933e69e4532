import { createToken, type Network } from '@latchkey/plugin-api'
import type { NameSource } from '../api.js'
import { demandServer } from '../failures.js'
import { namesNamespaces } from '../options.js'
import { coinTypeOf, hasCoinType } from '../rules/coinType.js'
import { isServiceName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import type { LoadAdapter } from './createAdapterLoader.js'
import { isAddress, type KeptName } from './shapes.js'

/** Where names are looked up. */
export interface Sources {
  /** Asks the sources one after the other. `undefined`: none knows the name. @throws where one fails */
  read(name: string): Promise<KeptName | undefined>
  /** Asks the site's server about one of its own names, past every cache. */
  readOwn(name: string, signal?: AbortSignal): Promise<KeptName | undefined>
}

/** A name with one address, on that network. */
const toKept = (
  name: string,
  address: string | undefined,
  source: string,
  { reference }: Network,
): KeptName | undefined =>
  isAddress(address) && hasCoinType(reference)
    ? {
        name,
        source,
        addresses: { [String(coinTypeOf(reference))]: { address, created_at: null } },
        attributes: {},
      }
    : undefined

/** The site's own names come from its server. Others: from the sources of the point, then from ENS. */
export function createSources(setup: NamesSetup, loadAdapter: LoadAdapter): Sources {
  const { ctx, client, suffix, options } = setup
  const { resolve = ['own', 'ens'] } = options
  const others = ctx.points.open(createToken<NameSource>('names.sources'))
  const network = (): Network | undefined => {
    const current = ctx.activeNetwork.current()
    return current && namesNamespaces.includes(current.namespace) ? current : undefined
  }

  const askServer = async (
    name: string,
    source: string,
    signal?: AbortSignal,
    cache?: 'no-store',
  ): Promise<KeptName | undefined> => {
    const found = await demandServer(setup).getName({
      name,
      ...(signal && { signal }),
      ...(cache && { cache }),
    })
    return (
      found && {
        name: found.name,
        source,
        addresses: found.addresses,
        attributes: found.attributes,
      }
    )
  }

  /**
   * The nodes of the network are asked before the server: the visitor chose them. A page whose policy
   * names no gateway cannot read what a name keeps there; its server can.
   */
  async function askEns(name: string, on: Network | undefined): Promise<KeptName | undefined> {
    const lookup = on && (await loadAdapter())?.nameLookup
    if (!lookup) return askServer(name, 'ens')
    return lookup.resolve(name, on).then(
      (address) => toKept(name, address, 'ens', on),
      (error: unknown) => (client() ? askServer(name, 'ens') : Promise.reject(error)),
    )
  }

  async function askOthers(name: string, on: Network): Promise<KeptName | undefined> {
    for (const { value } of others.get()) {
      const address = await value.resolve(name, { network: on }).catch((error: unknown) => {
        ctx.log.warn(`The source "${value.id}" of names failed.`, error)
        return undefined
      })
      const kept = toKept(name, address, value.id, on)
      if (kept) return kept
    }
    return undefined
  }

  return {
    readOwn: (name, signal) => askServer(name, 'own', signal, 'no-store'),
    async read(name) {
      if (isServiceName(name, suffix))
        return resolve.includes('own') ? askServer(name, 'own') : undefined
      const on = network()
      const found = on && (await askOthers(name, on))
      if (found || !resolve.includes('ens')) return found
      return client() || on ? askEns(name, on) : undefined
    },
  }
}
