import { LatchkeyError, type Network } from '@latchkey/plugin-api'

/** The CAIP-2 namespace of this plugin. */
export const NAMESPACE = 'solana'

/**
 * A Solana cluster. Its CAIP-2 reference is the first 32 characters of the hash of its first block.
 */
export interface SolanaNetwork extends Network {
  /** Its name in the Wallet Standard: `solana:mainnet`. */
  readonly chain: `solana:${string}`
  /** URL of its node for subscriptions. Left out: web3.js derives it from `rpcUrls`. */
  readonly wsUrl?: string
}

/**
 * Makes a cluster from the hash of its first block, which its node tells by `getGenesisHash`.
 * @throws `kernel.invalid_option` for an invalid hash
 * @example defineSolanaNetwork({ genesisHash, chain: 'solana:localnet', name: 'Mine', rpcUrls:
 * ['http://localhost:8899'] })
 */
export function defineSolanaNetwork({
  genesisHash,
  ...more
}: { genesisHash: string } & Pick<SolanaNetwork, 'chain' | 'name' | 'rpcUrls'> &
  Partial<SolanaNetwork>): SolanaNetwork {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(genesisHash))
    throw new LatchkeyError(
      'kernel.invalid_option',
      `Invalid genesis hash "${genesisHash}" of "${more.name}": ` +
        'expected 32 bytes in base58, as getGenesisHash answers.',
      { context: { option: 'networks' } },
    )
  const reference = genesisHash.slice(0, 32)
  return {
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    ...more,
    id: `${NAMESPACE}:${reference}`,
    namespace: NAMESPACE,
    reference,
  }
}

const explorer = (cluster: string): NonNullable<Network['blockExplorers']> => [
  {
    name: 'Solana Explorer',
    url: 'https://explorer.solana.com',
    accountPath: `/address/{address}${cluster}`,
    transactionPath: `/tx/{transaction}${cluster}`,
  },
]

/**
 * Public nodes refuse many requests of pages. A shop uses its own node: `{ ...solanaMainnet,
 * rpcUrls: ['https://...'] }`.
 */
export const solanaMainnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  chain: 'solana:mainnet',
  name: 'Solana',
  rpcUrls: ['https://api.mainnet-beta.solana.com'],
  blockExplorers: /* @__PURE__ */ explorer(''),
})
export const solanaTestnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3zQawwpjk2NsY',
  chain: 'solana:testnet',
  name: 'Solana Testnet',
  rpcUrls: ['https://api.testnet.solana.com'],
  testnet: true,
  blockExplorers: /* @__PURE__ */ explorer('?cluster=testnet'),
})
export const solanaDevnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  chain: 'solana:devnet',
  name: 'Solana Devnet',
  rpcUrls: ['https://api.devnet.solana.com'],
  testnet: true,
  blockExplorers: /* @__PURE__ */ explorer('?cluster=devnet'),
})
