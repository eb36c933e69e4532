import { LatchkeyError, type PluginContext } from '@latchkey/plugin-api'
import type { SolanaEndpoint } from '../api.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'

/**
 * The first node of a network of Solana, or of the one in use. @throws `kernel.network_unknown`, also
 * for networks of other families
 */
export function endpointOf(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  id: string | undefined,
): SolanaEndpoint {
  const network =
    id === undefined ? ctx.activeNetwork.current(NAMESPACE) : ctx.networks.find(id)?.value
  if (network && network.namespace !== NAMESPACE)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `Network ${network.id} is not one of Solana: name one whose id begins with ${NAMESPACE}:.`,
      { context: { network: network.id } },
    )
  const [url] = network?.rpcUrls ?? []
  if (!network || !url)
    throw new LatchkeyError(
      'kernel.network_unknown',
      `Network ${id ?? network?.id} is not configured with a node: give it rpcUrls.`,
      { context: { network: String(id ?? network?.id) } },
    )
  const wsUrl = networks.find((each) => each.id === network.id)?.wsUrl
  return { network: network.id, url, ...(wsUrl !== undefined && { wsUrl }) }
}
