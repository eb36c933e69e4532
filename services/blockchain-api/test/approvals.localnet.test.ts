// Approvals of a real chain: given, taken back, and reorganised away.
import {
  accounts,
  collections,
  request,
  startLocalnet,
  type Localnet,
} from '@latchkey-tools/localnet'
import { getAddress, maxUint256, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainAt, type Chain } from './follow/chain.js'
import { CHAIN, chain as configOf, startTestApi } from './harness.js'

const [alice, bob, carol, dave] = accounts.map(({ address }) => address) as [Hex, Hex, Hex, Hex]
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

let localnet: Localnet
let chain: Chain
beforeAll(async () => {
  localnet = await startLocalnet()
  chain = chainAt(localnet.url)
})
afterAll(() => localnet?.close())

type Api = Awaited<ReturnType<typeof startTestApi>>
const start = () => startTestApi({ chains: [configOf(localnet.url)] })
const rightsOf = async (api: Api, owner: string) => {
  const { status, body } = await api.get(`/v1/account/${owner}/approvals?chainId=${CHAIN}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ next: null, complete: true })
  return body.data as {
    kind: string
    token: string
    spender: string
    spenderName: string
    isUnlimited: boolean
    tokenId?: string
    quantity?: { numeric: string; decimals: number }
  }[]
}
const briefly = (rights: Awaited<ReturnType<typeof rightsOf>>) =>
  rights
    .map(({ kind, token, spender, quantity, tokenId, isUnlimited }) =>
      [
        kind,
        token.slice(-4),
        spender.split(':')[2],
        isUnlimited ? 'unlimited' : (quantity?.numeric ?? tokenId),
      ].join(' '),
    )
    .sort()

it('The rights that hold are told with what they reach, and those that were taken back are not', async () => {
  const { tokens } = localnet
  const [erc20, silent] = [chain.call(alice, tokens.erc20), chain.call(alice, tokens.silent)]
  const keys = chain.call(alice, collections.erc721)
  await erc20('approve', bob, 5n * 10n ** 18n)
  await erc20('approve', PERMIT2, maxUint256)
  await silent('approve', bob, 7n)
  await silent('approve', bob, 0n)
  for (const id of [71n, 72n]) await keys('mint', alice, id)
  await keys('approve', bob, 71n)
  await keys('approve', bob, 72n)
  await keys('setApprovalForAll', carol, true)
  await chain.call(alice, collections.erc1155)('setApprovalForAll', carol, true)
  await chain.call(dave, tokens.erc20)('approve', bob, 1n)
  const api = await start()
  const rights = await rightsOf(api, alice)
  expect(briefly(rights)).toEqual(
    [
      `amount 0e20 ${getAddress(bob)} 5`,
      `amount 0e20 ${PERMIT2} unlimited`,
      `item 0721 ${getAddress(bob)} 71`,
      `item 0721 ${getAddress(bob)} 72`,
      `all 0721 ${getAddress(carol)} unlimited`,
      `all 1155 ${getAddress(carol)} unlimited`,
    ].sort(),
  )
  expect(rights.find(({ spender }) => spender === `${CHAIN}:${PERMIT2}`)).toMatchObject({
    spenderName: 'Permit2',
    name: 'Localnet Token',
    symbol: 'LOCAL',
    quantity: { decimals: 18 },
  })

  // One is revoked, and the other key leaves: who may take it is the next owner's affair.
  const hash = await chain.call(alice, collections.erc721)('setApprovalForAll', carol, false)
  await keys('transferFrom', alice, dave, 72n)
  const { body } = await api.get(
    `/v1/account/${alice}/approvals?chainId=${CHAIN}&forceUpdate=${hash}`,
  )
  expect(body.settled).toBe(true)
  expect(briefly(body.data)).toEqual(
    [
      `amount 0e20 ${getAddress(bob)} 5`,
      `amount 0e20 ${PERMIT2} unlimited`,
      `item 0721 ${getAddress(bob)} 71`,
      `all 1155 ${getAddress(carol)} unlimited`,
    ].sort(),
  )
})

it.each([3, 100])(
  'After a reorganisation of depth %i the rights are those of the new chain',
  async (depth) => {
    const api = await start()
    const call = chain.call(carol, localnet.tokens.erc20)
    await call('approve', bob, 0n)
    await call('approve', dave, 0n)
    await request(localnet.url, 'anvil_mine', ['0x46'])
    expect(await rightsOf(api, carol)).toEqual([])
    const before = await chain.head()
    await call('approve', bob, 10n ** 18n)
    await request(localnet.url, 'anvil_mine', [`0x${(depth - 1).toString(16)}`])
    expect(briefly(await rightsOf(api, carol))).toEqual([`amount 0e20 ${getAddress(bob)} 1`])
    await request(localnet.url, 'anvil_rollback', [(await chain.head()) - before])
    await call('approve', dave, 2n * 10n ** 18n)
    await request(localnet.url, 'anvil_mine', [`0x${(depth + 70).toString(16)}`])
    expect(briefly(await rightsOf(api, carol))).toEqual([`amount 0e20 ${getAddress(dave)} 2`])
  },
)
