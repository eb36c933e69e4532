// Sessions of smart accounts: signatures that only code can check, and ends that only the chain knows.
import {
  accounts,
  deploySmartAccounts,
  request,
  startLocalnet,
  type Hex,
  type Localnet,
} from '@latchkey-tools/localnet'
import { CONTRACTS, disableCall, smartAccountOf } from '@latchkey/smart-account'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { delegationOf, limitsOf } from './delegations.js'
import { CHAIN, chain, startTestApi } from './harness.js'

const owner = privateKeyToAccount(accounts[3]!.privateKey)
const account = smartAccountOf(owner.address)
const PATH = `/v1/sessions/${CHAIN}:${account.address}`

let localnet: Localnet
let url: string
beforeAll(async () => {
  // Its chains have Multicall3.
  localnet = await startLocalnet()
  url = localnet.chains[0]!.url
  await deploySmartAccounts(url)
})
afterAll(() => localnet?.close())

const ask = (method: string, ...params: unknown[]) => request(url, method, params)
const send = async (from: Hex, to: Hex, data: Hex): Promise<void> => {
  const hash = await ask('eth_sendTransaction', { from, to, data, gas: '0x989680' })
  await expect
    .poll(() => ask('eth_getTransactionReceipt', hash), { timeout: 30_000 })
    .not.toBeNull()
}
const limits = () => limitsOf(Date.now())

it('A context is signed by the code that its account has (ERC-1271), or will have (ERC-6492)', async () => {
  const api = await startTestApi({ chains: [chain(url)] })
  const before = await delegationOf(owner, limits(), { from: account.address })
  const { factory, factoryData } = account
  expect((await api.post(PATH, { context: before.context })).status).toBe(400)
  const dependencies = [{ factory, factoryData }]
  expect((await api.post(PATH, { context: before.context, dependencies })).status).toBe(200)
  const stranger = privateKeyToAccount(accounts[4]!.privateKey)
  const forged = await delegationOf(stranger, limits(), { from: account.address })
  expect((await api.post(PATH, { context: forged.context, dependencies })).status).toBe(400)

  await send(accounts[0]!.address, factory, factoryData)
  const after = await delegationOf(owner, limits(), { from: account.address })
  expect((await api.post(PATH, { context: after.context })).status).toBe(200)
  const again = await delegationOf(stranger, limits(), { from: account.address })
  expect((await api.post(PATH, { context: again.context })).status).toBe(400)
  const { body } = await api.get(PATH)
  expect(body.sessions.map(({ pci }: { pci: string }) => pci).sort()).toEqual(
    [before.pci, after.pci].sort(),
  )
})

it('A session that its account has ended on the chain is not listed, and not taken again', async () => {
  const api = await startTestApi({ chains: [chain(url)] })
  const [ended, live] = await Promise.all(
    [1, 2].map(() => delegationOf(owner, limits(), { from: account.address })),
  )
  for (const { context } of [ended!, live!])
    expect((await api.post(PATH, { context })).status).toBe(200)
  await ask('anvil_impersonateAccount', account.address)
  await ask('anvil_setBalance', account.address, '0x8ac7230489e80000')
  await send(account.address, CONTRACTS.delegationManager, disableCall(ended!.delegation).data)
  const { body } = await api.get(PATH)
  expect(body.sessions.map(({ pci }: { pci: string }) => pci)).toEqual([live!.pci])
  const { status } = await api.post(PATH, { context: ended!.context })
  expect(status).toBe(400)
  const other = await startTestApi({ chains: [chain(url)] })
  const refused = await other.post(PATH, { context: ended!.context })
  expect([refused.status, refused.body.reasons[0].name]).toEqual([400, 'context'])
})

it('A chain whose node is away takes no session from the list, and no context of a contract', async () => {
  const api = await startTestApi({ chains: [chain()] })
  const { context } = await delegationOf(owner, limits(), { from: account.address })
  expect((await api.post(PATH, { context })).status).toBe(503)
  const key = `/v1/sessions/${CHAIN}:${owner.address}`
  const own = await delegationOf(owner, limits())
  expect((await api.post(key, { context: own.context })).status).toBe(200)
  expect((await api.get(key)).body.sessions).toHaveLength(1)
})
