import { LatchkeyError, type Caip2, type NativeCurrency, type Network } from '@latchkey/plugin-api'

/** The chain family of CAIP-2 that this plugin speaks for. */
export const NAMESPACE = 'polkadot'

/** A chain of this family, known by the hash of its first block. */
export interface PolkadotNetwork {
  name: string
  genesisHash: `0x${string}`
  /** With which its addresses are spelled (SS58). */
  ss58Prefix: number
  nativeCurrency: NativeCurrency
  /** `wss://`, tried in order. */
  rpcUrls: readonly [string, ...string[]]
  /** `ethereum`: its accounts are 20 bytes, as on Moonbeam, and only keys of that type are used on it. */
  accounts?: 'ss58' | 'ethereum'
  blockExplorers?: NonNullable<Network['blockExplorers']>
  testnet?: boolean
  /** What is drawn for it: `imageUrl`, or `imageId` of a host that has pictures by id. Without one its first letter is drawn. */
  assets?: NonNullable<Network['assets']>
}
export type Chains = ReadonlyMap<Caip2, PolkadotNetwork>

/** CAIP-2 id of the chain with that genesis: its first 32 hexadecimal digits. */
export const idOf = (genesisHash: string): Caip2 =>
  `${NAMESPACE}:${genesisHash.slice(2, 34).toLowerCase()}`

/**
 * As the kernel knows networks.
 * @throws `kernel.invalid_option` where a genesis hash, a prefix or an address of a node cannot be
 */
export function toNetwork({
  genesisHash,
  ss58Prefix,
  accounts: _,
  ...rest
}: PolkadotNetwork): Network {
  // 46 and 47 are reserved.
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
      `Invalid network "${rest.name}": expected a genesisHash of 0x and 64 digits, an ss58Prefix below 16384 but 46 and 47, rpcUrls of wss:// or ws://.`,
      { context: { option: 'networks' } },
    )
  }
  const id = idOf(genesisHash)
  return { ...rest, id, namespace: NAMESPACE, reference: id.slice(9) }
}
