import { encodeFunctionData, pad, parseAbi, toHex, type Hex } from 'viem'
import { NATIVE } from '../src/proof/checkBuild.js'
import type { AskNode, BuiltDeal, KnownContracts, WantedSwap } from '../src/proof/types.js'

export const ACCOUNT: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const THIEF: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const V2_ROUTER: Hex = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const V3_ROUTER: Hex = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const POOL: Hex = '0x0d4a11d5EEaaC28EC3F61d100daF4d40471f1852'
export const SOLD: Hex = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const BOUGHT: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const OTHER: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const CHAIN = 'eip155:1'
/** Of the block that the node makes up, seconds. */
export const NOW = BigInt(Math.floor(Date.now() / 1_000))
export const AMOUNT = 10n ** 18n
export const TO_AMOUNT = 2_000_000n
export const MINIMUM = 1_980_000n
export const DEADLINE = NOW + 1_200n

export const WANTED: WantedSwap = {
  ...{ chainId: CHAIN, account: ACCOUNT, from: SOLD, to: BOUGHT, amount: AMOUNT, slippage: 1 },
}
export const CONTRACTS: KnownContracts = { uniswap: [V2_ROUTER, V3_ROUTER], host: [] }

export const erc20 = parseAbi(['function approve(address spender, uint256 amount)'])
export const v2 = parseAbi([
  'function swapExactTokensForTokens(uint256 sold, uint256 minimum, address[] path, address to, uint256 deadline)',
])
export const v3 = parseAbi([
  'struct Input { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])

export interface V2Call {
  amount?: bigint
  minimum?: bigint
  path?: readonly Hex[]
  to?: Hex
  deadline?: bigint
}
export const v2Data = (call: V2Call = {}): Hex =>
  encodeFunctionData({
    ...{ abi: v2, functionName: 'swapExactTokensForTokens' },
    args: [
      call.amount ?? AMOUNT,
      call.minimum ?? MINIMUM,
      call.path ?? [SOLD, BOUGHT],
      call.to ?? ACCOUNT,
      call.deadline ?? DEADLINE,
    ],
  })
export const approveTx = (spender: Hex = V2_ROUTER, amount = AMOUNT, to: Hex = SOLD) => ({
  ...{ from: ACCOUNT, to, value: 0n },
  data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, amount] }),
})

/** An honest deal: everything is as it was quoted. */
export const deal = (
  tx: Partial<BuiltDeal['tx']> = {},
  quote: Partial<BuiltDeal['quote']> = {},
  approvals: BuiltDeal['approvals'] = [approveTx()],
): BuiltDeal => ({
  tx: { from: ACCOUNT, to: V2_ROUTER, data: v2Data(), value: 0n, ...tx },
  quote: {
    ...{ from: `${CHAIN}:${SOLD}`, to: `${CHAIN}:${BOUGHT}`, fromAmount: AMOUNT },
    ...{ toAmount: TO_AMOUNT, minimum: MINIMUM, spender: V2_ROUTER, router: V2_ROUTER },
    ...{ expires: Date.now() + 30_000, ...quote },
  },
  approvals,
})
export const nativeId = `${CHAIN}:${NATIVE}`

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
export const topic = (address: string): Hex => pad(address.toLowerCase() as Hex, { size: 32 })
const wordOf = (value: bigint): Hex => toHex(value, { size: 32 })
export const transferLog = (address: Hex, from: Hex, to: Hex, value: bigint) => ({
  ...{ address, topics: [TRANSFER, topic(from), topic(to)], data: wordOf(value) },
})
export const approvalLog = (address: Hex, owner: Hex, spender: Hex, value: bigint) => ({
  ...{ address, topics: [APPROVAL, topic(owner), topic(spender)], data: wordOf(value) },
})

export interface Effects {
  leaves?: bigint
  arrives?: bigint
  /** The allowance of the spender afterwards; nothing at first. */
  allowed?: bigint
  logs?: readonly unknown[]
  isReverted?: boolean
  timestamp?: bigint
}
const call = (returned: bigint | undefined, logs: readonly unknown[] = [], isSuccess = true) => ({
  ...{ status: isSuccess ? '0x1' : '0x0', gasUsed: '0xea60', logs },
  returnData: returned === undefined ? '0x' : wordOf(returned),
})

/** The answer of a node to the simulation of a deal with these effects. */
export function outcome(
  { approvals }: BuiltDeal,
  { leaves = AMOUNT, arrives = TO_AMOUNT, allowed = 0n, logs = [], ...more }: Effects = {},
): unknown {
  const swap = [
    transferLog(SOLD, ACCOUNT, POOL, leaves),
    transferLog(BOUGHT, POOL, ACCOUNT, arrives),
    ...logs,
  ]
  const held = 10n * AMOUNT
  return [
    {
      timestamp: toHex(more.timestamp ?? NOW),
      calls: [
        ...[call(held), call(5n), call(0n)],
        ...approvals.map(() => call(1n, [approvalLog(SOLD, ACCOUNT, V2_ROUTER, AMOUNT)])),
        call(undefined, swap, !more.isReverted),
        ...[call(held - leaves), call(5n + arrives), call(allowed)],
      ],
    },
  ]
}

/** A node that answers the simulation so. */
export const node =
  (answer: unknown, block = '0x10'): AskNode =>
  async (method) => {
    if (method === 'eth_blockNumber') return block
    if (answer instanceof Error) throw answer
    return answer
  }
