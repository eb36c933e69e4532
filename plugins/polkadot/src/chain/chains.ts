import { LatchkeyError, type Caip2, type NativeCurrency, type Network } from '@latchkey/plugin-api'

/** The CAIP-2 namespace of this plugin. */
export const NAMESPACE = 'polkadot'

/** A chain of this family, identified by the hash of its first block. */
export interface PolkadotNetwork {
  name: string
  genesisHash: `0x${string}`
  /** The SS58 prefix of its addresses, below 16384. */
  ss58Prefix: number
  nativeCurrency: NativeCurrency
  /** `wss://` or `ws://` addresses of nodes, tried in order. */
  rpcUrls: readonly [string, ...string[]]
  /** `ethereum`: its accounts have 20 bytes, as on Moonbeam, and only such keys are used on it. */
  accounts?: 'ss58' | 'ethereum'
  blockExplorers?: NonNullable<Network['blockExplorers']>
  testnet?: boolean
  /**
   * A picture of your own: `imageUrl`, or `imageId` where the host has pictures by id. It takes the
   * place of the one that this plugin brings.
   */
  assets?: NonNullable<Network['assets']>
}
/** The configured chains by CAIP-2 id. */
export type Chains = ReadonlyMap<Caip2, PolkadotNetwork>

/** The CAIP-2 id of the chain with this genesis hash: it holds the first 32 digits of the hash. */
export const idOf = (genesisHash: string): Caip2 =>
  `${NAMESPACE}:${genesisHash.slice(2, 34).toLowerCase()}`

/**
 * Converts a chain to a network of the kernel.
 * @throws `kernel.invalid_option` for an impossible genesis hash, prefix or node address
 */
export function toNetwork({
  genesisHash,
  ss58Prefix,
  accounts: _,
  ...rest
}: PolkadotNetwork): Network {
  // SS58 reserves the prefixes 46 and 47.
  if (
    !/^0x[0-9a-f]{64}$/i.test(genesisHash) ||
    !(ss58Prefix >= 0 && ss58Prefix < 16_384) ||
    ss58Prefix % 1 ||
    ss58Prefix >> 1 === 23 ||
    !rest.rpcUrls.length ||
    !rest.rpcUrls.every((url) => /^wss?:/.test(url))
  ) {
    throw new LatchkeyError(
      'kernel.invalid_option',
      `Invalid network "${rest.name}": expected a genesisHash of 0x and 64 digits, an ss58Prefix ` +
        'below 16384 but 46 and 47, rpcUrls of wss:// or ws://.',
      { context: { option: 'networks' } },
    )
  }
  const id = idOf(genesisHash)
  return { ...rest, id, namespace: NAMESPACE, reference: id.slice(9) }
}
