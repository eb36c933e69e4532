import { ARGUMENTS, bytesAt, isSameAddress, listAt, offsetAt, toAddress, wordAt } from './hex.js'

/** A call of a router of Uniswap, in its own words. */
export interface SwapCall {
  /** Of the sold token. Absent: the value of the transaction. */
  amount?: bigint
  minimum: bigint
  /** The ends of its way, in small letters; the wrapped coin stands for the native one. */
  sold: string
  bought: string
  recipient: string
  /** Seconds since 1970. Absent: it has none. */
  deadline?: bigint
  /** The native coin is paid out. */
  isNativeOut: boolean
}

const WORD = 64
/** A token and a fee in a path of V3, in characters, and the shortest path of two tokens. */
const ADDRESS_LENGTH = 40
const HOP_LENGTH = 46
/** The routers' own word for themselves, as receivers of a coin that they unwrap afterwards. */
const ROUTER_ITSELF = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}2`]

/** By selector: which argument is which. */
const V2: Readonly<Record<string, { hasAmount: boolean; isNativeOut: boolean }>> = {
  // swapExactTokensForTokens, swapExactTokensForETH, swapExactETHForTokens
  '0x38ed1739': { hasAmount: true, isNativeOut: false },
  '0x18cbafe5': { hasAmount: true, isNativeOut: true },
  '0x7ff36ab5': { hasAmount: false, isNativeOut: false },
}

function readV2(data: string): SwapCall | undefined {
  const kind = V2[data.slice(0, ARGUMENTS).toLowerCase()]
  if (!kind) return undefined
  const first = kind.hasAmount ? 1 : 0
  const at = (index: number): bigint | undefined => wordAt(data, ARGUMENTS + index * WORD)
  const path = listAt(data, offsetAt(data, ARGUMENTS, first + 1))
  const [amount, minimum, deadline] = [at(0), at(first), at(first + 3)]
  const [sold, bought] = [toAddress(path?.[0]), toAddress(path?.at(-1))]
  const recipient = toAddress(at(first + 2))
  if (minimum === undefined || deadline === undefined) return undefined
  if (sold === undefined || bought === undefined || recipient === undefined) return undefined
  const { hasAmount, isNativeOut } = kind
  return {
    ...{ minimum, sold, bought, recipient, deadline, isNativeOut },
    ...(hasAmount && amount !== undefined && { amount }),
  }
}

/** `exactInput` of SwapRouter, which has a deadline, and of SwapRouter02, which has none. */
const EXACT_INPUT = { '0xc04b8d59': true, '0xb858183f': false } as const

function readExactInput(data: string): SwapCall | undefined {
  const hasDeadline = EXACT_INPUT[data.slice(0, ARGUMENTS) as keyof typeof EXACT_INPUT] as
    boolean | undefined
  const struct = offsetAt(data, ARGUMENTS, 0)
  if (hasDeadline === undefined || struct === undefined) return undefined
  const at = (index: number): bigint | undefined => wordAt(data, struct + index * WORD)
  const path = bytesAt(data, offsetAt(data, struct, 0)) ?? ''
  const amounts = hasDeadline ? 3 : 2
  const [recipient, amount, minimum] = [toAddress(at(1)), at(amounts), at(amounts + 1)]
  const deadline = hasDeadline ? at(2) : undefined
  if (path.length <= HOP_LENGTH || (path.length - ADDRESS_LENGTH) % HOP_LENGTH) return undefined
  if (recipient === undefined || amount === undefined || minimum === undefined) return undefined
  return {
    ...{ amount, minimum, recipient, isNativeOut: false },
    sold: `0x${path.slice(0, ADDRESS_LENGTH)}`,
    bought: `0x${path.slice(-ADDRESS_LENGTH)}`,
    ...(deadline !== undefined && { deadline }),
  }
}

/** `multicall` of SwapRouter, and of SwapRouter02, whose first argument is a deadline. */
export const MULTICALL = '0xac9650d8'
export const MULTICALL_UNTIL = '0x5ae401dc'
/** Which argument is the list of calls. */
const LIST_AT = { [MULTICALL]: 0, [MULTICALL_UNTIL]: 1 } as const
const UNWRAP = '0x49404b7c'

/**
 * The calls within a multicall, and its deadline. They may be two: a swap and the unwrapping of its coin.
 */
export function callsOf(data: string): { calls: readonly string[]; deadline?: bigint } | undefined {
  const index = LIST_AT[data.slice(0, ARGUMENTS) as keyof typeof LIST_AT] as 0 | 1 | undefined
  const list = index === undefined ? undefined : offsetAt(data, ARGUMENTS, index)
  const length = list === undefined ? undefined : wordAt(data, list)
  if (list === undefined || length === undefined || length > 2n) return undefined
  const calls = Array.from({ length: Number(length) }, (_, each) =>
    bytesAt(data, offsetAt(data, list + WORD, each)),
  )
  const deadline = index ? wordAt(data, ARGUMENTS) : undefined
  return calls.every((call) => call !== undefined)
    ? { calls: calls.map((call) => `0x${call}`), ...(deadline !== undefined && { deadline }) }
    : undefined
}

/**
 * One swap of V3, and the unwrapping of the coin that it gave. Nothing else may stand beside it.
 * @param data in small letters
 */
export function readV3(data: string): SwapCall | undefined {
  const { calls, deadline } = callsOf(data) ?? { calls: [data] }
  const [first, unwrap, ...more] = calls
  const swap = first === undefined ? undefined : readExactInput(first)
  if (!swap || more.length) return undefined
  const read = deadline === undefined ? swap : { ...swap, deadline }
  if (unwrap === undefined) return read
  const minimum = wordAt(unwrap, ARGUMENTS)
  const recipient = toAddress(wordAt(unwrap, ARGUMENTS + WORD))
  const isPaidOut = ROUTER_ITSELF.some((itself) => isSameAddress(itself, swap.recipient))
  if (!unwrap.startsWith(UNWRAP) || !isPaidOut || minimum === undefined) return undefined
  if (recipient === undefined) return undefined
  const least = minimum < swap.minimum ? minimum : swap.minimum
  return { ...read, recipient, minimum: least, isNativeOut: true }
}

/**
 * Reads the call of a swap from the data of a transaction to a router of Uniswap V2 or V3.
 * @returns `undefined` for any other call, and for one with another call beside it
 */
export function readSwapCall(data: string): SwapCall | undefined {
  if (!/^0x[0-9a-f]{8,}$/i.test(data)) return undefined
  const small = data.toLowerCase()
  return readV2(small) ?? readV3(small)
}
