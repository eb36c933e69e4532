import { namespaceOf, type Caip2, type Network } from '@latchkey/plugin-api'

/** A network without nodes, named after its CAIP-2 id. */
export const fakeNetwork = (id: Caip2, more: Partial<Network> = {}): Network => ({
  id,
  namespace: namespaceOf(id),
  reference: id.slice(id.indexOf(':') + 1),
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: [],
  ...more,
})
