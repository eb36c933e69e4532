// A grant that is used by a session key on the real contracts, up to its limits and beyond.
import {
  accounts,
  deploySmartAccounts,
  request,
  startLocalnet,
  type Localnet,
} from '@latchkey-tools/localnet'
import {
  CONTRACTS,
  delegationTypedData,
  disableCall,
  encodeContext,
  encodeLimits,
  ROOT_AUTHORITY,
  smartAccountOf,
  type Delegation,
  type Limits,
} from '@latchkey/smart-account'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSession, type UsableSession } from '../src/use/index.js'

const owner = privateKeyToAccount(accounts[5]!.privateKey)
const key = privateKeyToAccount(accounts[6]!.privateKey)
const stranger = privateKeyToAccount(accounts[7]!.privateKey)
const account = smartAccountOf(owner.address)
const SHOP: Hex = '0x5109000000000000000000000000000000000042'
const dependencies = [{ factory: account.factory, factoryData: account.factoryData }]

let localnet: Localnet
let url: string
beforeAll(async () => {
  localnet = await startLocalnet()
  url = localnet.chains[0]!.url
  await deploySmartAccounts(url)
  await ask('anvil_setBalance', account.address, '0x8ac7230489e80000')
})
afterAll(() => localnet?.close())

const ask = (method: string, ...params: unknown[]): Promise<unknown> => request(url, method, params)
/** A node as viem asks it. */
const node = (asked: { method: string; params?: unknown }): Promise<unknown> =>
  createPublicClient({ transport: http(url) }).request(asked as never)
/** A node whose errors have a text and no data. */
const plainNode = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> =>
  request(url, method, params as unknown[])
const wallet = (from = key) =>
  createWalletClient({ account: from, chain: foundry, transport: http(url) })
const send = (transaction: { to: Hex; data: Hex; value: bigint }) =>
  wallet().sendTransaction(transaction)
const mined = async (hash: Hex): Promise<void> => {
  await expect
    .poll(() => ask('eth_getTransactionReceipt', hash), { timeout: 30_000 })
    .toMatchObject({ status: '0x1' })
}
const balanceOf = async (address: Hex) =>
  BigInt((await ask('eth_getBalance', address, 'latest')) as Hex)
const chainTime = async (): Promise<number> =>
  Number(((await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }).timestamp)

let salts = 0n
async function grantOf(more: Partial<Limits> = {}, to: Hex = key.address): Promise<Delegation> {
  const limits: Limits = {
    permission: { type: 'native', allowance: { kind: 'total', amount: 10n } },
    expiry: (await chainTime()) + 3_600,
    ...more,
  }
  const scope = { account: account.address, delegate: to, now: 0, longest: Infinity }
  const unsigned = {
    delegate: to,
    delegator: account.address,
    authority: ROOT_AUTHORITY,
    caveats: encodeLimits(limits, scope),
    salt: (salts += 1n),
  }
  return {
    ...unsigned,
    signature: await owner.signTypedData(delegationTypedData(unsigned, 31_337)),
  }
}
const open = (delegation: Delegation): UsableSession =>
  openSession({ context: encodeContext([delegation]), node, dependencies })
const reasonOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 'allowed',
    (error: { code: string; context: { reason?: string } }) => error.context.reason ?? error.code,
  )

it('The first use deploys the account, and each use moves the account’s coins within the limit', async () => {
  const delegation = await grantOf({ maxCalls: 3 })
  const without = openSession({ context: encodeContext([delegation]), node })
  expect(await reasonOf(without.redeem([{ to: SHOP, value: 1n }], send))).toBe(
    'sessions.not_deployed',
  )
  const session = open(delegation)
  const before = await balanceOf(SHOP)
  await mined(await session.redeem([{ to: SHOP, value: 4n }], send))
  expect((await balanceOf(SHOP)) - before).toBe(4n)
  expect(await session.state()).toEqual({
    isRevoked: false,
    isExpired: false,
    amount: { used: 4n, left: 6n },
    calls: { used: 1, left: 2 },
  })
  expect(await reasonOf(session.prepare([{ to: SHOP, value: 7n }]))).toBe('amount')
  await mined(await session.redeem([{ to: SHOP, value: 3n }], send))
  await mined(await session.redeem([{ to: SHOP, value: 3n }], send))
  expect(await reasonOf(session.prepare([{ to: SHOP, value: 0n }]))).toBe('calls')
  expect((await balanceOf(SHOP)) - before).toBe(10n)
})

it('A refusal says which limit it is, and nothing is sent', async () => {
  const { erc20 } = localnet
  const transfer = (amount: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SHOP, amount] })
  const calls = open(
    await grantOf({
      permission: {
        type: 'calls',
        targets: [erc20.address],
        selectors: [transfer(0n).slice(0, 10) as Hex],
        maxValue: 0n,
      },
    }),
  )
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SHOP, 1n] })
  expect(await reasonOf(calls.prepare([{ to: SHOP, data: transfer(0n) }]))).toBe('target')
  expect(await reasonOf(calls.prepare([{ to: erc20.address, data: approve }]))).toBe('function')
  expect(
    await reasonOf(calls.prepare([{ to: erc20.address, data: transfer(0n), value: 1n }])),
  ).toBe('value')
  expect(await reasonOf(calls.prepare([{ to: erc20.address, data: transfer(10n ** 40n) }]))).toBe(
    'call',
  )
  const token = open(
    await grantOf({
      permission: {
        type: 'erc20',
        token: erc20.address,
        allowance: { kind: 'total', amount: 5n },
      },
    }),
  )
  expect(await reasonOf(token.prepare([{ to: erc20.address, data: transfer(6n) }]))).toBe('amount')
  const coins = open(await grantOf())
  expect(await reasonOf(coins.prepare([{ to: SHOP, value: 1n, data: '0x12345678' }]))).toBe('data')
  // One call beyond the limit ends all of them.
  expect(
    await reasonOf(
      coins.prepare([
        { to: SHOP, value: 6n },
        { to: SHOP, value: 6n },
      ]),
    ),
  ).toBe('amount')
  const nonce = await ask('eth_getTransactionCount', key.address, 'latest')
  expect(await reasonOf(coins.redeem([{ to: SHOP, value: 11n }], send))).toBe('amount')
  expect(await ask('eth_getTransactionCount', key.address, 'latest')).toBe(nonce)
})

it('A period that is used up is refused with the time at which the next one begins', async () => {
  const start = await chainTime()
  const permission = {
    type: 'native',
    allowance: { kind: 'period', amount: 5n, period: 1_000, start },
  } as const
  const session = open(await grantOf({ permission }))
  await mined(await session.redeem([{ to: SHOP, value: 5n }], send))
  const refused = session.prepare([{ to: SHOP, value: 1n }])
  await expect(refused).rejects.toMatchObject({
    code: 'sessions.redeem_refused',
    context: { reason: 'amount', nextPeriod: start + 1_000 },
    message: expect.stringContaining(new Date((start + 1_000) * 1000).toISOString()) as string,
  })
  await ask('evm_increaseTime', 1_001)
  await ask('evm_mine')
  expect(await reasonOf(session.prepare([{ to: SHOP, value: 1n }]))).toBe('allowed')
})

it('A session that is over, revoked, of another key or forged is refused', async () => {
  const soon = open(await grantOf({ expiry: (await chainTime()) + 60 }))
  expect(await reasonOf(soon.prepare([{ to: SHOP, value: 1n }]))).toBe('allowed')
  await ask('evm_increaseTime', 120)
  await ask('evm_mine')
  expect(await reasonOf(soon.prepare([{ to: SHOP, value: 1n }]))).toBe('expired')
  expect(await soon.state()).toMatchObject({ isExpired: true })

  const delegation = await grantOf()
  const revoked = open(delegation)
  await ask('anvil_impersonateAccount', account.address)
  const { data } = disableCall(delegation)
  const [from, to] = [account.address, CONTRACTS.delegationManager]
  await mined((await ask('eth_sendTransaction', { from, to, data, gas: '0x989680' })) as Hex)
  expect(await reasonOf(revoked.prepare([{ to: SHOP, value: 1n }]))).toBe('revoked')
  const plain = openSession({ context: encodeContext([delegation]), node: plainNode })
  expect(await reasonOf(plain.prepare([{ to: SHOP, value: 1n }]))).toBe('revoked')
  expect(await revoked.state()).toMatchObject({ isRevoked: true })

  const good = await grantOf()
  const forged = open({ ...good, salt: 12_345n })
  expect(await reasonOf(forged.prepare([{ to: SHOP, value: 1n }]))).toBe('signature')
  // Somebody else's key sends the very transaction.
  const { to: manager, data: redeeming } = await open(good).prepare([{ to: SHOP, value: 1n }])
  await expect(wallet(stranger).sendTransaction({ to: manager, data: redeeming })).rejects.toThrow()
})

it('A node that does not answer refuses nothing', async () => {
  const session = openSession({
    context: encodeContext([await grantOf()]),
    node: () => Promise.reject(new TypeError('fetch failed')),
  })
  expect(await reasonOf(session.prepare([{ to: SHOP, value: 1n }]))).toBe('smart.node_failed')
  expect(await reasonOf(session.state())).toBe('smart.node_failed')
})

it('A context of another kind is refused before anything is asked', async () => {
  const good = await grantOf()
  for (const context of [
    '0x',
    '0x1234',
    'context',
    encodeContext([good, good]),
    encodeContext([{ ...good, caveats: good.caveats.slice(1) }]),
  ])
    expect(() => openSession({ context, node })).toThrow(/is not one delegation with known limits/)
})
