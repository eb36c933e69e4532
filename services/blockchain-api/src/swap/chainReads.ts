// The reads of a chain that routes of swaps make themselves.
import { refusal } from '@latchkey/service-kit/http'
import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import * as v from 'valibot'
import { type Node, readUint } from '../sources/rpc/calls.js'
import { HEX, isCallError, QUANTITY, type Turn } from '../sources/rpc/nodes.js'

const FEE_BLOCKS = '0x5'
/** Percentiles of the tips of the last blocks: without haste, soon, at once. */
const REWARDS = [25, 50, 90]

export const isAway = (): never => {
  throw refusal(503, 'unavailable', 'The network cannot be asked now. Ask again in a while.')
}

/** @returns 0 where the contract does not answer a number */
const readNumber = async (node: Node, to: Hex, data: Hex, turn: Turn): Promise<bigint> => {
  const answer = await node.callOne({ to, data }, turn).catch((error: unknown) => {
    if (isCallError(error)) return undefined
    return isAway()
  })
  return readUint(answer) ?? 0n
}

export interface Owned {
  token: Hex
  owner: Hex
  spender: Hex
}

export const readAllowance = (node: Node, { token, owner, spender }: Owned, turn: Turn) => {
  const call = { abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const
  return readNumber(node, token, encodeFunctionData(call), turn)
}

export const readBalance = (node: Node, token: Hex, owner: Hex, turn: Turn) => {
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
  return readNumber(node, token, encodeFunctionData(call), turn)
}

export const readCoins = (node: Node, owner: Hex, turn: Turn): Promise<bigint> =>
  node.ask('eth_getBalance', [owner, 'latest'], turn, QUANTITY).catch(isAway)

/** The call data of an approval. */
export const approval = (spender: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

/** Whether the chain would take a call, as it is now. */
export const isAccepted = (
  node: Node,
  call: { from: Hex; to: Hex; data: Hex },
  turn: Turn,
): Promise<boolean> =>
  node.ask('eth_call', [call, 'latest'], turn, HEX).then(
    () => true,
    (error: unknown) => (isCallError(error) ? false : isAway()),
  )

const SEPARATOR = encodeFunctionData({
  abi: parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)']),
})
const NONCE = encodeFunctionData({
  abi: parseAbi(['function nonces(address) view returns (uint256)']),
  args: [`0x${'0'.repeat(40)}`],
})

/** Which tokens have what EIP-2612 asks for. Those that do not answer have it not. */
export async function readPermits(
  node: Node,
  tokens: readonly Hex[],
  turn: Turn,
): Promise<ReadonlySet<Hex>> {
  const calls = tokens.flatMap((to) => [
    { to, data: SEPARATOR },
    { to, data: NONCE },
  ])
  const { data } = await node.callMany(calls, turn)
  return new Set(
    tokens.filter(
      (_, at) => data[2 * at]?.length === 66 && readUint(data[2 * at + 1]) !== undefined,
    ),
  )
}

const history = v.object({
  baseFeePerGas: v.pipe(v.array(QUANTITY), v.minLength(1)),
  reward: v.array(v.array(QUANTITY)),
})

/** Wei for a unit of gas: what the next block takes of everybody, and the tips of the last blocks. */
export interface Fees {
  base: bigint
  /** Without haste, soon, at once. */
  tips: readonly [bigint, bigint, bigint]
}

/** @returns `undefined` where the chain has no base fee (EIP-1559) */
export async function readFees(node: Node, turn: Turn): Promise<Fees | undefined> {
  const fees = await node
    .ask('eth_feeHistory', [FEE_BLOCKS, 'latest', REWARDS], turn, history)
    .catch(() => undefined)
  const base = fees?.baseFeePerGas.at(-1)
  if (!fees || base === undefined) return undefined
  const tipAt = (at: number): bigint => {
    const tips = fees.reward.map((of) => of[at] ?? 0n)
    return tips.length === 0 ? 0n : tips.reduce((sum, tip) => sum + tip, 0n) / BigInt(tips.length)
  }
  return { base, tips: [tipAt(0), tipAt(1), tipAt(2)] }
}

/** Prices of a unit of gas in wei; `eth_gasPrice` where the chain has no base fee. */
export async function readGasPrices(node: Node, turn: Turn): Promise<[bigint, bigint, bigint]> {
  const fees = await readFees(node, turn)
  if (!fees) {
    const price = await node.ask('eth_gasPrice', [], turn, QUANTITY).catch(isAway)
    return [price, price, price]
  }
  const [slow, soon, fast] = fees.tips
  return [fees.base + slow, fees.base + soon, fees.base + fast]
}
