import { type TokenStandard } from '../store/store.js'
import { type Log } from './wire.js'

/** keccak256 of `Transfer(address,address,uint256)`, of ERC-20 and ERC-721. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle(address,address,address,uint256,uint256)`, of ERC-1155. */
export const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** `TransferBatch(address,address,address,uint256[],uint256[])`, of ERC-1155. */
export const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** A movement, with addresses in small letters. */
export interface Movement {
  standard: TokenStandard
  token?: string
  tokenId?: string
  amount: string
  from: string
  to: string
}

const WORD = 64
const MOST_IDS = 1_000

const words = (data: string): string[] => data.slice(2).match(/.{64}/g) ?? []
const number = (word: string): bigint => BigInt(`0x${word}`)
/** Topics and words hold an address in their last twenty bytes. */
const addressOf = (topic: string): string | undefined =>
  /^0x0{24}/.test(topic) ? `0x${topic.slice(-40)}` : undefined

/** An event that has the name but not the shape moves nothing: one log must not stop a chain. */
export function movementsOf(log: Log): Movement[] {
  try {
    return decode(log)
  } catch {
    return []
  }
}

function decode({ topics, data, token }: Log): Movement[] {
  const [event, ...indexed] = topics
  const [from, to] = (event === TRANSFER ? indexed.slice(0, 2) : indexed.slice(1, 3)).map(addressOf)
  if (!from || !to) return []
  const ends = { token, from, to }
  if (event === TRANSFER && indexed.length === 3 && data === '0x')
    return [{ ...ends, standard: 'erc721', tokenId: String(BigInt(indexed[2]!)), amount: '1' }]
  if (event === TRANSFER && indexed.length === 2 && data.length === 2 + WORD)
    return [{ ...ends, standard: 'erc20', amount: String(BigInt(data)) }]
  if (indexed.length !== 3) return []
  const parts = words(data)
  const pairs =
    event === SINGLE && parts.length === 2
      ? [[parts[0]!, parts[1]!] as const]
      : event === BATCH
        ? batch(parts)
        : []
  return pairs.map(([id, amount]) => ({
    ...ends,
    standard: 'erc1155',
    tokenId: String(number(id)),
    amount: String(number(amount)),
  }))
}

/** Two lists of the same length, each at an offset in bytes that the event names. */
function batch(parts: readonly string[]): (readonly [string, string])[] {
  const listAt = (position: number): readonly string[] => {
    const start = Number(number(parts[position]!) / 32n)
    const at = parts[start]
    if (at === undefined) return []
    const length = number(at)
    return length <= MOST_IDS ? parts.slice(start + 1, start + 1 + Number(length)) : []
  }
  if (parts.length < 4) return []
  const [ids, amounts] = [listAt(0), listAt(1)]
  return ids.length === amounts.length ? ids.map((id, at) => [id, amounts[at]!] as const) : []
}
