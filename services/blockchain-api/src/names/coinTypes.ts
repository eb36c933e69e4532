import { badInput } from '@latchkey/service-kit/http'
import { type ChainConfig, type Chains } from '../chains.js'

/** Of Ethereum (SLIP-44), which is `eip155:1`. */
export const ETHEREUM = 60
/** ENSIP-11: chains of the EVM are this and their id. */
const EVM = 0x8000_0000
/** Of every chain of the EVM (ENSIP-19). */
export const ANY_EVM = EVM
const MAX_COIN_TYPE = 0xffff_ffff

/** Whether an address of that coin type is one of the EVM. */
export const isEvmCoinType = (coinType: bigint | number): boolean =>
  BigInt(coinType) === BigInt(ETHEREUM) ||
  (BigInt(coinType) >= BigInt(EVM) && BigInt(coinType) <= BigInt(MAX_COIN_TYPE))

/** CAIP-2. */
export const chainIdOf = (coinType: number): string =>
  `eip155:${coinType === ETHEREUM ? 1 : coinType - EVM}`

/**
 * The chain on which a registration was signed. A chain that is not configured has no nodes.
 * @throws Refusal 400
 */
export function chainOfCoinType(chains: Chains, coinType: number): ChainConfig {
  const id = coinType === ETHEREUM ? 1 : coinType - EVM
  if (!Number.isSafeInteger(id) || id < 1 || coinType > MAX_COIN_TYPE)
    throw badInput('coin_type', 'Invalid chain id: the coin type must be 60, or one of ENSIP-11.')
  const chain = chainIdOf(coinType)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return chains.find(chain) ?? { id: chain, rpcUrls: [], nativeCurrency }
}
