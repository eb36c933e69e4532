import {
  parseCaip2,
  type AdapterRegistration,
  type Caip2,
  type Network,
  type Registry,
} from '@latchkey/plugin-api'

/**
 * Describes a network that the site does not have but a wallet is on. The adapter of its namespace
 * may know more of it than its id.
 */
export function unknownNetwork(adapters: Registry<AdapterRegistration>, id: Caip2): Network {
  const parts = parseCaip2(id)
  let known: Partial<Network> | undefined
  try {
    known = adapters.find(parts.namespace)?.value.describeNetwork?.(id)
  } catch {
    // An adapter that throws knows nothing more of it.
  }
  return {
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: [],
    ...known,
    ...parts,
    id,
    name: 'Unknown Network',
  }
}
