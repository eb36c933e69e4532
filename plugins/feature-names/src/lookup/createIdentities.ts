import type { NameIdentity } from '@latchkey/backend'
import type { IdentitySource, Network } from '@latchkey/plugin-api'
import { demandServer } from '../failures.js'
import { isServiceName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import type { LoadAdapter } from './createAdapterLoader.js'
import type { Reader } from './createReader.js'

/** The names that addresses go by. */
export interface Identities {
  /** Asks the site's server. @throws what the call throws, and where the site has no server */
  identity(address: string, signal?: AbortSignal): Promise<NameIdentity | undefined>
  /**
   * Asks the site's server, or the network's own lookup where the site has none. Both have checked that
   * the name leads back to the address. @throws what they throw
   */
  identify: IdentitySource['identify']
  forget(address: string): void
}

export function createIdentities(
  setup: NamesSetup,
  loadAdapter: LoadAdapter,
  reader: Reader<NameIdentity>,
): Identities {
  const { ctx, client, suffix, options } = setup
  const { resolve = ['own', 'ens'] } = options
  const isLookedUp = (name: string): boolean =>
    resolve.includes(isServiceName(name, suffix) ? 'own' : 'ens')
  const identity: Identities['identity'] = (address, signal) =>
    reader.read(
      address.toLowerCase(),
      async () =>
        demandServer(setup).getIdentity({ address, sender: ctx.accounts.active()?.address }),
      signal,
    )
  const reverse = async (address: string, on: Network): Promise<NameIdentity | undefined> => {
    const found = await (await loadAdapter())?.nameLookup?.reverse(address, on)
    // Pictures come from the server alone.
    return found && { name: found.name, avatar: '' }
  }
  return {
    identity,
    async identify(address, { network, signal }) {
      // A network's registry knows an address on that network.
      const key = `${network.id} ${address.toLowerCase()}`
      const found = client()
        ? await identity(address, signal)
        : await reader.read(key, () => reverse(address, network), signal)
      if (!found || !isLookedUp(found.name)) return undefined
      const { name, avatar } = found
      return { name, ...(avatar && { avatar }) }
    },
    forget: (address) => reader.forget(address.toLowerCase()),
  }
}
