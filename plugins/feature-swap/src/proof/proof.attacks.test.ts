// The hostile builds of a server, or of whoever stands between it and the page: none is accepted.
import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { encodeFunctionData, maxUint256, parseAbi, toEventSelector, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import {
  ACCOUNT,
  AMOUNT,
  approvalLog,
  approveTx,
  BOUGHT,
  CONTRACTS,
  DEADLINE,
  deal,
  MINIMUM,
  nativeId,
  node,
  NOW,
  OTHER,
  outcome,
  POOL,
  SOLD,
  THIEF,
  TO_AMOUNT,
  topic,
  transferLog,
  v2Data,
  v3,
  V3_ROUTER,
  WANTED,
  type Effects,
} from '../../test/deals.js'
import { proveDeal } from './proveDeal.js'
import { readSwapCall } from './readSwapCall.js'
import type { AskNode, BuiltDeal, KnownContracts, ProofProblem, WantedSwap } from './types.js'

/** The problem for which a deal is refused; `accepted` where it is not. */
async function refusalOf(
  built: BuiltDeal,
  nodes: readonly AskNode[],
  contracts: KnownContracts = CONTRACTS,
  wanted: WantedSwap = WANTED,
): Promise<string> {
  try {
    await proveDeal(wanted, built, contracts, nodes)
    return 'accepted'
  } catch (error) {
    if (isLatchkeyError(error, 'swap.not_as_quoted')) return error.context.problem
    throw error
  }
}

interface Attack {
  name: string
  built: BuiltDeal
  /** The effects by the node: the honest ones, if left out. */
  effects?: Effects
  answer?: unknown
  nodes?: readonly AskNode[]
  wanted: ProofProblem | readonly ProofProblem[]
}

const permitAbi = parseAbi([
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
])
const ZERO_WORD = `0x${'0'.repeat(64)}` as const
const exactInput = encodeFunctionData({
  ...{ abi: v3, functionName: 'exactInput' },
  args: [
    {
      path: `${SOLD}000bb8${BOUGHT.slice(2)}`,
      ...{ recipient: ACCOUNT, amountIn: AMOUNT, amountOutMinimum: MINIMUM },
    },
  ],
})
const v3Deal = (calls: `0x${string}`[]): BuiltDeal =>
  deal(
    {
      to: V3_ROUTER,
      data: encodeFunctionData({ abi: v3, functionName: 'multicall', args: [DEADLINE, calls] }),
    },
    { router: V3_ROUTER, spender: V3_ROUTER },
    [approveTx(V3_ROUTER)],
  )
const approvalForAll = {
  address: OTHER,
  topics: [
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    topic(ACCOUNT),
    topic(THIEF),
  ],
  data: `0x${'0'.repeat(63)}1`,
}
const honest = deal()

/** Numbered as the list of attacks on swaps is. */
const ATTACKS: readonly Attack[] = [
  { name: 'another router', built: deal({ to: THIEF }), wanted: 'router' },
  {
    name: 'another router that the quote names too',
    built: deal({ to: THIEF }, { router: THIEF }),
    wanted: 'router',
  },
  {
    name: 'another spender',
    built: deal({}, { spender: THIEF }, [approveTx(THIEF)]),
    wanted: 'spender',
  },
  {
    name: 'another receiver within the data',
    built: deal({ data: v2Data({ to: THIEF }) }),
    wanted: 'recipient',
  },
  { name: 'value beside a token', built: deal({ value: 1n }), wanted: 'value' },
  { name: 'another chain', built: deal({}, { from: `eip155:10:${SOLD}` }), wanted: 'chain' },
  { name: 'another sender', built: deal({ from: THIEF }), wanted: 'account' },
  { name: 'another token bought', built: deal({}, { to: `eip155:1:${OTHER}` }), wanted: 'tokens' },
  {
    name: 'another token within the path',
    built: deal({ data: v2Data({ path: [SOLD, OTHER] }) }),
    wanted: 'tokens',
  },
  {
    name: 'a minimum lower by 1 within the data',
    built: deal({ data: v2Data({ minimum: MINIMUM - 1n }) }),
    wanted: 'minimum',
  },
  {
    name: 'a minimum lower by 1 everywhere',
    built: deal({ data: v2Data({ minimum: MINIMUM - 1n }) }, { minimum: MINIMUM - 1n }),
    wanted: 'minimum',
  },
  {
    name: 'a minimum far below what arrives',
    built: deal(
      { data: v2Data({ minimum: 990_000n }) },
      { toAmount: 1_000_000n, minimum: 990_000n },
    ),
    wanted: 'minimum',
  },
  { name: 'deadline 0', built: deal({ data: v2Data({ deadline: 0n }) }), wanted: 'deadline' },
  {
    name: 'deadline 2^256 − 1',
    built: deal({ data: v2Data({ deadline: maxUint256 }) }),
    wanted: 'deadline',
  },
  {
    name: 'an unlimited approval',
    built: deal({}, {}, [approveTx(undefined, maxUint256)]),
    wanted: 'approval',
  },
  { name: 'an approval for a person', built: deal({}, {}, [approveTx(THIEF)]), wanted: 'approval' },
  {
    name: 'an approval of another token',
    built: deal({}, {}, [approveTx(undefined, AMOUNT, OTHER)]),
    wanted: 'approval',
  },
  {
    name: 'a permit of another token within the call',
    built: v3Deal([
      encodeFunctionData({
        abi: permitAbi,
        args: [OTHER, maxUint256, DEADLINE, 27, ZERO_WORD, ZERO_WORD],
      }),
      exactInput,
    ]),
    wanted: 'unread',
  },
  {
    name: 'a sweep beside the swap',
    built: v3Deal([
      exactInput,
      encodeFunctionData({ abi: v3, functionName: 'sweepToken', args: [BOUGHT, 0n, THIEF] }),
    ]),
    wanted: 'unread',
  },
  {
    name: 'an extra transfer of the account',
    built: honest,
    effects: { logs: [transferLog(OTHER, ACCOUNT, THIEF, 1n)] },
    wanted: 'leaves',
  },
  {
    name: 'setApprovalForAll on the way',
    built: honest,
    effects: { logs: [approvalForAll] },
    wanted: 'allowance',
  },
  {
    name: 'an approval of another token on the way',
    built: honest,
    effects: { logs: [approvalLog(OTHER, ACCOUNT, THIEF, 1n)] },
    wanted: 'allowance',
  },
  {
    name: 'a proxy that changed after the quote',
    built: honest,
    effects: { leaves: 2n * AMOUNT },
    wanted: 'leaves',
  },
  {
    name: 'a fee on transfer that the quote does not know',
    built: honest,
    effects: { arrives: MINIMUM - 1n },
    wanted: 'arrives',
  },
  {
    name: 'a token that cannot be sold',
    built: honest,
    effects: { isReverted: true },
    wanted: 'reverts',
  },
  {
    name: 'a reentrant token that allows more',
    built: honest,
    effects: { allowed: 1n },
    wanted: 'allowance',
  },
  { name: 'an expired quote', built: deal({}, { expires: Date.now() - 1 }), wanted: 'expired' },
  {
    name: 'the quote of another account',
    built: deal({ from: THIEF, data: v2Data({ to: THIEF }) }),
    wanted: 'account',
  },
  {
    name: 'the quote of another amount, as of one before',
    built: deal({}, { fromAmount: 2n * AMOUNT }),
    wanted: 'amount',
  },
  {
    name: 'another amount within the data',
    built: deal({ data: v2Data({ amount: 2n * AMOUNT }) }),
    wanted: 'amount',
  },
  {
    name: 'a price that moved by 20 % between review and yes',
    built: honest,
    effects: { arrives: (TO_AMOUNT * 8n) / 10n },
    wanted: 'arrives',
  },
  {
    name: 'one of two nodes that lies',
    built: honest,
    nodes: [node(outcome(honest)), node(outcome(honest, { arrives: TO_AMOUNT + 1n }))],
    wanted: 'nodes',
  },
  {
    name: 'a node that answers nonsense',
    built: honest,
    answer: [{ calls: 'all good' }],
    wanted: 'nodes',
  },
  {
    name: 'a node that leaves out a call',
    built: honest,
    answer: [{ timestamp: '0x1', calls: [] }],
    wanted: 'nodes',
  },
  { name: 'a native coin for a token', built: deal({}, { to: nativeId }), wanted: 'tokens' },
  {
    name: 'no approval where the data is no call at all',
    built: deal({ data: '0x' }, {}, []),
    wanted: 'unread',
  },
]

it('The honest swap is accepted, by one node and by two', async () => {
  expect(await refusalOf(honest, [node(outcome(honest))])).toBe('accepted')
  const two = [node(outcome(honest), '0x11'), node(outcome(honest), '0x10')]
  expect(await proveDeal(WANTED, honest, CONTRACTS, two)).toMatchObject({
    ...{ checkedBy: 2, isRead: true, leaves: AMOUNT, arrives: TO_AMOUNT },
  })
  const byV3 = v3Deal([exactInput])
  const logs = outcome(byV3) as { calls: { logs: unknown[] }[] }[]
  logs[0]!.calls[3]!.logs = [approvalLog(SOLD, ACCOUNT, V3_ROUTER, AMOUNT)]
  expect(await refusalOf(byV3, [node(logs)])).toBe('accepted')
})

it('No hostile build of a swap is accepted, and each is refused for its own reason', async ({
  task,
}) => {
  const seen = await Promise.all(
    ATTACKS.map(async ({ name, built, effects, answer, nodes, wanted }) => {
      const asked = nodes ?? [node(answer ?? outcome(built, effects))]
      return { name, wanted, seen: await refusalOf(built, asked) }
    }),
  )
  const accepted = seen.filter((each) => each.seen === 'accepted').length
  task.meta.attack = {
    ...{ attack: 'a server that builds another swap than it quoted', tries: ATTACKS.length },
    ...{ wanted: 'accepted: 0', seen: `accepted: ${accepted}` },
  }
  expect(seen.filter((each) => each.seen !== each.wanted)).toEqual([])
  expect(ATTACKS.length).toBeGreaterThanOrEqual(24)
})

it('Data that is cut, stretched or changed in any word is refused or read as the same swap', ({
  task,
}) => {
  const data = v2Data()
  const whole = readSwapCall(data)
  let tries = 0
  let misread = 0
  for (let at = 10; at < data.length; at += 2)
    for (const byte of ['00', 'ff', '01']) {
      tries++
      const changed = data.slice(0, at) + byte + data.slice(at + 2)
      const read = changed === data ? undefined : readSwapCall(changed)
      if (!read || !whole) continue
      const isSame = Object.keys(whole).every(
        (key) => read[key as keyof typeof read] === whole[key as keyof typeof whole],
      )
      // A changed word that does not show would be one that the router reads and we do not.
      const isPathLength = at >= 10 + 5 * 64 && at < 10 + 6 * 64
      if (isSame && !isPathLength) misread++
    }
  for (let length = 10; length < data.length - 2; length += 2) {
    tries++
    if (readSwapCall(data.slice(0, length))) misread++
  }
  task.meta.attack = {
    ...{ attack: 'a call that looks like another one', tries },
    ...{ wanted: 'misread: 0', seen: `misread: ${misread}` },
  }
  expect(misread).toBe(0)
})

it('A network whose nodes cannot simulate leaves the swap unchecked, and unknown calls refused', async () => {
  const missing = new LatchkeyError('rpc.failed', 'The node refused eth_simulateV1', {
    context: { method: 'eth_simulateV1', rpcCode: -32601 },
  })
  expect(await proveDeal(WANTED, honest, CONTRACTS, [node(missing)])).toEqual({
    ...{ checkedBy: 0, isRead: true },
  })
  const foreign: KnownContracts = { uniswap: [], host: [THIEF] }
  const unread = deal({ to: THIEF, data: '0x12345678' }, { router: THIEF, spender: THIEF }, [
    approveTx(THIEF),
  ])
  expect(await refusalOf(unread, [node(missing)], foreign)).toBe('unread')
  // With one node that can, the other counts for nothing.
  expect(
    await proveDeal(WANTED, honest, CONTRACTS, [node(missing), node(outcome(honest))]),
  ).toMatchObject({
    checkedBy: 1,
  })
})

it('A node that takes the call and says that it reverts stops the swap', async () => {
  const reverted = new LatchkeyError('rpc.failed', 'execution reverted: K', {
    context: { method: 'eth_simulateV1', rpcCode: 3 },
  })
  expect(await refusalOf(honest, [node(reverted)])).toBe('reverts')
})

it('A swap of the native coin is read by the movements that the node traces', async () => {
  const wanted: WantedSwap = { ...WANTED, from: undefined }
  const router = CONTRACTS.uniswap[0]! as typeof SOLD
  const data = encodeFunctionData({
    abi: parseAbi([
      'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
    ]),
    args: [MINIMUM, [OTHER, BOUGHT], ACCOUNT, DEADLINE],
  })
  const built = deal({ data, value: AMOUNT }, { from: nativeId, spender: null }, [])
  const native = `0x${'e'.repeat(40)}` as const
  const held = (value: bigint) => ({
    ...{ status: '0x1', gasUsed: '0x1', logs: [] },
    returnData: `0x${value.toString(16).padStart(64, '0')}`,
  })
  const answer = (spent: bigint) => [
    {
      timestamp: `0x${NOW.toString(16)}`,
      calls: [
        held(0n),
        {
          ...{ status: '0x1', gasUsed: '0x1', returnData: '0x' },
          logs: [
            transferLog(native, ACCOUNT, router, spent),
            transferLog(BOUGHT, POOL, ACCOUNT, TO_AMOUNT),
          ],
        },
        held(TO_AMOUNT),
      ],
    },
  ]
  expect(await refusalOf(built, [node(answer(AMOUNT))], CONTRACTS, wanted)).toBe('accepted')
  expect(await refusalOf(built, [node(answer(AMOUNT + 1n))], CONTRACTS, wanted)).toBe('leaves')
})

it('The selectors and topics that are compared are those of the functions that they name', () => {
  const functions = {
    '0x38ed1739': 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    '0x18cbafe5': 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    '0x7ff36ab5': 'swapExactETHForTokens(uint256,address[],address,uint256)',
    '0xc04b8d59': 'exactInput((bytes,address,uint256,uint256,uint256))',
    '0xb858183f': 'exactInput((bytes,address,uint256,uint256))',
    '0xac9650d8': 'multicall(bytes[])',
    '0x5ae401dc': 'multicall(uint256,bytes[])',
    '0x49404b7c': 'unwrapWETH9(uint256,address)',
    '0x095ea7b3': 'approve(address,uint256)',
    '0xdd62ed3e': 'allowance(address,address)',
    '0x70a08231': 'balanceOf(address)',
    '0x313ce567': 'decimals()',
    '0x95d89b41': 'symbol()',
    '0x06fdde03': 'name()',
  }
  for (const [selector, signature] of Object.entries(functions))
    expect(toFunctionSelector(signature), signature).toBe(selector)
  const events = {
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef':
      'Transfer(address,address,uint256)',
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925':
      'Approval(address,address,uint256)',
    '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31':
      'ApprovalForAll(address,address,bool)',
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62':
      'TransferSingle(address,address,address,uint256,uint256)',
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb':
      'TransferBatch(address,address,address,uint256[],uint256[])',
  }
  for (const [selector, signature] of Object.entries(events))
    expect(toEventSelector(signature), signature).toBe(selector)
})
