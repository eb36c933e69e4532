import {
  createWalletClient,
  defineChain,
  hexToString,
  http,
  isAddress,
  isAddressEqual,
  isHex,
  type Address,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { World, WorldChain } from '../world.js'

/** A JSON-RPC request of a site, as it came over WalletConnect. */
export interface Request {
  method: string
  /** Untrusted: usually a list. */
  params: unknown
  /** CAIP-2 id, such as `eip155:1`. */
  chainId: string
}

/**
 * An error in the JSON-RPC form that a site receives. Codes: 4001 to 4901 of EIP-1193, -32602
 * (invalid parameters) of JSON-RPC.
 */
export interface Refusal {
  code: number
  message: string
}

export const REJECTED: Refusal = { code: 4001, message: 'User rejected the request.' }
export const refuse = (code: number, message: string): Refusal => ({ code, message })
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' &&
  error !== null &&
  typeof (error as Refusal).code === 'number' &&
  typeof (error as Refusal).message === 'string'

/** The parameter of `eth_sendTransaction`. Quantities are hexadecimal, `value` in wei. */
export interface Transaction {
  from?: Address
  to?: Address
  value?: Hex
  data?: Hex
  gas?: Hex
}

const toList = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])
const isAddressText = (value: unknown): value is Address =>
  typeof value === 'string' && isAddress(value, { strict: false })

/**
 * The parameters of `personal_sign`: message, then address. Some sites send them in the other order,
 * so whatever looks like an address is taken for it.
 */
export const messageOf = ({ params }: Request): { message: string; address: unknown } => {
  const [first, second] = toList(params)
  const [message, address] =
    isAddressText(first) && !isAddressText(second) ? [second, first] : [first, second]
  return { message: typeof message === 'string' ? message : '', address }
}
/** A message for display: hexadecimal bytes are read as UTF-8. */
export const toReadableText = (message: string): string =>
  isHex(message) ? hexToString(message) : message
export const transactionOf = ({ params }: Request): Transaction =>
  (toList(params)[0] ?? {}) as Transaction
/** The chain that `wallet_switchEthereumChain` names, as a number. NaN if it names none. */
export const switchTarget = ({ params }: Request): number =>
  Number((toList(params)[0] as { chainId?: unknown } | undefined)?.chainId)

/**
 * The parameters of `eth_signTypedData_v4`: address, then the data as an object or as JSON.
 * @throws Refusal when the data are not what EIP-712 asks for
 */
export function typedDataOf({ params }: Request): { address: unknown; data: TypedDataDefinition } {
  const [address, given] = toList(params)
  try {
    const data = (typeof given === 'string' ? JSON.parse(given) : given) as TypedDataDefinition
    if (data.types && data.primaryType && data.message) return { address, data }
  } catch {
    /* the refusal below explains it */
  }
  throw refuse(-32602, 'Typed data need types, primaryType and message.')
}

/** The chain of a CAIP-2 id; `undefined` if this wallet does not know it. */
export const chainOf = ({ chains }: World, chainId: string): WorldChain | undefined =>
  chains.find(({ id }) => chainId === `eip155:${id}`)

/**
 * The account that signs for this address.
 * @param allowed accounts that the user has shared with the site
 * @throws Refusal when the site may not use this account
 */
function signer(
  { accounts }: World,
  allowed: readonly Address[],
  address: unknown,
): PrivateKeyAccount {
  const found =
    isAddressText(address) && allowed.some((one) => isAddressEqual(one, address))
      ? accounts.find((one) => isAddressEqual(one.address, address))
      : undefined
  if (!found) throw refuse(4100, 'This account is not shared with the site.')
  return privateKeyToAccount(found.privateKey)
}

/** Signs and sends a transaction. @returns its hash */
async function sendTransaction(
  world: World,
  allowed: readonly Address[],
  request: Request,
): Promise<Hex> {
  const { from, to, value, data, gas } = transactionOf(request)
  const account = signer(world, allowed, from)
  const chain = chainOf(world, request.chainId)
  if (!chain) throw refuse(4901, `This wallet does not know ${request.chainId}.`)
  const network = defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const client = createWalletClient({ account, chain: network, transport: http(chain.url) })
  return client.sendTransaction({
    ...(to && { to }),
    ...(data && { data }),
    ...(value && { value: BigInt(value) }),
    ...(gas && { gas: BigInt(gas) }),
  })
}

/**
 * Performs a request that the user approved, with the account's private key.
 * @param allowed accounts that the user has shared with the site
 * @returns the signature, or the hash of the transaction
 * @throws Refusal, and errors of the node
 */
export async function perform(
  world: World,
  allowed: readonly Address[],
  request: Request,
): Promise<Hex> {
  if (request.method === 'personal_sign') {
    const { message, address } = messageOf(request)
    return signer(world, allowed, address).signMessage({
      message: isHex(message) ? { raw: message } : message,
    })
  }
  if (request.method === 'eth_signTypedData_v4') {
    const { address, data } = typedDataOf(request)
    return signer(world, allowed, address).signTypedData(data)
  }
  if (request.method === 'eth_sendTransaction') return sendTransaction(world, allowed, request)
  if (!request.chainId.startsWith('eip155:'))
    throw refuse(4901, `This wallet does not know ${request.chainId}.`)
  throw refuse(4200, `This wallet does not support ${request.method}.`)
}
