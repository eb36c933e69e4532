import type { Asset, ChainAdapter, Json } from '@latchkey/plugin-api'
import type { Owner } from '../services.js'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a wallet says that it lists assets on this network: the capability `assetDiscovery` of
 * ERC-7811, under the network's id or for all networks (`0x0`, EIP-5792).
 * @param capabilities by hexadecimal chain id
 */
export function listsAssets(capabilities: Json, reference: string): boolean {
  if (!isObject(capabilities) || !/^\d+$/.test(reference)) return false
  const ids = [`0x${BigInt(reference).toString(16)}`, '0x0']
  return Object.entries(capabilities).some(
    ([id, entry]) =>
      ids.includes(id.toLowerCase()) &&
      isObject(entry) &&
      isObject(entry['assetDiscovery']) &&
      entry['assetDiscovery']['supported'] === true,
  )
}

/** The tokens that the visitor's wallet lists. `undefined`: it does not say that it can. */
export async function askWallet(
  adapter: ChainAdapter,
  { account, network }: Owner,
  signal: AbortSignal,
): Promise<readonly Asset[] | undefined> {
  const { capabilities, assets } = adapter
  if (!capabilities || !assets) return undefined
  const on = { account, network, signal }
  return listsAssets(await capabilities(on), network.reference) ? assets(on) : undefined
}
