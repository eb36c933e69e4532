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

export interface Request {
  method: string
  params: unknown
  chainId: string
}

/** An error in the form in which a site gets it. */
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

export interface Transaction {
  from?: Address
  to?: Address
  value?: Hex
  data?: Hex
  gas?: Hex
}

const list = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])
const isAddressText = (value: unknown): value is Address =>
  typeof value === 'string' && isAddress(value, { strict: false })

export const messageOf = ({ params }: Request): { message: string; address: unknown } => {
  const [first, second] = list(params)
  const [message, address] =
    isAddressText(first) && !isAddressText(second) ? [second, first] : [first, second]
  return { message: typeof message === 'string' ? message : '', address }
}
export const readable = (message: string): string =>
  isHex(message) ? hexToString(message) : message
export const transactionOf = ({ params }: Request): Transaction =>
  (list(params)[0] ?? {}) as Transaction
export const switchTarget = ({ params }: Request): number =>
  Number((list(params)[0] as { chainId?: unknown } | undefined)?.chainId)

/** @throws Refusal when the data are not what EIP-712 asks for */
export function typedDataOf({ params }: Request): { address: unknown; data: TypedDataDefinition } {
  const [address, given] = list(params)
  try {
    const data = (typeof given === 'string' ? JSON.parse(given) : given) as TypedDataDefinition
    if (data.types && data.primaryType && data.message) return { address, data }
  } catch {
    /* said below */
  }
  throw refuse(-32602, 'Typed data need types, primaryType and message.')
}

export const chainOf = ({ chains }: World, chainId: string): WorldChain | undefined =>
  chains.find(({ id }) => chainId === `eip155:${id}`)

/** @throws Refusal when the site may not use this account */
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

async function send(world: World, allowed: readonly Address[], request: Request): Promise<Hex> {
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

/** Does what was approved, with the real key. @throws Refusal, and what the node says */
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
  if (request.method === 'eth_sendTransaction') return send(world, allowed, request)
  if (!request.chainId.startsWith('eip155:'))
    throw refuse(4901, `This wallet does not know ${request.chainId}.`)
  throw refuse(4200, `This wallet does not support ${request.method}.`)
}
