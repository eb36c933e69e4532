import { readFileSync } from 'node:fs'
import { accounts } from '@latchkey-tools/localnet'
import { CONTRACTS, disableCall, encodeCalls } from '@latchkey/smart-account'
import { Contract, JsonRpcProvider, hashMessage as hashByEthers } from 'ethers'
import {
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  http,
  stringToHex,
  type Abi,
  type Hex,
} from 'viem'
import { sepolia } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmartAccounts } from '../src/smartAccounts/enabled.js'
import { readCallsId } from '../src/page/smart/callsId.js'
import { capabilitiesOf, readCallsStatus } from '../src/page/smart/status.js'
import { ETHER, SEPOLIA, createHolder, startSmartChain, type SmartChain } from './smartSide.js'

const TO = accounts[1]!.address as Hex
const { abi, bytecode } = (
  JSON.parse(
    readFileSync(
      new URL('../../../tools/localnet/src/evm/artifacts.json', import.meta.url),
      'utf8',
    ),
  ) as Record<string, { abi: Abi; bytecode: Hex }>
)['TestToken']!
const call = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })
const hex = (value: bigint): Hex => `0x${value.toString(16)}`

let chain: SmartChain
let token: Hex
beforeAll(async () => {
  chain = await startSmartChain()
  const from = accounts[0]!.address
  const data = encodeDeployData({ abi, bytecode, args: [] })
  const receipt = await chain.ask('eth_sendTransactionSync', { from, data })
  token = (receipt as { contractAddress: Hex }).contractAddress
})
afterAll(() => chain?.close())

const balanceOf = async (address: string): Promise<bigint> =>
  BigInt((await chain.ask('eth_getBalance', address, 'latest')) as string)
const gasOf = async (hash: unknown): Promise<number> =>
  Number(((await chain.ask('eth_getTransactionReceipt', hash)) as { gasUsed: string }).gasUsed)

let seed = 20
/** Somebody new, whose account holds ten ether. */
async function newHolder(options: Parameters<typeof createHolder>[2] = {}, wei = 10n * ETHER) {
  const holder = await createHolder(chain, (seed += 1), options)
  await chain.fund(holder.account.address, wei)
  return holder
}

it('The first payment deploys the account, and says what leaves and who pays', async () => {
  const ada = await newHolder()
  const before = await balanceOf(TO)
  const prepared = await ada.prepare('eth_sendTransaction', [{ to: TO, value: hex(ETHER) }])
  expect(prepared).toMatchObject({
    account: ada.account.address,
    outcome: { leaves: ['1 ETH'], arrives: [], isWhole: true },
    payer: {},
  })
  expect(prepared.isBlocked).toBeUndefined()
  expect(prepared.fee).toMatch(/^0\.\d+ ETH$/)
  expect(await prepared.isCurrent!()).toBe(true)
  const begun = performance.now()
  const hash = await ada.run(prepared)
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  expect((await balanceOf(TO)) - before).toBe(ETHER)
  expect(await chain.ask('eth_getCode', ada.account.address, 'latest')).not.toBe('0x')
  expect(await gasOf(hash)).toBeLessThanOrEqual(340_000)
  // The same request cannot be signed a second time.
  expect(await prepared.isCurrent!()).toBe(false)
})

it('A batch is one operation, all of it or nothing, and its state has its own logs alone', async () => {
  const ada = await newHolder()
  await ada.send({ to: TO, value: '0x1' })
  const batch = ada.calls([
    { to: token, data: call('mint', ada.account.address, 5n * ETHER) },
    { to: token, data: call('transfer', TO, 2n * ETHER) },
  ])
  const prepared = await ada.prepare('wallet_sendCalls', batch)
  expect(prepared.outcome!.arrives.join().toLowerCase()).toBe(`3 local (${token})`)
  const { id } = (await ada.run(prepared)) as { id: string }
  const status = async () =>
    (await readCallsStatus(ada.context, id, readCallsId(id)!)) as {
      status: number
      atomic: boolean
      receipts: { logs: { address: string }[]; transactionHash: string; status: string }[]
    }
  await expect.poll(async () => (await status()).status).toBe(200)
  const { receipts, atomic } = await status()
  expect([atomic, receipts[0]!.status]).toEqual([true, '0x1'])
  expect(receipts[0]!.logs.map(({ address }) => address.toLowerCase())).toEqual([token, token])
  const payments = [
    { to: TO, value: '0x1' },
    { to: token, data: call('transfer', TO, 1n) },
  ]
  const second = await ada.run(await ada.prepare('wallet_sendCalls', ada.calls(payments)))
  const { id: next } = second as { id: string }
  const paid = async () =>
    (await readCallsStatus(ada.context, next, readCallsId(next)!)) as {
      status: number
      receipts: { transactionHash: string }[]
    }
  await expect.poll(async () => (await paid()).status).toBe(200)
  expect(await gasOf((await paid()).receipts[0]!.transactionHash)).toBeLessThanOrEqual(160_000)
  // Another page of the visitor knows nothing but the id.
  const elsewhere = await createHolder(chain, seed)
  expect(await readCallsStatus(elsewhere.context, id, readCallsId(id)!)).toMatchObject({
    status: 200,
  })
})

it('A batch that would fail is not approved, and says why; a payment without funds says by how much', async () => {
  const ada = await newHolder()
  const batch = ada.calls([
    { to: TO, value: '0x1' },
    { to: token, data: call('transferFrom', TO, ada.account.address, ETHER) },
  ])
  const failing = await ada.prepare('wallet_sendCalls', batch)
  expect(failing.isBlocked).toBe(true)
  expect(failing.outcome!.failure).toContain('allowance too low')
  const poor = await ada.prepare('eth_sendTransaction', [{ to: TO, value: hex(1_000n * ETHER) }])
  expect(poor.missing).toBe('990 ETH')
  const bare = await newHolder({}, 10n)
  expect((await bare.prepare('eth_sendTransaction', [{ to: TO, value: '0x1' }])).missing).toMatch(
    /^0\.\d+ ETH$/,
  )
})

it('A batch that earns what it spends is approved and carried out, before and after deployment', async () => {
  // A contract that pays one ether to each who calls it.
  const payer = accounts[7]!.address as Hex
  const code = await chain.ask('eth_getCode', payer, 'latest')
  await chain.ask('anvil_setCode', payer, '0x6000600060006000670de0b6b3a7640000335af100')
  await chain.fund(payer)
  const ada = await newHolder({}, ETHER / 10n)
  const before = await balanceOf(TO)
  for (const times of [1n, 2n]) {
    const earns = ada.calls([{ to: payer }, { to: TO, value: hex(ETHER) }])
    const prepared = await ada.prepare('wallet_sendCalls', earns)
    expect(prepared.outcome!.failure).toBeUndefined()
    expect([prepared.missing, prepared.isBlocked]).toEqual([undefined, undefined])
    await ada.run(prepared)
    await expect.poll(async () => (await balanceOf(TO)) - before).toBe(times * ETHER)
  }
  // The other way round, nothing has come in when it is spent.
  const late = ada.calls([{ to: TO, value: hex(ETHER) }, { to: payer }])
  expect((await ada.prepare('wallet_sendCalls', late)).missing).toMatch(/^0\.9\d* ETH$/)
  // Without the fee, calls do not help.
  const half = hex((await balanceOf(ada.account.address)) / 2n)
  const all = ada.calls([
    { to: TO, value: half },
    { to: TO, value: half },
  ])
  expect((await ada.prepare('wallet_sendCalls', all)).missing).toMatch(/^0\.0\d* ETH$/)
  await chain.fund(ada.account.address, 10n)
  const unpaid = await ada.prepare('wallet_sendCalls', ada.calls([{ to: payer }, { to: payer }]))
  expect(unpaid.missing).toMatch(/^0\.0\d* ETH$/)
  await chain.ask('anvil_setCode', payer, code)
})

it('An outcome that changed while the card was read is not signed', async () => {
  const ada = await newHolder()
  await ada.send({ to: token, data: call('mint', ada.account.address, 5n * ETHER) })
  const batch = ada.calls([{ to: token, data: call('transfer', TO, 4n * ETHER) }])
  const prepared = await ada.prepare('wallet_sendCalls', batch)
  let later = 31_000
  Object.assign(ada.context, { now: () => Date.now() + later })
  expect(await prepared.isCurrent!()).toBe(true)
  // The contract says something else by now: everything it is asked for fails.
  const code = await chain.ask('eth_getCode', token, 'latest')
  await chain.ask('anvil_setCode', token, '0x60006000fd')
  later = 0
  expect(await prepared.isCurrent!()).toBe(true)
  later = 31_000
  expect(await prepared.isCurrent!()).toBe(false)
  await chain.ask('anvil_setCode', token, code)
  expect(await prepared.isCurrent!()).toBe(true)
})

it('An operation of a page is made anew from its calls, for the account in use alone', async () => {
  const ada = await newHolder()
  const operation = {
    sender: ada.account.address,
    callData: encodeCalls([{ to: TO, value: 7n }]),
    callGasLimit: '0x1',
    maxFeePerGas: hex(10n ** 18n),
    signature: '0x1234',
  }
  const ask = (fields: object, entryPoint: unknown = CONTRACTS.entryPoint) =>
    ada.prepare('eth_sendUserOperation', [{ ...operation, ...fields }, entryPoint])
  const before = await balanceOf(TO)
  expect(await ada.run(await ask({ nonce: '0x0' }))).toMatch(/^0x[\da-f]{64}$/)
  await expect.poll(async () => (await balanceOf(TO)) - before).toBe(7n)
  const bad = { details: { code: -32_602 } }
  for (const fields of [
    { sender: ada.owner },
    { callData: '0x' },
    { callData: `0x${'00'.repeat(300_000)}` },
    { callData: '0x12345678' },
    { paymaster: TO },
    { nonce: '0x7' },
    { nonce: 'zero' },
  ])
    await expect(ask(fields)).rejects.toMatchObject(bad)
  await expect(ask({}, TO)).rejects.toMatchObject(bad)
  const many = encodeCalls(Array.from({ length: 21 }, () => ({ to: TO })))
  await expect(ask({ callData: many })).rejects.toMatchObject({ details: { code: 5740 } })
})

it('No request has the account call itself, the EntryPoint or the DelegationManager', async () => {
  const ada = await newHolder()
  const { entryPoint, delegationManager } = CONTRACTS
  for (const to of [ada.account.address, entryPoint, delegationManager]) {
    const lower = to.toLowerCase() as Hex
    for (const data of ['0x', '0x12345678'] as const)
      for (const asked of [
        ada.prepare('eth_sendTransaction', [{ to: lower, data }]),
        ada.prepare('wallet_sendCalls', ada.calls([{ to: TO }, { to: lower, data }])),
        ada.prepare('eth_sendUserOperation', [
          { sender: ada.account.address, callData: encodeCalls([{ to, data }]) },
          entryPoint,
        ]),
      ])
        await expect(asked).rejects.toMatchObject({ details: { reason: 'refused_target' } })
  }
  const grant = {
    delegate: TO,
    delegator: ada.account.address,
    authority: `0x${'ff'.repeat(32)}`,
    caveats: [],
    salt: 1n,
    signature: '0x',
  } as const
  const ended = await ada.prepare('eth_sendTransaction', [
    { to: delegationManager, data: disableCall(grant).data },
  ])
  expect(ended.isBlocked).toBeUndefined()
  await expect(ada.run(ended)).resolves.toMatch(/^0x/)
})

it('Signatures are good before and after deployment, for viem and for ethers', async () => {
  const ada = await newHolder()
  const { address } = ada.account
  const client = createPublicClient({ chain: sepolia, transport: http(chain.url) })
  const provider = new JsonRpcProvider(chain.url, undefined, { cacheTimeout: -1 })
  const text = 'Hello'
  const data = {
    domain: { name: 'Shop', chainId: 11155111 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'tea' },
  } as const
  const byEthers = async (signature: Hex): Promise<boolean> => {
    const code = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [address, hashByEthers(text) as Hex, signature],
    })
    return BigInt(await provider.call({ data: code })) === 1n
  }
  const judge = async () => {
    const signature = (await ada.run(
      await ada.prepare('personal_sign', [stringToHex(text), address]),
    )) as Hex
    const typed = (await ada.run(
      await ada.prepare('eth_signTypedData_v4', [address, JSON.stringify(data)]),
    )) as Hex
    const message = { address, message: text, signature }
    return {
      signature,
      isRight: [
        await client.verifyMessage(message),
        await client.verifyTypedData({ address, ...data, signature: typed }),
        await byEthers(signature),
      ],
      isWrong: await client.verifyMessage({ ...message, message: 'Other' }),
    }
  }
  const before = await judge()
  expect([before.isRight, before.isWrong]).toEqual([[true, true, true], false])
  await ada.send({ to: TO, value: '0x1' })
  const after = await judge()
  expect([after.isRight, after.isWrong]).toEqual([[true, true, true], false])
  expect(after.signature).toHaveLength(132)
  const contract = new Contract(
    address,
    ['function isValidSignature(bytes32,bytes) view returns (bytes4)'],
    provider,
  )
  expect(await contract.isValidSignature!(hashMessage(text), after.signature)).toBe('0x1626ba7e')
  // That of before the deployment stays good.
  expect(await client.verifyMessage({ address, message: text, signature: before.signature })).toBe(
    true,
  )
  provider.destroy()
})

it('The fee of an operation and its gas have a ceiling', async () => {
  const ada = await newHolder({ operationGas: 100_000 })
  await expect(
    ada.prepare('eth_sendTransaction', [{ to: TO, value: '0x1' }]),
  ).rejects.toMatchObject({ details: { reason: 'gas_beyond_bounds' } })
})

it('The account says that it carries out calls at once and grants permissions, where networks have it', async () => {
  const { account } = await newHolder()
  const able = {
    atomic: { status: 'supported' },
    permissions: {
      ...{ supported: true, signerTypes: ['account'], policyTypes: ['call-limit'] },
      permissionTypes: expect.arrayContaining(['native-token-allowance', 'contract-calls']),
    },
  }
  expect(capabilitiesOf(account.address, [account.address], [1, 11155111])).toEqual({
    '0x1': able,
    '0xaa36a7': able,
  })
  expect(capabilitiesOf(account.address, [account.address, ['0x1']], [1, 10])).toEqual({
    '0x1': able,
  })
  expect(capabilitiesOf(account.address, [TO], [1])).toEqual({})
})

it('A network with the known contracts is enabled; one with other code is not, and one line says so', async () => {
  const lines: [string, unknown][] = []
  const open = () =>
    openSmartAccounts({
      smartAccounts: { [SEPOLIA]: { bundlers: ['http://127.0.0.1:1'] } },
      rpc: { [SEPOLIA]: chain.url },
      log: (_level, event, more) => void lines.push([event, more]),
    })
  const first = await open()
  expect([Object.keys(first.enabled()), lines]).toEqual([[SEPOLIA], []])
  for (const name of ['factory', 'implementation'] as const) {
    const known = await chain.ask('eth_getCode', CONTRACTS[name], 'latest')
    await chain.ask('anvil_setCode', CONTRACTS[name], '0x6001')
    const other = await open()
    expect([other.enabled(), lines.splice(0)]).toEqual([
      {},
      [['smart_accounts.other_code', { network: SEPOLIA, missing: '', other: name }]],
    ])
    await chain.ask('anvil_setCode', CONTRACTS[name], known)
  }
  expect(Object.keys((await open()).enabled())).toEqual([SEPOLIA])
})
