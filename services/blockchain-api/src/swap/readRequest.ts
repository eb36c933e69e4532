// The parameters of requests about swaps.
import { badInput } from '@latchkey/service-kit/http'
import { getAddress, type Hex } from 'viem'
import { readAddress } from '../accounts.js'
import { type ChainConfig } from '../chains.js'
import { type ApiContext } from '../context.js'
import { NATIVE, type SwapRequest } from './quoteSource.js'
import { type Turn } from '../sources/rpc/nodes.js'

const TOKEN = /^([-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}):(.{1,128})$/

/** Percent. */
export const DEFAULT_SLIPPAGE = 1

/** @throws Refusal 400 where no market of the service is on the chain */
export function readMarket({ chains, quotes }: ApiContext, field: string, id: string): ChainConfig {
  const chain = chains.find(id)
  if (!chain || !quotes.has(chain.id)) throw badInput(field, 'Network not supported for Swaps')
  return chain
}

/** @throws Refusal 400 */
export function readOwner(field: string, text: string): Hex {
  const address = readAddress('eip155', text)
  if (address === undefined)
    throw badInput(
      field,
      'This must be an eip155 address: 0x and 40 hex digits, with a right checksum if cases are mixed.',
    )
  return address as Hex
}

/** A token as CAIP-10. @throws Refusal 400 */
export function readToken(
  context: ApiContext,
  field: string,
  text: string,
): { chain: ChainConfig; token: Hex } {
  const [, id, address] = TOKEN.exec(text) ?? []
  if (id === undefined || address === undefined)
    throw badInput(field, 'A token must be CAIP-10, for example eip155:1:0x….')
  const chain = readMarket(context, field, id)
  const isNative = address.toLowerCase() === NATIVE.toLowerCase()
  return { chain, token: isNative ? NATIVE : readOwner(field, address) }
}

/** @throws Refusal 400 where it is not one of the markets' */
export function readSpender({ quotes }: ApiContext, chain: ChainConfig, text?: string): Hex {
  const known = quotes.of(chain.id).flatMap((source) => source.spenders(chain.id))
  const [first] = known
  if (text === undefined && first) return first
  const asked = text === undefined ? undefined : readOwner('spender', text)
  const spender = known.find((one) => one === asked)
  if (!spender) throw badInput('spender', 'This must be the spender of a quote of this service.')
  return getAddress(spender)
}

/** @throws Refusal 400 */
export function readRequest(
  context: ApiContext,
  asked: { amount: string; from: string; to: string; userAddress: string },
  slippage = DEFAULT_SLIPPAGE,
): SwapRequest {
  const from = readToken(context, 'from', asked.from)
  const to = readToken(context, 'to', asked.to)
  if (from.chain.id !== to.chain.id)
    throw badInput('to', 'Both tokens must be on the same chain. Name one of that chain.')
  if (from.token === to.token)
    throw badInput('to', 'This is the token that is sold. Name another one.')
  const amount = BigInt(asked.amount)
  if (amount >> 256n)
    throw badInput('amount', 'This must be below 2^256, in the smallest unit of the token.')
  const account = readOwner('userAddress', asked.userAddress)
  return { chain: from.chain, from: from.token, to: to.token, amount, account, slippage }
}

/** @throws Refusal 400 where a token of the request has no contract */
export async function requireTokens(
  { contracts }: ApiContext,
  { chain, from, to }: Pick<SwapRequest, 'chain' | 'from' | 'to'>,
  turn: Turn,
): Promise<void> {
  await Promise.all([
    contracts.require(chain, 'from', from, turn),
    contracts.require(chain, 'to', to, turn),
  ])
}
