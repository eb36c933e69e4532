import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import type { Chain } from 'viem'

/** The CAIP-2 namespace of EVM chains. */
export const NAMESPACE = 'eip155'

/**
 * A viem chain, maybe with a picture of your own in `assets`: `imageUrl`, or `imageId` where the host
 * has pictures by id. It takes the place of the one that this plugin brings.
 */
export type EvmChain = Chain & Pick<Network, 'assets'>

/**
 * Makes a network of a viem chain.
 * @throws `kernel.invalid_option` for a chain id that is not a safe integer above 0
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
      `The chain id of "${name}" is ${id}: expected an integer above 0.`,
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
