import { LatchkeyError, type Network } from '@latchkey/plugin-api'

/** The chain family of CAIP-2 that this plugin speaks for. */
export const NAMESPACE = 'cosmos'

/** One Cosmos SDK chain: what a wallet and a node need to know of it. */
export interface CosmosNetwork {
  /** As the chain spells it, `cosmoshub-4`; the reference of its CAIP-2 id. */
  chainId: string
  name: string
  /** First part of its addresses, `cosmos` in `cosmos1…`. */
  bech32Prefix: string
  /** SLIP-44; 118 unless told otherwise. Chains of one type and prefix rule share a key. */
  coinType?: number
  /** The bank denomination that is shown as balance and pays fees. `denom` is the base unit, `uatom`. */
  nativeCurrency: { name?: string; symbol: string; denom: string; decimals: number }
  /** Price of one unit of gas in base units, decimal text: `'0.025'`. */
  gasPrice: string
  /** CometBFT RPC, tried in order. */
  rpcUrls: readonly string[]
  /** REST of a node (LCD). Wallets ask for it before they add a chain that they do not know. */
  restUrl?: string
  /** Protobuf type of its public keys, where that is not `/cosmos.crypto.secp256k1.PubKey`. Its addresses are made as Ethereum's are. */
  publicKeyType?: string
  blockExplorer?: { name: string; url: string; accountPath?: string; transactionPath?: string }
  testnet?: boolean
  /** What is drawn for it: `imageUrl`, or `imageId` of a host that has pictures by id. Without one its first letter is drawn. */
  assets?: NonNullable<Network['assets']>
}

/** By CAIP-2 id: what the plain networks of the kernel do not carry. */
export type Chains = ReadonlyMap<string, CosmosNetwork>

/**
 * A chain as a plain network.
 * @throws `kernel.invalid_option` for a chain id that CAIP-2 cannot carry, or a gas price that is no amount
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
    refuse(`gas price "${gasPrice}" is no decimal amount such as 0.025`)
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
