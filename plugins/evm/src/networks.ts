import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import type { Chain } from 'viem'

/** The chain family of CAIP-2 that this plugin speaks for. */
export const NAMESPACE = 'eip155'

/** A viem chain, and what is drawn for it: `imageUrl`, or `imageId` of a host that has pictures by id. Without one its first letter is drawn. */
export type EvmChain = Chain & Pick<Network, 'assets'>

/**
 * A viem chain as a plain network.
 * @throws `kernel.invalid_option` for a chain id that is no safe whole number above 0
 */
export const toNetwork = ({
  id,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
  testnet,
  assets,
}: EvmChain): Network => {
  if (!Number.isSafeInteger(id) || id < 1)
    throw new LatchkeyError(
      'kernel.invalid_option',
      `Chain id ${id} of "${name}": expected an integer > 0.`,
      { context: { option: 'networks' } },
    )
  return {
    id: `${NAMESPACE}:${id}`,
    namespace: NAMESPACE,
    reference: String(id),
    name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    ...(blockExplorers && { blockExplorers: Object.values(blockExplorers) }),
    ...(testnet && { testnet }),
    ...(assets && { assets }),
  }
}
