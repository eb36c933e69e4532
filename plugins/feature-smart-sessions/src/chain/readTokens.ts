import { shownName } from '@latchkey/plugin-api/wallet'
import { MULTICALL, type RpcRequest } from '@latchkey/smart-account'
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  multicall3Abi,
  type Address,
  type Hex,
} from 'viem'
import type { SessionToken } from '../api.js'

const MOST_DECIMALS = 36
const MOST_LETTERS = 20
const CALLS = ['decimals', 'symbol'] as const

/** A result as the function has it; `undefined` where the contract answers something else. */
function valueOf(functionName: (typeof CALLS)[number], data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName, data })
  } catch {
    return undefined
  }
}

/**
 * Asks tokens for their decimals and symbols, all in one call. A token that does not tell its decimals is
 * left out.
 * @throws where the node does not answer
 */
export async function readTokens(
  request: RpcRequest,
  tokens: readonly Address[],
): Promise<readonly (SessionToken & { token: Address })[]> {
  const calls = tokens.flatMap((target) =>
    CALLS.map((functionName) => ({
      target,
      allowFailure: true,
      callData: encodeFunctionData({ abi: erc20Abi, functionName }),
    })),
  )
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const params = [{ to: MULTICALL, data }, 'latest']
  const answer = (await request({ method: 'eth_call', params })) as Hex
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: answer,
  })
  return tokens.flatMap((token, at) => {
    const [decimals, symbol] = CALLS.map((name, offset) => {
      const result = results[at * CALLS.length + offset]
      return result?.success ? valueOf(name, result.returnData) : undefined
    })
    if (typeof decimals !== 'number' || decimals > MOST_DECIMALS) return []
    const named = typeof symbol === 'string' ? shownName(symbol, MOST_LETTERS) : ''
    return [{ token, decimals, symbol: named }]
  })
}
