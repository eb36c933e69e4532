import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import type { Chain } from 'viem'

/** The chain family of CAIP-2 that this plugin speaks for. */
export const NAMESPACE = 'eip155'
/** Chain ids above this are refused: they do not fit into 32 bits. */
const MAX_CHAIN_ID = 4_294_967_295

/**
 * A viem chain as a plain network.
 * @throws `kernel.invalid_option` for a chain id that is no whole number from 1 to 4294967295
 */
export const toNetwork = ({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }: Chain): Network => {
  if (!Number.isInteger(id) || id < 1 || id > MAX_CHAIN_ID) throw new LatchkeyError('kernel.invalid_option', `Invalid chain id ${id} of "${name}": expected a whole number from 1 to ${MAX_CHAIN_ID}.`, { context: { option: 'networks' } })
  return {
    id: `${NAMESPACE}:${id}`,
    namespace: NAMESPACE,
    reference: String(id),
    name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    ...(blockExplorers && { blockExplorers: Object.values(blockExplorers).map((explorer) => ({ name: explorer.name, url: explorer.url })) }),
    ...(testnet !== undefined && { testnet }),
  }
}

/** A chain id as wallets spell it, in whatever form it came: '0x1', '1', 1, 1n. `undefined` for anything else. */
export const toChainId = (value: unknown): number | undefined => {
  if (!['string', 'number', 'bigint'].includes(typeof value) || value === '') return undefined
  const id = Number(value)
  return Number.isInteger(id) && id > 0 && id <= MAX_CHAIN_ID ? id : undefined
}
export const toHex = (id: number | string): `0x${string}` => `0x${Number(id).toString(16)}`
