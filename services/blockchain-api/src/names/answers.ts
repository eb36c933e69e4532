import { badInput } from '@latchkey/service-kit/http'
import {
  type Hex,
  decodeFunctionData,
  encodeAbiParameters,
  hexToBytes,
  namehash,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { type NameRow } from '../store/store.js'
import { ETHEREUM, isEvmCoinType } from './coinTypes.js'
import { recordAbi, resolverAbi } from './resolverAbi.js'

/** A question of a client of ENS about a name. */
export interface Question {
  /** `alice.shop.eth`, as the request spells it. */
  name: string
  /** The calls of the record's resolver; several where they came by `multicall`. */
  calls: readonly Hex[]
  isMulticall: boolean
}

const MAX_CALLS = 50
/** Hexadecimal digits of a word of the ABI, and where its only list begins. */
const WORD_DIGITS = 64
const LIST_OFFSET = 32n
const MAX_NAME_BYTES = 255
const DOT = 0x2e
const RESOLVE = toFunctionSelector('function resolve(bytes,bytes)')
const MULTICALL = toFunctionSelector('function multicall(bytes[])')

/**
 * Reads the call `resolve(bytes name, bytes data)` of ENSIP-10.
 * @throws Refusal 400
 */
export function readQuestion(request: Hex): Question {
  if (!request.startsWith(RESOLVE)) throw unknownCall()
  const [nameBytes, data] = decode(resolverAbi, request).args as unknown as readonly [Hex, Hex]
  const name = readDnsName(nameBytes)
  const isMulticall = data.startsWith(MULTICALL)
  if (isMulticall) checkCount(data)
  const calls = isMulticall
    ? (decode(recordAbi, data).args as readonly [readonly Hex[]])[0]
    : [data]
  // A call in a call in a call: nobody needs it.
  if (isMulticall && calls.some((call) => call.startsWith(MULTICALL))) throw unknownCall()
  return { name, calls, isMulticall }
}

/**
 * Reads how many calls a multicall has before it reads them: all may point at the same bytes, and each
 * would be read anew.
 * @throws Refusal 400
 */
function checkCount(data: Hex): void {
  const word = (at: number): bigint => BigInt(`0x0${data.slice(at, at + WORD_DIGITS)}`)
  const first = MULTICALL.length
  if (word(first) !== LIST_OFFSET) throw badInput('data', 'This is no multicall(bytes[]).')
  if (word(first + WORD_DIGITS) > BigInt(MAX_CALLS))
    throw badInput('data', `A multicall may have at most ${MAX_CALLS} calls.`)
}

/**
 * The result of the calls, as the resolver returns it.
 * @param row absent: nobody has the name, and all of its records are empty
 * @throws Refusal 400 where a call is unknown, or is about another name
 */
export function resultOf({ name, calls, isMulticall }: Question, row: NameRow | undefined): Hex {
  const node = namehash(name)
  const results = calls.map((call) => recordOf(call, node, row))
  return isMulticall ? encodeAbiParameters([{ type: 'bytes[]' }], [results]) : results[0]!
}

const recordOf = (call: Hex, node: Hex, row: NameRow | undefined): Hex => {
  const { functionName, args } = decode(recordAbi, call)
  const [asked, second] = args as readonly [Hex, unknown]
  if (asked !== node) throw badInput('data', 'The call is about another name than the request.')
  if (functionName === 'contenthash') return encodeAbiParameters([{ type: 'bytes' }], ['0x'])
  if (functionName === 'text')
    return encodeAbiParameters([{ type: 'string' }], [textOf(row, second as string)])
  if (second === undefined)
    return encodeAbiParameters(
      [{ type: 'address' }],
      [addressOf(row, BigInt(ETHEREUM)) ?? zeroAddress],
    )
  return encodeAbiParameters([{ type: 'bytes' }], [addressOf(row, second as bigint) ?? '0x'])
}

/** An address whose own key signed is the same person's on every chain of the EVM. */
const addressOf = (row: NameRow | undefined, coinType: bigint): Hex | undefined =>
  row && (row.byKey ? isEvmCoinType(coinType) : coinType === BigInt(row.coinType))
    ? (row.address as Hex)
    : undefined

const textOf = (row: NameRow | undefined, key: string): string => {
  const { avatar, url, description } = row?.attributes ?? {}
  return (
    new Map([
      ['avatar', avatar],
      ['url', url],
      ['description', description],
    ]).get(key) ?? ''
  )
}

const decode = (abi: typeof resolverAbi | typeof recordAbi, data: Hex) => {
  try {
    return decodeFunctionData({ abi: abi as typeof recordAbi, data })
  } catch {
    throw unknownCall()
  }
}

const unknownCall = () =>
  badInput(
    'data',
    'The call must be resolve(bytes,bytes) of addr, text, contenthash, or a multicall of these.',
  )

/** Each label stands behind its length, and a zero at the end. @throws Refusal 400 */
const readDnsName = (encoded: Hex): string => {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length && bytes.length <= MAX_NAME_BYTES + 2;) {
    const length = bytes[at]!
    if (length === 0 && at === bytes.length - 1) return labels.join('.')
    const label = bytes.subarray(at + 1, at + 1 + length)
    // A dot in a label would make another name of it.
    if (length === 0 || label.length < length || label.includes(DOT)) break
    try {
      labels.push(decoder.decode(label))
    } catch {
      break
    }
    at += length + 1
  }
  throw badInput('data', 'The name must be written as DNS does, with at most 255 bytes.')
}
