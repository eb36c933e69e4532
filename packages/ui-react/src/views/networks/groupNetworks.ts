import type { Network } from '@latchkey/plugin-api'

interface NetworkGroup {
  namespace: string
  networks: readonly Network[]
}
/**
 * Groups networks by chain family in the order of registration, test networks last. A search
 * filters by name, coin, reference or chain family.
 */
export function groupNetworks(
  networks: readonly Network[],
  search: string,
  label: (namespace: string) => string = String,
): readonly NetworkGroup[] {
  const words = search.trim().toLowerCase()
  const found = networks.filter(({ name, nativeCurrency, reference, namespace }) =>
    [name, nativeCurrency.symbol, reference, label(namespace)].some((text) =>
      text.toLowerCase().includes(words),
    ),
  )
  return [...new Set(found.map(({ namespace }) => namespace))].map((namespace) => ({
    namespace,
    networks: found
      .filter((network) => network.namespace === namespace)
      .sort((a, b) => Number(!!a.testnet) - Number(!!b.testnet)),
  }))
}
