import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { type ChainConfig, type ListedToken } from '../chains.js'
import { MULTICALL, readText, readUint } from '../sources/rpc/calls.js'
import { type Hop, type Quote } from './quoteSource.js'
import { type Reads } from './reads.js'
import { v2FactoryAbi, v2RouterAbi, v3FactoryAbi, v3QuoterAbi } from './uniswapAbi.js'
import { packPath, type UniswapChain, type Way } from './uniswapCalls.js'
import { V2_FEE, waysOf } from './uniswapWays.js'

/** A thousandth of the amount has the price that the swap itself does not move. */
const SMALL = 1000n
const BASIS_POINTS = 10_000n
/** Gas of a swap: what the transaction costs, and each pool of V2. V3's quoter tells that of pools. */
const GAS = { transaction: 45_000n, hopV2: 60_000n }
const MAX_NAME = 128
const MAX_DECIMALS = 77n
/** A thousandth of the native coin is asked about, to know what gas is worth. */
const COIN_PROBE = 10n ** 15n

const BLOCK = {
  abi: parseAbi(['function getBlockNumber() view returns (uint256)']),
  functionName: 'getBlockNumber',
} as const
/** Asks Multicall3 for the block of all the other answers. */
export const readBlock = (reads: Reads, { multicall = MULTICALL }: ChainConfig) =>
  reads.add({ to: multicall as Hex, data: encodeFunctionData(BLOCK) }, (data) => BigInt(data))

interface Answer {
  amount: bigint
  gas: bigint
}

/** Asks how much one way gives for an amount. */
function readAmount(reads: Reads, { v2, v3 }: UniswapChain, way: Way, amount: bigint) {
  if (way.venue === 'uniswap-v2') {
    const call = { abi: v2RouterAbi, functionName: 'getAmountsOut' } as const
    const data = encodeFunctionData({ ...call, args: [amount, way.path] })
    return reads.add({ to: v2?.router as Hex, data }, (answer): Answer => {
      const amounts = decodeFunctionResult({ ...call, data: answer })
      return {
        amount: amounts.at(-1) ?? 0n,
        gas: GAS.transaction + GAS.hopV2 * BigInt(way.fees.length),
      }
    })
  }
  const call = { abi: v3QuoterAbi, functionName: 'quoteExactInput' } as const
  const data = encodeFunctionData({ ...call, args: [packPath(way), amount] })
  return reads.add({ to: v3?.quoter as Hex, data }, (answer): Answer => {
    const [got, , , gas] = decodeFunctionResult({ ...call, data: answer })
    return { amount: got, gas: GAS.transaction + gas }
  })
}

/** Asks for the pools of a way. */
const readHops = (reads: Reads, { v2, v3 }: UniswapChain, { venue, path, fees }: Way) => {
  const pools = fees.map((fee, at) => {
    const [one, other] = [path[at] as Hex, path[at + 1] as Hex]
    const decode = (data: Hex): Hex => `0x${data.slice(-40)}`
    if (venue === 'uniswap-v2') {
      const call = { abi: v2FactoryAbi, functionName: 'getPair', args: [one, other] } as const
      return reads.add({ to: v2?.factory as Hex, data: encodeFunctionData(call) }, decode)
    }
    const call = { abi: v3FactoryAbi, functionName: 'getPool', args: [one, other, fee] } as const
    return reads.add({ to: v3?.factory as Hex, data: encodeFunctionData(call) }, decode)
  })
  return (): Hop[] =>
    pools.map((pool, at) => ({
      venue,
      pool: pool() ?? '0x',
      fee: fees[at] ?? V2_FEE,
      to: path[at + 1] as Hex,
    }))
}

type Found = Pick<Quote, 'toAmount' | 'gas' | 'priceImpact' | 'router' | 'route'>

/** @returns after the reading: what the way gives, `undefined` where it has no pool or no liquidity */
export function readWay(reads: Reads, place: UniswapChain, way: Way, amount: bigint) {
  const whole = readAmount(reads, place, way, amount)
  const small = amount / SMALL
  const part = small > 0n ? readAmount(reads, place, way, small) : () => undefined
  const hops = readHops(reads, place, way)
  return (): Found | undefined => {
    const answer = whole()
    if (!answer || answer.amount === 0n) return undefined
    return {
      toAmount: answer.amount,
      gas: answer.gas,
      ...impactOf({ amount, small, got: answer.amount, gotSmall: part()?.amount }),
      router: (way.venue === 'uniswap-v2' ? place.v2?.router : place.v3?.router) as Hex,
      route: hops(),
    }
  }
}

/** Basis points by which the whole amount is sold below its thousandth. */
const impactOf = (sold: {
  amount: bigint
  small: bigint
  got: bigint
  gotSmall: bigint | undefined
}): { priceImpact?: number } => {
  if (!sold.gotSmall) return {}
  // The price of the whole, in ten-thousandths of the price of its part.
  const share = (sold.got * sold.small * BASIS_POINTS) / (sold.gotSmall * sold.amount)
  return { priceImpact: share >= BASIS_POINTS ? 0 : Number(BASIS_POINTS - share) }
}

/** @returns after the reading: what an amount of the native coin is worth in a token */
export function readWorth(reads: Reads, place: UniswapChain, token: Hex) {
  if (token === place.weth) return (wei: bigint): bigint | undefined => wei
  const probe = readDirect(reads, place, { from: place.weth as Hex, to: token }, COIN_PROBE)
  return (wei: bigint): bigint | undefined => {
    const most = probe()
    return most ? (wei * most) / COIN_PROBE : undefined
  }
}

/** @returns after the reading: the most that pools of the two tokens give; 0 where there is none */
export function readDirect(
  reads: Reads,
  place: UniswapChain,
  pair: { from: Hex; to: Hex },
  amount: bigint,
): () => bigint {
  const ways = waysOf({ ...place, bases: [] }, pair)
  const answers = ways.map((way) => readAmount(reads, place, way, amount))
  return () =>
    answers
      .map((answer) => answer()?.amount ?? 0n)
      .reduce((most, one) => (one > most ? one : most), 0n)
}

const NAMES = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint256)',
])

/** @returns after the reading: how the token describes itself, `undefined` where it does not */
export function readListed(reads: Reads, to: Hex): () => ListedToken | undefined {
  const [name, symbol, decimals] = (['name', 'symbol', 'decimals'] as const).map((functionName) =>
    reads.add({ to, data: encodeFunctionData({ abi: NAMES, functionName }) }, (data) => data),
  )
  return () => {
    const words = [readText(name?.()), readText(symbol?.())]
    const places = readUint(decimals?.())
    if (!words.every((word) => word !== undefined && word.length <= MAX_NAME)) return undefined
    if (places === undefined || places > MAX_DECIMALS) return undefined
    return { address: to, name: words[0]!, symbol: words[1]!, decimals: Number(places) }
  }
}
