import type { Network } from '@latchkey/plugin-api'
import { mainnet, regtest, signet, testnet } from './networks.js'

/** What wallets call a network. */
export type Chain = 'mainnet' | 'testnet' | 'signet' | 'regtest'

const BY_REFERENCE: Readonly<Record<string, Chain>> = {
  [mainnet.reference]: 'mainnet',
  [testnet.reference]: 'testnet',
  [signet.reference]: 'signet',
  [regtest.reference]: 'regtest',
}
const NETWORKS: Readonly<Record<Chain, Network>> = { mainnet, testnet, signet, regtest }

/** What wallets call this network; one that nobody knows is a test network of the common kind, unless it says that it is none. */
export const chainOf = ({
  reference,
  testnet: isTest,
}: Pick<Network, 'reference' | 'testnet'>): Chain =>
  BY_REFERENCE[reference] ?? (isTest === false ? 'mainnet' : 'testnet')
/** The CAIP-2 id of what wallets call so. */
export const idOf = (chain: Chain): Network['id'] => NETWORKS[chain].id

/** Where an address can exist, by how it begins. Empty: it is none of Bitcoin's. No checksum is looked at. */
export function chainsOf(address: string): readonly Chain[] {
  if (/^(bc1|[13])/i.test(address)) return ['mainnet']
  if (/^bcrt1/i.test(address)) return ['regtest']
  if (/^tb1/i.test(address)) return ['testnet', 'signet']
  return /^[mn2]/.test(address) ? ['testnet', 'signet', 'regtest'] : []
}

const NAMES: readonly (readonly [RegExp, Chain])[] = [
  [/^(bitcoin[_:])?(mainnet|livenet|main)$/i, 'mainnet'],
  [/^(bitcoin[_:])?testnet3?$/i, 'testnet'],
  [/^(bitcoin[_:])?signet$/i, 'signet'],
  [/^(bitcoin[_:])?regtest$/i, 'regtest'],
]
/** A wallet's own word for a network. */
export const chainNamed = (name: unknown): Chain | undefined =>
  typeof name === 'string' ? NAMES.find(([pattern]) => pattern.test(name))?.[1] : undefined
