import type { Network } from '@latchkey/plugin-api'
import { mainnet, regtest, signet, testnet } from './networks.js'

/** The names that wallets use for networks. */
export type Chain = 'mainnet' | 'testnet' | 'signet' | 'regtest'

const CHAIN_BY_REFERENCE: Readonly<Record<string, Chain>> = {
  [mainnet.reference]: 'mainnet',
  [testnet.reference]: 'testnet',
  [signet.reference]: 'signet',
  [regtest.reference]: 'regtest',
}
const NETWORKS: Readonly<Record<Chain, Network>> = { mainnet, testnet, signet, regtest }

/**
 * The wallets' name for a network. An unknown network counts as the common test network, unless it
 * says that it is not a test network.
 */
export const chainOf = ({
  reference,
  testnet: isTest,
}: Pick<Network, 'reference' | 'testnet'>): Chain =>
  CHAIN_BY_REFERENCE[reference] ?? (isTest === false ? 'mainnet' : 'testnet')
/** The CAIP-2 id of a wallets' name. */
export const idOf = (chain: Chain): Network['id'] => NETWORKS[chain].id

/**
 * The networks where an address can exist, judged by its first characters. Empty: it is not a
 * Bitcoin address. No checksum is verified.
 */
export function chainsOf(address: string): readonly Chain[] {
  if (/^(bc1|[13])/i.test(address)) return ['mainnet']
  if (/^bcrt1/i.test(address)) return ['regtest']
  if (/^tb1/i.test(address)) return ['testnet', 'signet']
  return /^[mn2]/.test(address) ? ['testnet', 'signet', 'regtest'] : []
}

const CHAIN_NAME_PATTERNS: readonly (readonly [RegExp, Chain])[] = [
  [/^(bitcoin[_:])?(mainnet|livenet|main)$/i, 'mainnet'],
  [/^(bitcoin[_:])?testnet3?$/i, 'testnet'],
  [/^(bitcoin[_:])?signet$/i, 'signet'],
  [/^(bitcoin[_:])?regtest$/i, 'regtest'],
]
/** Reads a wallet's own word for a network. */
export const readChainName = (name: unknown): Chain | undefined =>
  typeof name === 'string'
    ? CHAIN_NAME_PATTERNS.find(([pattern]) => pattern.test(name))?.[1]
    : undefined
