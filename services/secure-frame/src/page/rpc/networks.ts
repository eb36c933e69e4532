import type { Network } from '@latchkey/plugin-api'

/** Names and coins of the networks of eip155 that the frame supports, by chain id. */
const EVM: Readonly<Record<string, readonly [name: string, coin?: string]>> = {
  1: ['Ethereum'],
  10: ['OP Mainnet'],
  56: ['BNB Smart Chain', 'BNB'],
  97: ['BNB Smart Chain Testnet', 'tBNB'],
  100: ['Gnosis', 'xDAI'],
  137: ['Polygon', 'POL'],
  8453: ['Base'],
  10200: ['Gnosis Chiado', 'xDAI'],
  11155111: ['Sepolia'],
  11155420: ['OP Sepolia'],
  42161: ['Arbitrum One'],
  421614: ['Arbitrum Sepolia'],
  42220: ['Celo', 'CELO'],
  43113: ['Avalanche Fuji', 'AVAX'],
  43114: ['Avalanche', 'AVAX'],
  534351: ['Scroll Sepolia'],
  534352: ['Scroll'],
  59141: ['Linea Sepolia'],
  59144: ['Linea'],
  7777777: ['Zora'],
  80002: ['Polygon Amoy', 'POL'],
  81457: ['Blast'],
  84532: ['Base Sepolia'],
  168587773: ['Blast Sepolia'],
}
const SOLANA: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'Solana Devnet',
}

/**
 * A network as it is shown and as chain plugins take it.
 * @param caip2 one that the frame supports
 * @param rpc the operator's RPC urls; the page around names none
 */
export function networkOf(caip2: string, rpc: Readonly<Record<string, string>>): Network {
  const [namespace = '', reference = ''] = caip2.split(':')
  const [name = '', coin = 'ETH'] =
    namespace === 'eip155' ? (EVM[reference] ?? []) : [SOLANA[reference], 'SOL']
  const url = rpc[caip2]
  return {
    id: caip2 as Network['id'],
    namespace: namespace as Network['namespace'],
    reference,
    name,
    nativeCurrency: { name: coin, symbol: coin, decimals: namespace === 'eip155' ? 18 : 9 },
    rpcUrls: url === undefined ? [] : [url],
  } as Network
}
