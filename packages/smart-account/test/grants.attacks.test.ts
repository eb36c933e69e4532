// Grants that seem narrow and are not: each is refused before anybody is asked, or named as a danger.
import { expect, it } from 'vitest'
import { toFunctionSelector, type Address, type Hex } from 'viem'
import {
  ANY_DELEGATE,
  CONTRACTS,
  encodeLimits,
  judgeLimits,
  type Allowance,
  type Limits,
  type Permission,
} from '../src/index.js'
import { DANGEROUS_SELECTORS } from '../src/limits/dangers.js'

const NOW = 1_800_000_000
const DAY = 86_400
const account: Address = '0xacc0000000000000000000000000000000000001'
const owner: Address = '0xacc0000000000000000000000000000000000002'
const session: Address = '0x5e55000000000000000000000000000000000001'
const token: Address = '0x70ce000000000000000000000000000000000001'
const shop: Address = '0x5109000000000000000000000000000000000001'
const scope = { account, owner, delegate: session, now: NOW, tokens: [token] }
const MAX = 2n ** 256n - 1n
const BUY: Hex = '0xa6f2ae3a'

const total = (amount: bigint): Allowance => ({ kind: 'total', amount })
const native = (allowance: Allowance): Permission => ({ type: 'native', allowance })
const calls = (more: object = {}): Permission => ({
  ...{ type: 'calls', targets: [shop], selectors: [BUY], maxValue: 0n },
  ...more,
})
const limits = (permission: Permission, more: object = {}): Limits => ({
  permission,
  expiry: NOW + DAY,
  ...more,
})

const NARROW = limits(native(total(1000n)))

/** Grants that seem narrow, and the part that is refused or the danger that is named. */
const GRANTS: readonly [what: string, grant: Limits, found: string, of?: object][] = [
  ['a total of 2^256 - 1', limits(native(total(MAX))), 'permission.allowance.amount'],
  [
    'a total of 2^256, which wraps to 0',
    limits(native(total(MAX + 1n))),
    'permission.allowance.amount',
  ],
  ['a total of 2^128', limits(native(total(2n ** 128n))), 'permission.allowance.amount'],
  ['a negative total', limits(native(total(-1n))), 'permission.allowance.amount'],
  [
    'a stream to 2^256 - 1',
    limits(native({ kind: 'stream', initial: 0n, perSecond: 1n, maximum: MAX, start: NOW })),
    'permission.allowance.maximum',
  ],
  [
    'a stream of 2^200 a second',
    limits(native({ kind: 'stream', initial: 0n, perSecond: 2n ** 200n, maximum: 9n, start: NOW })),
    'permission.allowance.perSecond',
  ],
  [
    'a stream that begins above its end',
    limits(native({ kind: 'stream', initial: 9n, perSecond: 1n, maximum: 8n, start: NOW })),
    'permission.allowance.initial',
  ],
  [
    'a stream from 1970',
    limits(native({ kind: 'stream', initial: 0n, perSecond: 1n, maximum: 9n, start: 0 })),
    'permission.allowance.start',
  ],
  [
    'a period of no time',
    limits(native({ kind: 'period', amount: 1n, period: 0, start: NOW })),
    'permission.allowance.period',
  ],
  ['calls of a million million times', limits(calls(), { maxCalls: 1e12 }), 'maxCalls'],
  ['calls with coins, of no number', limits(calls({ maxValue: 1n })), 'maxCalls'],
  ['expiry 0', limits(native(total(1n)), { expiry: 0 }), 'expiry'],
  ['expiry in 2106', limits(native(total(1n)), { expiry: 2 ** 32 - 1 }), 'expiry'],
  ['expiry in milliseconds', limits(native(total(1n)), { expiry: (NOW + DAY) * 1000 }), 'expiry'],
  ['no expiry', limits(native(total(1n)), { expiry: undefined }), 'expiry'],
  ['no amount', limits(native({ kind: 'total' } as Allowance)), 'permission.allowance.amount'],
  ['no limit at all', limits(undefined as unknown as Permission), 'permission.type'],
  ['calls of the account itself', limits(calls({ targets: [account] })), 'permission.targets.0'],
  ['calls of its owner', limits(calls({ targets: [owner] })), 'permission.targets.0'],
  [
    'calls of the manager, which redeems other grants',
    limits(calls({ targets: [CONTRACTS.delegationManager] })),
    'permission.targets.0',
  ],
  [
    'calls of EntryPoint, in lower case',
    limits(calls({ targets: [CONTRACTS.entryPoint.toLowerCase()] })),
    'permission.targets.0',
  ],
  [
    'a batch with one foreign call',
    limits(calls({ targets: [shop, account] })),
    'permission.targets.1',
  ],
  ['calls of every function', limits(calls({ selectors: [] })), 'permission.selectors'],
  ['calls of part of a selector', limits(calls({ selectors: ['0xa6'] })), 'permission.selectors.0'],
  ['delegatecall', limits(calls({ mode: 'delegatecall' })), 'permission.mode'],
  [
    'transfers of the manager as a token',
    limits({ type: 'erc20', token: CONTRACTS.delegationManager, allowance: total(1n) }),
    'permission.token',
  ],
  ['a grant to anybody', NARROW, 'delegate', { delegate: ANY_DELEGATE }],
  ['a grant to the account itself', NARROW, 'delegate', { delegate: account }],
  ['calls of a token that the account holds', limits(calls({ targets: [token] })), 'is-token'],
  ['a call that moves tokens', limits(calls({ selectors: ['0xA9059CBB'] })), 'moves-tokens'],
  ['a call that approves', limits(calls({ selectors: ['0x095ea7b3'] })), 'approves-tokens'],
  ['a call that runs others', limits(calls({ selectors: ['0xac9650d8'] })), 'runs-anything'],
  ['a call that changes the owner', limits(calls({ selectors: ['0xf2fde38b'] })), 'changes-owner'],
]

it('Narrow grants that are meant are neither refused nor named as dangers', () => {
  for (const one of [NARROW, limits(calls()), limits(calls({ maxValue: 5n }), { maxCalls: 3 })])
    expect(judgeLimits(one, scope)).toEqual({ refusals: [], dangers: [] })
})

it('Grants that only seem narrow are refused before the approval, or named in it', ({ task }) => {
  let held = 0
  for (const [what, grant, found, of] of GRANTS) {
    const judged = { ...scope, ...of }
    const { refusals, dangers } = judgeLimits(grant, judged)
    const names = [...refusals.map(({ part }) => part), ...dangers.map(({ kind }) => kind)]
    expect(names, what).toContain(found)
    if (refusals.length > 0)
      expect(() => encodeLimits(grant, judged), what).toThrow(
        expect.objectContaining({ code: 'smart.limits_refused' }),
      )
    held++
  }
  task.meta.attack = {
    attack: 'grants that seem narrow',
    tries: GRANTS.length,
    wanted: 'refused before the approval, or named in it as a danger',
    seen: `${held} refused or named`,
  }
  expect(GRANTS.length).toBeGreaterThanOrEqual(30)
})

/** The functions behind the selectors. */
const FUNCTIONS = {
  'moves-tokens': [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'send(address,uint256,bytes)',
    'transferFrom(address,address,uint160,address)',
    'burn(uint256)',
    'transfer(address,uint256,uint256)',
    'transferFrom(address,address,uint256,uint256)',
  ],
  'approves-tokens': [
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    'authorizeOperator(address)',
    'approve(address,address,uint160,uint48)',
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    'approve(address,uint256,uint256)',
    'setOperator(address,bool)',
  ],
  'runs-anything': [
    'multicall(bytes[])',
    'multicall(uint256,bytes[])',
    'multicall(bytes32,bytes[])',
    'execute(bytes,bytes[],uint256)',
    'execute(bytes,bytes[])',
    'aggregate((address,bytes)[])',
    'aggregate3((address,bool,bytes)[])',
    'aggregate3Value((address,bool,uint256,bytes)[])',
    'tryAggregate(bool,(address,bytes)[])',
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'execute(address,uint256,bytes)',
    'execute(bytes32,bytes)',
  ],
  'changes-owner': [
    'transferOwnership(address)',
    'renounceOwnership()',
    'grantRole(bytes32,address)',
    'upgradeTo(address)',
    'upgradeToAndCall(address,bytes)',
    'setOwner(address)',
  ],
} as const

it('The selectors of dangers are those of functions that do harm', () => {
  for (const [kind, functions] of Object.entries(FUNCTIONS))
    expect(DANGEROUS_SELECTORS[kind as keyof typeof FUNCTIONS]).toEqual(
      functions.map((one) => toFunctionSelector(one)),
    )
})
