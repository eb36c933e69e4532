/** The networks of eip155 that the frame supports, by chain id. */
export const frameEvmNetworks: readonly number[] = [
  1, 11155111, 10, 11155420, 137, 80002, 42161, 421614, 8453, 84532, 56, 97, 43114, 43113, 100,
  10200, 59144, 59141, 534352, 534351, 42220, 7777777, 81457, 168587773,
]

/** Solana's mainnet, testnet and devnet by CAIP-2, the first 32 characters of their genesis hash. */
export const frameSolanaNetworks: readonly string[] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]

/** The chain of a CAIP-2 id as the messages name it. */
export const toFrameChainId = (caip2: string): number | string =>
  caip2.startsWith('eip155:') ? Number(caip2.slice('eip155:'.length)) : caip2
/** The CAIP-2 id of a chain of the messages. */
export const fromFrameChainId = (chainId: number | string): string =>
  typeof chainId === 'number' ? `eip155:${chainId}` : chainId

/** Whether the frame supports a network, by its CAIP-2 id. */
export const isFrameNetwork = (caip2: string): boolean => {
  const chainId = toFrameChainId(caip2)
  return typeof chainId === 'number'
    ? frameEvmNetworks.includes(chainId)
    : frameSolanaNetworks.includes(chainId)
}
