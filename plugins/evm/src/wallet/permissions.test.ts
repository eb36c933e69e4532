import {
  LatchkeyError,
  type ConnectedAccount,
  type Json,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { ANSWER_TIMEOUT_MS } from './capabilities.js'
import { createPermissions } from './permissions.js'

const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SESSION = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const account: ConnectedAccount = {
  key: 'a',
  namespace: 'eip155',
  address: OWNER,
  type: 'smartAccount',
  connectionId: 'w',
}
const network: Network = {
  id: 'eip155:8453',
  namespace: 'eip155',
  reference: '8453',
  name: 'Base',
  nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
  rpcUrls: [],
}
const on = { account, network }
const REQUEST: Json = {
  chainId: '0x2105',
  from: OWNER,
  to: SESSION,
  permission: {
    type: 'native-token-allowance',
    isAdjustmentAllowed: false,
    data: { allowanceAmount: '0x1' },
  },
  rules: [
    { type: 'expiry', data: { timestamp: 1_900_000_000 } },
    { type: 'call-limit', data: { count: 3 } },
  ],
}
const GRANTED = [{ context: '0x1234' }]
const unknown = (): never => {
  throw new LatchkeyError('wallet.unsupported_method', 'no')
}

afterEach(() => void vi.useRealTimers())

/** A wallet that lists its methods, or answers any, and what it was asked for beside capabilities. */
function made(
  methods: readonly string[] | 'any',
  answers: Readonly<Record<string, () => unknown>> = {},
  capabilities: Json = {},
) {
  const ctx = {
    connections: { get: () => ({ connections: [{ id: 'w', scopes: { eip155: { methods } } }] }) },
  } as unknown as PluginContext
  const asked: [method: string, params: unknown][] = []
  const request = async (_on: unknown, method: string, params: unknown): Promise<unknown> => {
    asked.push([method, params])
    return (answers[method] ?? unknown)()
  }
  return { asked, permissions: createPermissions(ctx, request, async () => capabilities) }
}

it('A wallet that lists the present names gets the requests as they are', async () => {
  const { asked, permissions } = made(
    ['wallet_requestExecutionPermissions', 'wallet_grantPermissions'],
    {
      wallet_requestExecutionPermissions: () => GRANTED,
    },
  )
  expect(await permissions.grant({ ...on, permissions: [REQUEST] })).toEqual(GRANTED)
  expect(asked).toEqual([['wallet_requestExecutionPermissions', [REQUEST]]])
})
it('A wallet that lists the former names gets the requests in their former form', async () => {
  const { asked, permissions } = made(['wallet_grantPermissions'], {
    wallet_grantPermissions: () => GRANTED,
  })
  expect(await permissions.grant({ ...on, permissions: [REQUEST] })).toEqual(GRANTED)
  expect(asked).toEqual([
    [
      'wallet_grantPermissions',
      [
        {
          chainId: '0x2105',
          address: OWNER,
          expiry: 1_900_000_000,
          signer: { type: 'account', data: { address: SESSION } },
          permission: (REQUEST as { permission: Json }).permission,
          policies: [{ type: 'call-limit', data: { count: 3 } }],
        },
      ],
    ],
  ])
})
it('A wallet that lists neither is asked for nothing', async () => {
  const { asked, permissions } = made(['personal_sign'])
  for (const asking of [
    permissions.grant({ ...on, permissions: [REQUEST] }),
    permissions.revoke({ ...on, permissions: { permissionContext: '0x12' } }),
  ])
    await expect(asking).rejects.toMatchObject({
      code: 'rpc.method_not_allowed',
      message: 'Requested RPC call is not allowed',
      cause: { code: 4200 },
    })
  expect(asked).toEqual([])
})
it.each<[string, unknown, string]>([
  ['the kind and the chain', { 'native-token-allowance': { chainIds: ['0x1', '0x2105'] } }, ''],
  ['the kind on every chain', { 'native-token-allowance': {} }, ''],
  [
    'the kind on other chains',
    { 'native-token-allowance': { chainIds: ['0x1'] } },
    'evm.permissions_unsupported',
  ],
  ['other kinds', { 'erc20-token-stream': { chainIds: ['0x2105'] } }, 'rpc.method_not_allowed'],
])('A wallet of any method that supports %s is asked accordingly', async (_, supported, code) => {
  const { asked, permissions } = made('any', {
    wallet_getSupportedExecutionPermissions: () => supported,
    wallet_requestExecutionPermissions: () => GRANTED,
  })
  const asking = permissions.grant({ ...on, permissions: [REQUEST] })
  if (code) await expect(asking).rejects.toMatchObject({ code })
  else expect(await asking).toEqual(GRANTED)
  expect(asked.map(([method]) => method)).toEqual([
    'wallet_getSupportedExecutionPermissions',
    ...(code ? [] : ['wallet_requestExecutionPermissions']),
  ])
})
it.each<[string, Json, string]>([
  ['on this chain', { '0x2105': { permissions: { supported: true } } }, ''],
  ['on every chain', { '0x0': { permissions: { supported: true } } }, ''],
  ['on another', { '0x1': { permissions: { supported: true } } }, 'evm.permissions_unsupported'],
  ['nowhere', { '0x2105': { permissions: { supported: false } } }, 'rpc.method_not_allowed'],
  ['in no word', {}, 'rpc.method_not_allowed'],
])(
  'A wallet whose capabilities name permissions %s is asked accordingly',
  async (_, able, code) => {
    const { asked, permissions } = made('any', { wallet_grantPermissions: () => GRANTED }, able)
    const asking = permissions.grant({ ...on, permissions: [REQUEST] })
    if (code) await expect(asking).rejects.toMatchObject({ code })
    else expect(await asking).toEqual(GRANTED)
    expect(asked.some(([method]) => method === 'wallet_grantPermissions')).toBe(!code)
  },
)
it('A wallet that does not say what it supports has until its capabilities are asked for', async () => {
  vi.useFakeTimers()
  const { permissions } = made(
    'any',
    {
      wallet_getSupportedExecutionPermissions: () => new Promise(() => undefined),
      wallet_grantPermissions: () => GRANTED,
    },
    { '0x2105': { permissions: { supported: true } } },
  )
  const asking = permissions.grant({ ...on, permissions: [REQUEST] })
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS)
  expect(await asking).toEqual(GRANTED)
})
it('A permission is revoked by the name that the wallet has', async () => {
  const reference = { permissionContext: '0x1234' }
  const present = made(['wallet_revokeExecutionPermission'], {
    wallet_revokeExecutionPermission: () => null,
  })
  expect(await present.permissions.revoke({ ...on, permissions: reference })).toEqual({})
  expect(present.asked).toEqual([['wallet_revokeExecutionPermission', [reference]]])
  const former = made(['wallet_revokePermissions'], { wallet_revokePermissions: () => ({}) })
  await former.permissions.revoke({ ...on, permissions: reference })
  expect(former.asked).toEqual([['wallet_revokePermissions', [reference]]])
})
it.each([[undefined], [null], ['0x12'], [{ context: '0x12' }]])(
  'The answer %j of a grant is a bad answer',
  async (answer) => {
    const { permissions } = made(['wallet_grantPermissions'], {
      wallet_grantPermissions: () => answer,
    })
    await expect(permissions.grant({ ...on, permissions: [REQUEST] })).rejects.toMatchObject({
      code: 'wallet.bad_answer',
    })
  },
)
it('A visitor who declines is told so', async () => {
  const { permissions } = made(['wallet_grantPermissions'], {
    wallet_grantPermissions: () => {
      throw new LatchkeyError('wallet.user_rejected', 'no')
    },
  })
  await expect(permissions.grant({ ...on, permissions: [REQUEST] })).rejects.toMatchObject({
    code: 'wallet.user_rejected',
  })
})
