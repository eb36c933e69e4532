// Permissions on the real contracts: a grant that the frame has signed is redeemed by a session key up to its
// limit, told to the page that asked for it, and ended by an operation of the account.
import { accounts, putMulticall } from '@latchkey-tools/localnet'
import { decodeContext, MULTICALL, readUsage, redeemCall } from '@latchkey/smart-account'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSmart } from '../src/page/smart/reads.js'
import { createHolder, ETHER, SEPOLIA, startSmartChain, type SmartChain } from './smartSide.js'

const KEY: Address = accounts[6]!.address
const SHOP: Address = '0x5109000000000000000000000000000000000042'
const hex = (value: bigint): Hex => `0x${value.toString(16)}`

let chain: SmartChain
beforeAll(async () => {
  chain = await startSmartChain()
  await putMulticall(chain.url)
})
afterAll(() => chain?.close())

type Entry = { context: Hex; dependencies: { factory: Address; factoryData: Hex }[] }
type Holder = Awaited<ReturnType<typeof createHolder>>

let seed = 90
async function newHolder(): Promise<Holder> {
  const holder = await createHolder(chain, (seed += 1))
  await chain.fund(holder.account.address)
  return holder
}
async function grant({ prepare, run }: Holder, wei: bigint): Promise<Entry> {
  const { timestamp } = (await chain.ask('eth_getBlockByNumber', 'latest', false)) as {
    timestamp: Hex
  }
  const asked = {
    ...{ chainId: '0xaa36a7', to: KEY },
    permission: {
      ...{ type: 'native-token-allowance', isAdjustmentAllowed: true },
      data: { allowanceAmount: hex(wei) },
    },
    rules: [{ type: 'expiry', data: { timestamp: Number(timestamp) + 3_600 } }],
  }
  const [entry] = (await run(
    await prepare('wallet_requestExecutionPermissions', [asked]),
  )) as unknown as Entry[]
  return entry!
}
/** Sends as the session key, which anvil holds. @returns whether the chain took it */
const redeem = ({ context }: Entry, wei: bigint): Promise<boolean> => {
  const { to, data } = redeemCall(context, [{ to: SHOP, value: wei }])
  return chain
    .ask('eth_sendTransactionSync', { from: KEY, to, data })
    .then((receipt) => (receipt as { status: Hex }).status === '0x1')
    .catch(() => false)
}
const told = ({ records, owner }: Holder, origin: string, method: string, url = chain.url) =>
  readSmart({
    config: {
      ...{ rpc: { [SEPOLIA]: url }, operationGas: 10_000_000, operationFee: 10_000 },
      smartAccounts: { [SEPOLIA]: { bundlers: chain.bundlers.map(({ url }) => url) } },
    } as unknown as Parameters<typeof readSmart>[0]['config'],
    records: async () => records,
    ...{ type: 'smartAccount', owner, origin, method, params: [] },
  })
const SHOP_ORIGIN = 'https://shop.example'
const GRANTED = 'wallet_getGrantedExecutionPermissions'

it('A grant is redeemed up to its limit, told to its page alone, and ended by an operation', async () => {
  const ada = await newHolder()
  const early = await grant(ada, ETHER)
  const [{ factory, factoryData } = { factory: SHOP, factoryData: '0x' as Hex }] =
    early.dependencies
  await chain.ask('eth_sendTransactionSync', { from: KEY, to: factory, data: factoryData })
  expect(await redeem(early, ETHER / 2n)).toBe(true)
  expect(await redeem(early, ETHER)).toBe(false)
  const other = await grant(ada, ETHER)
  expect(other.dependencies).toEqual([])
  const all = (await told(ada, 'https://shop.example', GRANTED)) as unknown as Entry[]
  expect(all.map(({ context }) => context)).toEqual([early.context, other.context])
  expect(all[0]!.dependencies).toEqual([])
  expect(await told(ada, 'https://evil.example', GRANTED)).toEqual([])
  const prepared = await ada.prepare('wallet_revokePermissions', [
    { permissionContext: early.context },
  ])
  expect(prepared.description).toMatchObject({
    title: 'grant.endTitle',
    rows: [
      { label: 'grant.by', value: 'https://shop.example' },
      { label: 'grant.who', value: KEY },
      { label: 'grant.until' },
    ],
  })
  expect(prepared.fee).toMatch(/^0\.0\d+ ETH$/)
  expect(await ada.run(prepared)).toEqual({})
  expect(await redeem(early, 1n)).toBe(false)
  expect(await redeem(other, 1n)).toBe(true)
  const known = await ada.records.grants.list(ada.account.address)
  expect(known.map(({ endedAt }) => endedAt !== undefined)).toEqual([true, false])
  const left = (await told(ada, SHOP_ORIGIN, GRANTED)) as unknown as Entry[]
  expect(left.map(({ context }) => context)).toEqual([other.context])
  const { usages } = await readUsage(ada.context.node, decodeContext(early.context))
  expect(usages[0]).toMatchObject({ isDisabled: true, amount: { used: ETHER / 2n } })
})

it('Several grants are ended by one operation, and one that is left is redeemed still', async () => {
  const ada = await newHolder()
  const [first, second, third] = [await grant(ada, 2n), await grant(ada, 2n), await grant(ada, 2n)]
  const { factory, factoryData } = first.dependencies[0]!
  await chain.ask('eth_sendTransactionSync', { from: KEY, to: factory, data: factoryData })
  for (const each of [first, second, third]) expect(await redeem(each, 1n)).toBe(true)
  const contexts = [first, third].map(({ context }) => ({ permissionContext: context }))
  expect(await ada.run(await ada.prepare('wallet_revokePermissions', contexts))).toEqual({})
  const redeemed = [await redeem(first, 1n), await redeem(second, 1n), await redeem(third, 1n)]
  expect(redeemed).toEqual([false, true, false])
})

it('A grant that another browser has ended is not told any more', async () => {
  const ada = await newHolder()
  const { context } = await grant(ada, 1n)
  const elsewhere = await createHolder(chain, seed)
  await elsewhere.run(
    await elsewhere.prepare('wallet_revokeExecutionPermission', { permissionContext: context }),
  )
  expect(await told(ada, 'https://shop.example', GRANTED)).toEqual([])
})

it('A grant whose end a reorganisation has undone is told again', async () => {
  const ada = await newHolder()
  const { context } = await grant(ada, 1n)
  const before = await chain.ask('evm_snapshot')
  await ada.run(await ada.prepare('wallet_revokePermissions', [{ permissionsContext: context }]))
  expect(await told(ada, SHOP_ORIGIN, GRANTED)).toEqual([])
  await chain.ask('evm_revert', before)
  const [again] = (await told(ada, SHOP_ORIGIN, GRANTED)) as unknown as Entry[]
  expect(again?.context).toBe(context)
})

it('An ended grant is not told on a chain without Multicall3', async () => {
  const ada = await newHolder()
  const { context } = await grant(ada, 1n)
  await ada.run(await ada.prepare('wallet_revokePermissions', [{ permissionContext: context }]))
  const code = await chain.ask('eth_getCode', MULTICALL, 'latest')
  await chain.ask('anvil_setCode', MULTICALL, '0x')
  expect(await told(ada, SHOP_ORIGIN, GRANTED)).toEqual([])
  await chain.ask('anvil_setCode', MULTICALL, code)
})

it('A node that is silent leaves what was seen last: the account is not deployed anew', async () => {
  const ada = await newHolder()
  const { dependencies } = await grant(ada, 1n)
  const [{ factory, factoryData } = { factory: SHOP, factoryData: '0x' as Hex }] = dependencies
  await chain.ask('eth_sendTransactionSync', { from: KEY, to: factory, data: factoryData })
  const dependenciesTold = async (url = chain.url) =>
    ((await told(ada, SHOP_ORIGIN, GRANTED, url)) as unknown as Entry[])[0]!.dependencies
  expect(await dependenciesTold()).toEqual([])
  expect(await dependenciesTold('http://127.0.0.1:9')).toEqual([])
})

it('A permission that has ended already cannot be ended once more', async () => {
  const ada = await newHolder()
  const { context } = await grant(ada, 1n)
  const ending = () => ada.prepare('wallet_revokePermissions', [{ permissionContext: context }])
  await ada.run(await ending())
  expect(await ending()).toMatchObject({ isBlocked: true })
})
