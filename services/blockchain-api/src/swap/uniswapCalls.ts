import { concatHex, encodeFunctionData, numberToHex, type Hex } from 'viem'
import { v2RouterAbi, v3Router02Abi, v3RouterAbi } from './uniswapAbi.js'
import { type Call, type SwapTerms } from './quoteSource.js'

/** Where Uniswap's contracts are on one chain. */
export interface UniswapChain {
  /** The wrapped native coin. */
  weth: string
  v2?: { factory: string; router: string }
  v3?: {
    factory: string
    /** QuoterV2. */
    quoter: string
    router: string
    /** SwapRouter takes a deadline in its struct, SwapRouter02 by `multicall`. */
    kind: 'SwapRouter' | 'SwapRouter02'
  }
  /** Tokens that a way may lead over. Absent: the wrapped coin alone. */
  bases?: readonly string[]
}

/** A way through pools of one venue. `fees` has one entry for each hop of V3. */
export interface Way {
  venue: 'uniswap-v2' | 'uniswap-v3'
  /** From the sold token to the bought one; the wrapped coin stands for the native one. */
  path: readonly Hex[]
  fees: readonly number[]
}

/** The path of V3's contracts: token, fee in three bytes, token, and so on. */
export const packPath = ({ path, fees }: Way): Hex =>
  concatHex(
    path.flatMap((token, at) => {
      const fee = fees[at]
      return fee === undefined ? [token] : [token, numberToHex(fee, { size: 3 })]
    }),
  )

export interface Trade extends SwapTerms {
  way: Way
  amount: bigint
  account: Hex
  isNativeIn: boolean
  isNativeOut: boolean
}

/** Calls V2's router, which has a function for each pair of coin and token. */
export function callV2(router: Hex, trade: Trade): Call {
  const { way, amount, minimum, account, deadline, isNativeIn, isNativeOut } = trade
  const ends = [way.path, account, deadline] as const
  if (isNativeIn)
    return {
      to: router,
      value: amount,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactETHForTokens',
        args: [minimum, ...ends],
      }),
    }
  const functionName = isNativeOut ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  const args = [amount, minimum, ...ends] as const
  return {
    to: router,
    value: 0n,
    data: encodeFunctionData({ abi: v2RouterAbi, functionName, args }),
  }
}

/** The receiver that means the router itself. */
const ROUTER_ITSELF = {
  SwapRouter: '0x0000000000000000000000000000000000000000',
  SwapRouter02: '0x0000000000000000000000000000000000000002',
} as const

/** Calls V3's router. A native coin that is bought is unwrapped in the same transaction. */
export function callV3({ router, kind }: NonNullable<UniswapChain['v3']>, trade: Trade): Call {
  const { way, amount, minimum, account, deadline, isNativeIn, isNativeOut } = trade
  const input = {
    path: packPath(way),
    recipient: isNativeOut ? ROUTER_ITSELF[kind] : account,
    amountIn: amount,
    amountOutMinimum: minimum,
  }
  const unwrap = { functionName: 'unwrapWETH9', args: [minimum, account] } as const
  const calls = (swap: Hex): Hex[] =>
    isNativeOut ? [swap, encodeFunctionData({ abi: v3RouterAbi, ...unwrap })] : [swap]
  return {
    to: router as Hex,
    value: isNativeIn ? amount : 0n,
    data:
      kind === 'SwapRouter'
        ? callOld(calls(encodeFunctionData({ ...EXACT_INPUT, args: [{ ...input, deadline }] })))
        : callNew(deadline, calls(encodeFunctionData({ ...EXACT_INPUT_02, args: [input] }))),
  }
}

const EXACT_INPUT = { abi: v3RouterAbi, functionName: 'exactInput' } as const
const EXACT_INPUT_02 = { abi: v3Router02Abi, functionName: 'exactInput' } as const
const callOld = (calls: Hex[]): Hex =>
  encodeFunctionData({ abi: v3RouterAbi, functionName: 'multicall', args: [calls] })
const callNew = (deadline: bigint, calls: Hex[]): Hex =>
  encodeFunctionData({ abi: v3Router02Abi, functionName: 'multicall', args: [deadline, calls] })
