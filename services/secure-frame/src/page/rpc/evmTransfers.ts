import { getAddress, hexToString, type Address, type Hex } from 'viem'
import { hasHidden, toUnits } from '@latchkey/plugin-api/describe'
import type { EvmRequest } from '../../keys/evmRequest.js'
import type { AskNode } from './node.js'
import { isAway } from './nodeErrors.js'
import type { Outcome } from './prepared.js'

/** An event of a contract, as nodes name its fields. */
export interface Log {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** Something that moved: the network's coin, units of a token, or one item of a collection. */
interface Flow {
  /** `undefined`: the network's coin. */
  token?: Address
  /** The number of an item (EIP-721, EIP-1155). */
  item?: bigint
  /** In base units; negative where it leaves the account. */
  amount: bigint
}
/** By token and item. */
export type Flows = Map<string, Flow>

/** `eth_simulateV1` reports the network's coin as a token of this address. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** `Transfer(address,address,uint256)` of EIP-20 and EIP-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle` and `TransferBatch` of EIP-1155. */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

const WORD = 64
const wordsOf = (data: Hex): bigint[] =>
  (data.slice(2).match(/[\da-f]{64}/gi) ?? []).map((word) => BigInt(`0x${word}`))
const isOf = (topic: Hex | undefined, account: Address): boolean =>
  topic?.slice(-40).toLowerCase() === account.slice(2).toLowerCase()

interface Moved {
  from: Hex | undefined
  to: Hex | undefined
  parts: readonly { item?: bigint; amount: bigint }[]
}

/** A list in the data of an event: its words after the length that stands at its offset. */
function listAt(words: readonly bigint[], place: number): bigint[] {
  const at = Number((words[place] ?? 0n) / 32n)
  return words.slice(at + 1, at + 1 + Number(words[at] ?? 0n))
}

function movedBy({ topics, data }: Log): Moved | undefined {
  const [event, first, second, third] = topics
  const words = wordsOf(data)
  const [one, two] = words
  if (event === TRANSFER && topics.length === 3 && one !== undefined)
    return { from: first, to: second, parts: [{ amount: one }] }
  if (event === TRANSFER && third !== undefined)
    return { from: first, to: second, parts: [{ item: BigInt(third), amount: 1n }] }
  if (event === SINGLE && one !== undefined && two !== undefined)
    return { from: second, to: third, parts: [{ item: one, amount: two }] }
  if (event !== BATCH) return undefined
  const amounts = listAt(words, 1)
  const parts = listAt(words, 0).map((item, index) => ({ item, amount: amounts[index] ?? 0n }))
  return { from: second, to: third, parts }
}

function add(flows: Flows, flow: Flow): void {
  const key = `${flow.token ?? ''}/${flow.item ?? ''}`
  const amount = (flows.get(key)?.amount ?? 0n) + flow.amount
  flows.set(key, { ...flow, amount })
}

/** Adds what one request moves to and from the account. */
export function addTransfers(
  flows: Flows,
  account: Address,
  logs: readonly Log[],
  { to, value }: EvmRequest,
): void {
  const isCoin = ({ address }: Log): boolean => address.toLowerCase() === COIN
  for (const log of logs) {
    const { from, to: recipient, parts } = movedBy(log) ?? { parts: [] }
    const token = isCoin(log) ? {} : { token: getAddress(log.address) }
    const sign = BigInt(isOf(recipient, account)) - BigInt(isOf(from, account))
    if (sign)
      for (const part of parts) add(flows, { ...token, ...part, amount: sign * part.amount })
  }
  // Some nodes leave out the coin.
  if (value > 0n && !logs.some(isCoin) && to?.toLowerCase() !== account.toLowerCase())
    add(flows, { amount: -value })
}

/** `symbol()` and `decimals()` of EIP-20. */
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const MAX_SYMBOL = 12
const MAX_DECIMALS = 77n
/** Tokens that are asked for their names. Others are shown by their address. */
const MAX_NAMED = 8
/** Things that move and are shown. A request that moves more is not shown as a whole. */
const MAX_SHOWN = 40

/** The text that a contract calls itself, where it is short and hides nothing. */
function symbolIn(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x[\da-f]*$/i.test(answer)) return undefined
  const length = Number(`0x${answer.slice(2 + WORD, 2 + 2 * WORD) || '0'}`)
  const at = 2 + 2 * WORD
  const text = hexToString(`0x${answer.slice(at, at + 2 * Math.min(length, 99))}`).trim()
  return text && text.length <= MAX_SYMBOL && !hasHidden(text) ? text : undefined
}

/** The symbol and the decimals that a token gives itself, where they can be read. */
export async function readTokenName(node: AskNode, token: Address) {
  const call = (data: string): Promise<unknown> =>
    node('eth_call', [{ to: token, data }, 'latest']).catch((error: unknown) => {
      if (isAway(error)) throw error
    })
  const [symbol, decimals] = await Promise.all([call(SYMBOL), call(DECIMALS)])
  const isWord = typeof decimals === 'string' && /^0x[\da-f]{64}$/i.test(decimals)
  const places = isWord ? BigInt(decimals) : undefined
  return {
    symbol: symbolIn(symbol),
    decimals: places !== undefined && places <= MAX_DECIMALS ? Number(places) : undefined,
  }
}

/**
 * Puts what moves into words. Names of tokens are theirs to choose, so that each stands beside its
 * address.
 */
export async function wordsOfFlows(
  node: AskNode,
  flows: Flows,
  coin: { symbol: string; decimals: number },
): Promise<Pick<Outcome, 'leaves' | 'arrives' | 'isWhole'>> {
  const every = [...flows.values()]
  // The list begins with all that leaves: a contract can have anything arrive, as often as it wants.
  const all = [
    ...every.filter(({ amount }) => amount < 0n),
    ...every.filter(({ amount }) => amount > 0n),
  ]
  const moved = all.slice(0, MAX_SHOWN)
  const tokens = [
    ...new Set(moved.flatMap(({ token, item }) => (item === undefined && token) || [])),
  ]
  const names = new Map(
    await Promise.all(
      tokens
        .slice(0, MAX_NAMED)
        .map(async (token) => [token, await readTokenName(node, token)] as const),
    ),
  )
  const toWords = ({ token, item, amount }: Flow): string => {
    const size = amount < 0n ? -amount : amount
    if (!token) return `${toUnits(size, coin.decimals)} ${coin.symbol}`
    if (item !== undefined) return `${size} × #${item} (${token})`
    const { symbol, decimals } = names.get(token) ?? {}
    // Without decimals the number is that of base units.
    return decimals === undefined
      ? `${size} (${token})`
      : `${toUnits(size, decimals)} ${symbol ?? ''} (${token})`.replace('  ', ' ')
  }
  return {
    leaves: moved.filter(({ amount }) => amount < 0n).map(toWords),
    arrives: moved.filter(({ amount }) => amount > 0n).map(toWords),
    isWhole: all.length === moved.length,
  }
}
