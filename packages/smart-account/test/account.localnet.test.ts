// An account on a real chain: deployed by its first operation, in a batch, and as a signer.
import { request } from '@latchkey-tools/localnet'
import { Contract, JsonRpcProvider } from 'ethers'
import {
  createPublicClient,
  hashMessage,
  hashTypedData,
  http,
  recoverMessageAddress,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accountSignature,
  checkContracts,
  confirmOperation,
  CONTRACTS,
  findOnChain,
  gasInAll,
  isDeployed,
  smartAccountOf,
} from '../src/index.js'
import { fund, owner, prepare, run, sign, startWorld, type World } from './world.js'

const SHOP: Address = '0x5109000000000000000000000000000000000001'
const NEIGHBOUR: Address = '0x5109000000000000000000000000000000000002'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const balanceOf = async (address: Address) =>
  BigInt((await world.node({ method: 'eth_getBalance', params: [address, 'latest'] })) as Hex)

it('The contracts of the chain are the known ones', async () => {
  expect(await checkContracts(world.node, 31337)).toEqual({ missing: [], other: [] })
})

it('A chain without the contracts, with other code at one address, or of another id is told', async () => {
  const snapshot = await request(world.chain.url, 'evm_snapshot')
  const code = (await request(world.chain.url, 'eth_getCode', [
    CONTRACTS.implementation,
    'latest',
  ])) as Hex
  const change = (address: Address, to: Hex) =>
    request(world.chain.url, 'anvil_setCode', [address, to])
  await change(CONTRACTS.factory, '0x')
  await change(CONTRACTS.implementation, `${code.slice(0, -2)}00` as Hex)
  // The hash of the domain in which signatures are checked: that of another contract.
  const manager = (await request(world.chain.url, 'eth_getCode', [
    CONTRACTS.delegationManager,
    'latest',
  ])) as Hex
  const at = 2 + 6809 * 2
  await change(
    CONTRACTS.delegationManager,
    `${manager.slice(0, at)}${'11'.repeat(32)}${manager.slice(at + 64)}` as Hex,
  )
  expect(await checkContracts(world.node, 31337)).toEqual({
    missing: ['factory'],
    other: ['delegationManager', 'implementation'],
  })
  await request(world.chain.url, 'evm_revert', [snapshot])
  expect((await checkContracts(world.node, 1)).other).toEqual([
    'delegationManager',
    'implementation',
  ])
})

it('The first operation deploys the account at the computed address and makes its call', async () => {
  const account = smartAccountOf(owner(0).address)
  await fund(world, account.address)
  expect(await isDeployed(world.node, account.address)).toBe(false)
  const hash = await run(world, owner(0), [{ to: SHOP, value: 7n }])
  expect(await isDeployed(world.node, account.address)).toBe(true)
  expect(await balanceOf(SHOP)).toBe(7n)
  const { receipt } = await world.bundlers.find(hash, account.address)
  expect(receipt).toMatchObject({ success: true, hash })
  const event = await confirmOperation(world.node, receipt!)
  expect(event).toMatchObject({ success: true, nonce: 0n, actualGasCost: receipt!.actualGasCost })
  expect(await findOnChain(world.node, { hash, sender: account.address, fromBlock: 0n })).toEqual(
    event,
  )
  const transaction = (await world.node({
    method: 'eth_getTransactionReceipt',
    params: [receipt!.transactionHash],
  })) as { gasUsed: Hex }
  expect(BigInt(transaction.gasUsed)).toBeLessThanOrEqual(340_000n)
})

it('Calls of a batch are made together, within 160,000 gas', async () => {
  const account = smartAccountOf(owner(0).address)
  const calls = [
    { to: SHOP, value: 1n },
    { to: NEIGHBOUR, value: 2n },
  ]
  const hash = await run(world, owner(0), calls)
  expect(await balanceOf(NEIGHBOUR)).toBe(2n)
  const { receipt } = await world.bundlers.find(hash, account.address)
  const transaction = (await world.node({
    method: 'eth_getTransactionReceipt',
    params: [receipt!.transactionHash],
  })) as { gasUsed: Hex }
  expect(BigInt(transaction.gasUsed)).toBeLessThanOrEqual(160_000n)
})

it('A batch of which one call fails changes nothing, and is refused before it is sent', async () => {
  const account = smartAccountOf(owner(0).address)
  const before = await balanceOf(NEIGHBOUR)
  const calls = [
    { to: NEIGHBOUR, value: 2n },
    { to: CONTRACTS.factory, data: '0x12345678' as Hex },
  ]
  await expect(prepare(world, account, calls)).rejects.toMatchObject({
    name: 'LatchkeyError',
  })
  expect(await balanceOf(NEIGHBOUR)).toBe(before)
})

it('An operation with a foreign signature is refused', async () => {
  const account = smartAccountOf(owner(0).address)
  const operation = await prepare(world, account, [{ to: SHOP, value: 1n }])
  const before = await balanceOf(SHOP)
  await expect(world.bundlers.send(await sign(operation, owner(1), 31337))).rejects.toMatchObject({
    context: { failure: 'rejected', rpcCode: -32500 },
    details: 'AA24 signature error',
  })
  await expect(world.bundlers.send(await sign(operation, owner(0), 1))).rejects.toMatchObject({
    details: 'AA24 signature error',
  })
  expect(await balanceOf(SHOP)).toBe(before)
  expect(gasInAll(operation)).toBeLessThan(600_000n)
})

/** ethers knows nothing of ERC-6492: the universal validator is asked as viem asks it. */
const ERC1271 = ['function isValidSignature(bytes32, bytes) view returns (bytes4)']

it('Signatures of messages and typed data hold before and after deployment, for viem and ethers', async () => {
  const reader = createPublicClient({ transport: http(world.chain.url) })
  const typedData = {
    domain: { name: 'Shop', chainId: 31337 },
    types: { Order: [{ name: 'id', type: 'uint256' }] },
    primaryType: 'Order',
    message: { id: 5n },
  } as const
  const message = 'Sign in to the shop'
  for (const [index, deployed] of [
    [0, true],
    [5, false],
  ] as const) {
    const signer = owner(index)
    const account = smartAccountOf(signer.address)
    const { address } = account
    expect(await isDeployed(world.node, address)).toBe(deployed)
    const own = await signer.signMessage({ message })
    expect(await recoverMessageAddress({ message, signature: own })).toBe(signer.address)
    const signature = accountSignature(account, own, deployed)
    expect(await reader.verifyMessage({ address, message, signature })).toBe(true)
    expect(await reader.verifyMessage({ address, message: 'Another', signature })).toBe(false)
    const typed = accountSignature(account, await signer.signTypedData(typedData), deployed)
    expect(await reader.verifyTypedData({ address, ...typedData, signature: typed })).toBe(true)
    const foreign = accountSignature(account, await owner(1).signMessage({ message }), deployed)
    expect(await reader.verifyMessage({ address, message, signature: foreign })).toBe(false)
    if (!deployed) continue
    const provider = new JsonRpcProvider(world.chain.url)
    const contract = new Contract(address, ERC1271, provider)
    const check = contract.getFunction('isValidSignature')
    expect(await check(hashMessage(message), signature)).toBe('0x1626ba7e')
    expect(await check(hashTypedData(typedData), typed)).toBe('0x1626ba7e')
    expect(await check(hashMessage(message), foreign)).not.toBe('0x1626ba7e')
    provider.destroy()
  }
})
