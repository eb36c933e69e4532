// The state of grants on the chain: how much was used, how much is left, and whether they were revoked.
import { collections, tokens } from '@latchkey-tools/localnet'
import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  disableCall,
  encodeContext,
  encodeLimits,
  readUsage,
  redeemCall,
  smartAccountOf,
  type Call,
  type Delegation,
  type Limits,
  type Permission,
} from '../src/index.js'
import {
  delegate,
  fund,
  grant,
  owner,
  run,
  startWorld,
  timeOf,
  transact,
  type World,
} from './world.js'

const visitor = owner(0)
const session = owner(8)
const { address: account } = smartAccountOf(visitor.address)
const PAYEE: Address = '0x5109000000000000000000000000000000000004'
const HOUR = 3600
const token = tokens.erc20.address
const abi = parseAbi(['function transfer(address, uint256)', 'function mint(address, uint256)'])
const transfer = (amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi, functionName: 'transfer', args: [PAYEE, amount] }),
})
const mint = (to: Address, target: Address, amount: bigint): Call => ({
  to: target,
  data: encodeFunctionData({ abi, functionName: 'mint', args: [to, amount] }),
})

let world: World
let now: number
beforeAll(async () => {
  world = await startWorld()
  await fund(world, account)
  await run(world, visitor, [{ to: PAYEE }])
  await transact(world, session, mint(account, token, 10n ** 20n))
  now = await timeOf(world)
})
afterAll(() => world?.close())

const granted = (permission: Permission, more: Partial<Limits> = {}) =>
  grant(visitor, session.address, { permission, expiry: now + 24 * HOUR, ...more }, now)
const redeem = (delegation: Delegation, calls: readonly Call[]) =>
  transact(world, session, redeemCall(encodeContext([delegation]), calls))
const usageOf = async (delegation: Delegation) =>
  (await readUsage(world.node, [delegation])).usages[0]!

it('Totals are counted in coins and tokens, with the calls', async () => {
  const coins = await granted(
    { type: 'native', allowance: { kind: 'total', amount: 1000n } },
    { maxCalls: 5 },
  )
  expect(await usageOf(coins)).toMatchObject({
    isDisabled: false,
    isExpired: false,
    calls: { used: 0n, left: 5n },
    amount: { used: 0n, available: 1000n },
  })
  expect(
    (
      await redeem(coins, [
        { to: PAYEE, value: 300n },
        { to: PAYEE, value: 1n },
      ])
    ).ok,
  ).toBe(true)
  expect(await usageOf(coins)).toMatchObject({
    calls: { used: 2n, left: 3n },
    amount: { used: 301n, available: 699n },
  })
  const ofToken = await granted({
    type: 'erc20',
    token,
    allowance: { kind: 'total', amount: 50n },
  })
  const { ok, gasUsed } = await redeem(ofToken, [transfer(20n)])
  expect(ok).toBe(true)
  expect(gasUsed).toBeLessThanOrEqual(220_000n)
  expect(await usageOf(ofToken)).toMatchObject({ amount: { used: 20n, available: 30n } })
  expect(await usageOf(ofToken)).not.toHaveProperty('calls')
})

it('Periods begin anew, and streams go on', async () => {
  const periods = await granted({
    type: 'erc20',
    token,
    allowance: { kind: 'period', amount: 100n, period: HOUR, start: now },
  })
  const stream = await granted({
    type: 'native',
    allowance: { kind: 'stream', initial: 10n, perSecond: 2n, maximum: 9_000n, start: now },
  })
  await redeem(periods, [transfer(60n)])
  await redeem(stream, [{ to: PAYEE, value: 10n }])
  expect((await usageOf(periods)).amount).toEqual({ used: 60n, available: 40n })
  await world.node({ method: 'evm_setNextBlockTimestamp', params: [now + HOUR + 1] })
  await world.node({ method: 'evm_mine', params: [] })
  const { usages, time } = await readUsage(world.node, [periods, stream])
  expect(time).toBe(now + HOUR + 1)
  expect(usages.map(({ amount }) => amount)).toEqual([
    { used: 0n, available: 100n },
    { used: 10n, available: 2n * BigInt(HOUR + 1) },
  ])
  // The chain agrees: this much can be moved in this second, and no more.
  await world.node({ method: 'evm_setNextBlockTimestamp', params: [time + 1] })
  const most = 2n * BigInt(HOUR + 2)
  expect((await redeem(stream, [{ to: PAYEE, value: most + 1n }])).ok).toBe(false)
})

it('A grant that does not run yet, has run out or was revoked is told, by the time of the chain', async () => {
  now = await timeOf(world)
  const later = await granted({
    type: 'erc20',
    token,
    allowance: { kind: 'period', amount: 100n, period: HOUR, start: now + HOUR },
  })
  expect((await usageOf(later)).amount).toEqual({ used: 0n, available: 0n })
  const brief = await granted(
    {
      type: 'calls',
      targets: [collections.erc721.address],
      selectors: ['0x40c10f19'],
      maxValue: 0n,
    },
    { expiry: now + 100 },
  )
  await run(world, visitor, [disableCall(brief)])
  await world.node({ method: 'evm_setNextBlockTimestamp', params: [now + 100] })
  await world.node({ method: 'evm_mine', params: [] })
  expect(await usageOf(brief)).toMatchObject({ isDisabled: true, isExpired: true })
  expect(await usageOf(brief)).not.toHaveProperty('amount')
})

it('Of a grant with conditions that are not known here only the revocation is read', async () => {
  const foreign = await delegate(visitor, session.address, [
    { enforcer: PAYEE, terms: '0x1234', args: '0x' },
  ])
  expect(await usageOf(foreign)).toMatchObject({ isDisabled: false, limits: { ok: false } })
})

it('Two hundred grants are read by one request', async () => {
  const scope = { account, delegate: session.address, now }
  const delegations = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      delegate(
        visitor,
        session.address,
        encodeLimits(
          {
            permission: {
              type: 'native',
              allowance: { kind: 'total', amount: BigInt(index + 1) },
            },
            expiry: now + HOUR,
            maxCalls: 3,
          },
          scope,
        ),
      ),
    ),
  )
  let requests = 0
  const { usages } = await readUsage((request) => {
    requests++
    return world.node(request)
  }, delegations)
  expect(requests).toBe(1)
  expect(usages.map(({ amount }) => amount?.available)).toEqual(
    delegations.map((_, index) => BigInt(index + 1)),
  )
})

it('A node without Multicall3 is an error, and not a grant that was never used', async () => {
  const grantOfCoins = await granted({ type: 'native', allowance: { kind: 'total', amount: 1n } })
  await expect(readUsage(world.node, [grantOfCoins], PAYEE)).rejects.toMatchObject({
    code: 'smart.node_failed',
  })
})
