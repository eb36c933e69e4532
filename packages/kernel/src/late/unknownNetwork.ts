import {
  parseCaip2,
  type AdapterRegistration,
  type Caip2,
  type Network,
  type Registry,
} from '@latchkey/plugin-api'

/** What is shown for a network that nobody configured, because a wallet went there by itself. Its namespace's adapter may know more than its id. */
export function unknownNetwork(adapters: Registry<AdapterRegistration>, id: Caip2): Network {
  const parts = parseCaip2(id)
  let told: Partial<Network> | undefined
  try {
    told = adapters.find(parts.namespace)?.value.describeNetwork?.(id)
  } catch {
    // It cannot tell.
  }
  return {
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: [],
    ...told,
    ...parts,
    id,
    name: 'Unknown Network',
  }
}
