import { LatchkeyError, type Network } from '@latchkey/plugin-api'

/** The CAIP-2 namespace of this plugin. */
export const NAMESPACE = 'cosmos'

/** A Cosmos SDK chain, as wallets and nodes need it. */
export interface CosmosNetwork {
  /** The chain's own id, `cosmoshub-4`; the reference of its CAIP-2 id. */
  chainId: string
  name: string
  /** First part of its addresses, `cosmos` in `cosmos1…`. */
  bech32Prefix: string
  /** SLIP-44 coin type; 118 if left out. Chains of one coin type and key type share a key. */
  coinType?: number
  /**
   * The bank denomination of the balance and of fees. `denom` is its base unit, `uatom`.
   */
  nativeCurrency: { name?: string; symbol: string; denom: string; decimals: number }
  /** Price of one unit of gas in base units, as decimal text: `'0.025'`. */
  gasPrice: string
  /** URLs of CometBFT RPC, tried in order. */
  rpcUrls: readonly string[]
  /** URL of a node's REST (LCD). Wallets require it to add a chain. */
  restUrl?: string
  /**
   * Protobuf type of its public keys, if it is not `/cosmos.crypto.secp256k1.PubKey`. Its addresses
   * are then hashed as those of Ethereum.
   */
  publicKeyType?: string
  blockExplorer?: { name: string; url: string; accountPath?: string; transactionPath?: string }
  testnet?: boolean
  /**
   * A picture of your own: `imageUrl`, or `imageId` where the host has pictures by id. It takes the
   * place of the one that this plugin brings.
   */
  assets?: NonNullable<Network['assets']>
}

/** The configured chains by CAIP-2 id. */
export type Chains = ReadonlyMap<string, CosmosNetwork>

/**
 * Converts a chain to a network of the kernel.
 * @throws `kernel.invalid_option` for a chain id that CAIP-2 cannot hold, or a malformed gas price
 */
export function toNetwork({
  chainId,
  name,
  nativeCurrency: { denom: _, ...currency },
  gasPrice,
  rpcUrls,
  blockExplorer,
  testnet,
  assets,
}: CosmosNetwork): Network {
  const refuse = (what: string): never => {
    throw new LatchkeyError('kernel.invalid_option', `Invalid network "${name}": ${what}.`, {
      context: { option: 'networks' },
    })
  }
  if (!/^[-a-zA-Z0-9]{1,32}$/.test(chainId))
    refuse(`chain id "${chainId}" is not made of 1 to 32 letters, digits and hyphens`)
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(gasPrice))
    refuse(`gas price "${gasPrice}" is not a decimal amount such as 0.025`)
  return {
    id: `${NAMESPACE}:${chainId}`,
    namespace: NAMESPACE,
    reference: chainId,
    name,
    nativeCurrency: { ...currency, name: currency.name ?? currency.symbol },
    rpcUrls,
    ...(blockExplorer && { blockExplorers: [blockExplorer] }),
    ...(testnet !== undefined && { testnet }),
    ...(assets && { assets }),
  }
}
