// The wallet with a smart account, on a chain with the contracts: it signs, sends, grants and takes back.
import {
  accounts,
  deploySmartAccounts,
  request,
  startAnvil,
  type Running,
} from '@latchkey-tools/localnet'
import { decodeContext, decodeLimits, smartAccountOf } from '@latchkey/smart-account'
import { createPublicClient, http, numberToHex, stringToHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantMethods } from '../src/smart/grants.js'
import { operationMethods } from '../src/smart/operations.js'
import { createWallet, type WalletMemory } from '@latchkey/testing/wallet'

const CHAIN = 31_337
const KEY = accounts[6]!.address
const SHOP: Hex = '0x5109000000000000000000000000000000000077'
const account = smartAccountOf(accounts[5]!.address)

let node: Running
beforeAll(async () => {
  node = await startAnvil({ chainId: CHAIN })
  await deploySmartAccounts(node.url)
  await request(node.url, 'anvil_setBalance', [account.address, numberToHex(10n ** 18n)])
})
afterAll(() => node?.close())

function open() {
  let kept: string | null = null
  const memory: WalletMemory = { read: () => kept, write: (text) => void (kept = text) }
  return createWallet({
    chains: [{ id: CHAIN, name: 'Local', url: node.url }],
    accounts: [{ address: account.address, privateKey: accounts[5]!.privateKey }],
    ui: 'auto',
    methods: { ...operationMethods(account), ...grantMethods(account, memory) },
  }).provider
}
const ask = (provider: ReturnType<typeof open>, method: string, ...params: unknown[]) =>
  provider.request({ method, params })

const permission = (more: object = {}) => ({
  chainId: numberToHex(CHAIN),
  from: account.address,
  to: KEY,
  permission: {
    type: 'native-token-allowance',
    isAdjustmentAllowed: false,
    data: { allowanceAmount: '0x64' },
  },
  rules: [
    { type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 600 } },
    { type: 'call-limit', data: { count: 3 } },
  ],
  ...more,
})

it('Its signature is good before its account is deployed and after, and its coins move by an operation', async () => {
  const wallet = open()
  expect(await ask(wallet, 'eth_requestAccounts')).toEqual([account.address])
  const client = createPublicClient({ transport: http(node.url) })
  const isSigned = async () =>
    client.verifyMessage({
      ...{ address: account.address, message: 'Hello' },
      signature: (await ask(wallet, 'personal_sign', stringToHex('Hello'), account.address)) as Hex,
    })
  expect(await isSigned()).toBe(true)
  await ask(wallet, 'eth_sendTransaction', { from: account.address, to: SHOP, value: '0x7' })
  expect(await client.getBalance({ address: SHOP })).toBe(7n)
  expect(await client.getCode({ address: account.address })).toBeDefined()
  expect(await isSigned()).toBe(true)
})

it('A grant has exactly the limits that were asked for, and is in the record until it is taken back', async () => {
  const wallet = open()
  await ask(wallet, 'eth_requestAccounts')
  const [granted] = (await ask(wallet, 'wallet_requestExecutionPermissions', permission())) as [
    { context: Hex },
  ]
  const [delegation] = decodeContext(granted.context)
  expect(delegation).toMatchObject({ delegate: KEY, delegator: account.address })
  expect(decodeLimits(delegation!.caveats)).toMatchObject({
    ok: true,
    limits: {
      permission: { type: 'native', allowance: { kind: 'total', amount: 100n } },
      maxCalls: 3,
    },
  })
  const record = () => ask(wallet, 'wallet_getGrantedExecutionPermissions')
  expect(await record()).toMatchObject([{ context: granted.context, to: KEY }])
  await ask(wallet, 'wallet_revokeExecutionPermission', { permissionContext: granted.context })
  expect(await record()).toEqual([])
})

it.each<[string, object]>([
  ['an unknown kind', { permission: { type: 'everything', data: {} } }],
  ['an unknown rule', { rules: [{ type: 'moon', data: {} }] }],
  ['no end', { rules: [] }],
  ['another network', { chainId: '0x1' }],
  ['no key', { to: 'me' }],
  [
    'an amount without a limit',
    {
      permission: {
        type: 'native-token-allowance',
        data: { allowanceAmount: numberToHex(2n ** 200n) },
      },
    },
  ],
])('A request with %s is refused, and nothing is granted', async (_, more) => {
  const wallet = open()
  await ask(wallet, 'eth_requestAccounts')
  const asking = ask(wallet, 'wallet_requestExecutionPermissions', permission(more))
  await expect(asking).rejects.toThrow()
  expect(await ask(wallet, 'wallet_getGrantedExecutionPermissions')).toEqual([])
})

it('A site that is not let in is granted nothing', async () => {
  await expect(
    ask(open(), 'wallet_requestExecutionPermissions', permission()),
  ).rejects.toMatchObject({ code: 4100 })
})
