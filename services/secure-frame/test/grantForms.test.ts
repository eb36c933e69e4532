// The two forms of ERC-7715: a method answers in its own, however its request was written.
import { GRANT_METHODS, REVOKE_METHODS } from '@latchkey/embedded-wallet/protocol'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { grantedPermissions } from '../src/page/smart/grants/answers.js'
import { capabilitiesOf } from '../src/page/smart/status.js'
import {
  CHAIN_ID,
  createGranter,
  DAY_S,
  hex,
  KEY,
  NOW_S,
  refusalOf,
  requestOf,
  SHOP,
  TOKEN,
  type Granter,
} from './grantsSide.js'

type Entry = Record<string, unknown> & { context: Hex }
const expiry = NOW_S + DAY_S
const formerOf = ({ account }: Granter) => ({
  ...{ chainId: hex(CHAIN_ID), address: account.address, expiry },
  signer: { type: 'account', data: { address: KEY } },
  permission: { type: 'erc20-token-transfer', data: { address: TOKEN, allowance: hex(5n) } },
  policies: [{ type: 'call-limit', data: { count: 3 } }],
})
const ask = async (ada: Granter, request: object, method: string): Promise<Entry> =>
  ((await ada.run(await ada.prepare([request], method))) as Entry[])[0]!

it.each([
  ...GRANT_METHODS.map((method) => [method, 'The grant is refused: params has no permission.']),
  ...REVOKE_METHODS.map((method) => [method, 'This takes the context of one permission']),
])('%s of the protocol is one of permissions here too', async (method, refusal) => {
  const ada = await createGranter()
  expect(await refusalOf(ada.prepare([], method))).toContain(refusal)
})

it('A former method answers in the former form, and a present one in the present form', async () => {
  const ada = await createGranter()
  const former = await ask(ada, requestOf(), 'wallet_grantPermissions')
  expect(former).toMatchObject({
    ...{ chainId: hex(CHAIN_ID), address: ada.account.address, expiry },
    signer: { type: 'account', data: { address: KEY } },
    permission: { type: 'native-token-allowance', data: { allowanceAmount: hex(10n ** 18n) } },
    policies: [{ type: 'call-limit', data: { count: 10 } }],
    accountMeta: { factory: ada.account.factory },
  })
  const present = await ask(ada, formerOf(ada), 'wallet_requestExecutionPermissions')
  expect(present).toMatchObject({
    ...{ chainId: hex(CHAIN_ID), from: ada.account.address, to: KEY },
    rules: [
      { type: 'expiry', data: { timestamp: expiry } },
      { type: 'call-limit', data: { count: 3 } },
    ],
    dependencies: [{ factory: ada.account.factory }],
  })
  expect(present).not.toHaveProperty('signer')
})

it('The list has the present form and the present kinds, whichever way a grant was asked for', async () => {
  const ada = await createGranter()
  const { context } = await ask(ada, formerOf(ada), 'wallet_grantPermissions')
  const told = await grantedPermissions({
    ...{ records: ada.records.grants, account: ada.account, origin: SHOP },
    nodeOf: () => () => Promise.reject(new Error('The node is away.')),
  })
  expect(told).toEqual([
    {
      ...{ chainId: hex(CHAIN_ID), from: ada.account.address, to: KEY, context },
      permission: {
        type: 'erc20-token-allowance',
        isAdjustmentAllowed: false,
        data: { tokenAddress: TOKEN, allowanceAmount: hex(5n) },
      },
      rules: [
        { type: 'expiry', data: { timestamp: expiry } },
        { type: 'call-limit', data: { count: 3 } },
      ],
      delegationManager: expect.any(String),
      dependencies: [{ factory: ada.account.factory, factoryData: ada.account.factoryData }],
    },
  ])
})

it('The former capability has the kinds by their former names too', () => {
  const { '0x1': told } = capabilitiesOf(KEY, [KEY], [1]) as Record<string, object>
  expect(told).toMatchObject({
    permissions: {
      permissionTypes: expect.arrayContaining([
        ...['native-token-allowance', 'native-token-transfer', 'erc20-token-transfer'],
      ]),
    },
  })
})
