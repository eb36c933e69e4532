// The calls and errors of ENS's universal resolver (ENSIP-23), of resolvers (ENSIP-1, 9) and of batches of
// gateway requests (ENSIP-21), by their selectors. viem's coders by name and ABI weigh 4 kB more.
import { concat, encodeAbiParameters, type AbiParameter, type Hex } from 'viem'

/** `resolveWithGateways(bytes,bytes,string[])`, which answers bytes and an address. */
export const RESOLVE = '0xa1472844'
/** `reverseWithGateways(bytes,uint256,string[])`, which answers a name and two addresses. */
export const REVERSE = '0xb7d6ca64'
/** `addr(bytes32)`: the address of a name on the chain of its registry. */
export const ADDRESS = '0x3b3b57de'
/** `addr(bytes32,uint256)`: the address of a name for a coin type, as bytes. */
export const COIN_ADDRESS = '0xf1cb7e06'
/** `query((address,string[],bytes)[])`, which answers `(bool[],bytes[])`. */
export const QUERY = '0xa780bab6'

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` of ERC-3668. */
export const OFFCHAIN_LOOKUP = '0x556f1830'
/** `HttpError(uint16,string)`: a gateway failed. */
export const HTTP_ERROR = '0x01800152'
/** Errors that say: nobody set this. */
export const UNSET: readonly string[] = [
  '0x77209fe8', // ResolverNotFound(bytes)
  '0x1e9535f2', // ResolverNotContract(bytes,address)
  '0x95c0c752', // ResolverError(bytes)
  '0x7b1c461b', // UnsupportedResolverProfile(bytes4)
  '0xef9c03ce', // ReverseAddressMismatch(string,bytes)
]

/** Stands for the page itself among the addresses of gateways. */
export const BATCH_GATEWAY = 'x-batch-gateway:true'

/** Parameters of these types. */
export const typesOf = <const Types extends readonly string[]>(...types: Types) =>
  types.map((type) => ({ type })) as { readonly [At in keyof Types]: { type: Types[At] } }

/** The selector of a call or of an error. */
export const selectorOf = (data: Hex): string => data.slice(0, 10)
/** The parameters behind the selector. */
export const parametersOf = (data: Hex): Hex => `0x${data.slice(10)}`

/** The data of a call, or of an error. */
export const encode = (selector: Hex, types: readonly AbiParameter[], values: readonly unknown[]) =>
  concat([selector, encodeAbiParameters(types, values)])
