import type { Description, Network } from '@latchkey/plugin-api'
import { decodeFunctionData, encodeFunctionData, erc20Abi, zeroAddress, type Hex } from 'viem'
import { askNodes } from '../../chain/nodes.js'
import { describe } from './describe.js'
import { rowsOf, type By } from './rows.js'

export { words } from './words.js'

/** A visitor does not wait longer for better words. */
const PATIENCE_MS = 2_000
/** `approve(address,uint256)` with its two words, and nothing behind them. */
const APPROVE = /^0x095ea7b3[\da-f]{128}$/i

/** The owner, the contract and the arguments, where it is `approve(address,uint256)` to the letter. */
function readApproval(transaction: unknown) {
  const { from, to, data, input } = rowsOf(transaction) ?? {}
  if (typeof data !== 'string' || typeof to !== 'string' || typeof from !== 'string') return
  if (!APPROVE.test(data) || (input !== undefined && input !== data)) return
  try {
    const { args } = decodeFunctionData({ abi: erc20Abi, data: data as Hex })
    const [spender, amount] = args as readonly [Hex, bigint]
    return { owner: from as Hex, contract: to, spender, amount }
  } catch {
    return undefined
  }
}

/**
 * Whether a call of `approve` takes a right away. With 0 it does at a token whose allowance for this
 * spender is more than that; a collection, where 0 would be the number of an item, knows no allowances.
 */
async function endsRight(network: Network, transaction: unknown): Promise<boolean> {
  const read = readApproval(transaction)
  if (!read) return false
  const { owner, contract, spender, amount } = read
  if (spender === zeroAddress) return true
  if (amount !== 0n) return false
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await askNodes(network, 'eth_call', [{ to: contract, data }, 'latest'], signal)
  return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) && BigInt(answer) > 0n
}

/** {@link describe}, with a look at the chain where the request alone could mean two things. */
export async function describeAsked(
  network: Network,
  method: string,
  params: unknown,
  by: By = {},
): Promise<Description | undefined> {
  const told = describe(network, method, params, by)
  if (told?.title !== 'evm.approveToken' || method !== 'eth_sendTransaction') return told
  const isEnd = await endsRight(network, (params as readonly unknown[])[0]).catch(() => false)
  return isEnd
    ? {
        ...told,
        title: 'evm.endPermission',
        rows: told.rows.map(({ warning, ...row }) =>
          warning === undefined || warning === 'evm.canSpend' ? row : { ...row, warning },
        ),
      }
    : told
}
