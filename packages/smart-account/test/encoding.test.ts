import { concatHex, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { expect, it } from 'vitest'
import {
  accountSignature,
  ANY_DELEGATE,
  callsItself,
  CONTRACTS,
  decodeCalls,
  decodeContext,
  encodeCalls,
  encodeContext,
  isDeploymentOf,
  isPlainDelegation,
  packOperation,
  redeemCall,
  ROOT_AUTHORITY,
  smartAccountOf,
  STUB_SIGNATURE,
  type Call,
  type Delegation,
} from '../src/index.js'

const shop: Address = '0x5109000000000000000000000000000000000001'
const badInput = (part: string) =>
  expect.objectContaining({ code: 'smart.bad_input', context: { part } })
const execute = parseAbi(['function execute(bytes32, bytes)'])
const inMode = (mode: string, execution: Hex = concatHex([shop, `0x${'00'.repeat(32)}`])): Hex =>
  encodeFunctionData({
    abi: execute,
    args: [`0x${mode.padEnd(64, '0')}`, execution],
  })

it('One call in the mode of ERC-7579 is read too, with and without data', () => {
  expect(decodeCalls(inMode(''))).toEqual([{ to: shop, value: 0n, data: '0x' }])
  const withData = concatHex([shop, `0x${'00'.repeat(31)}07`, '0xabcd'])
  expect(decodeCalls(inMode('', withData))).toEqual([{ to: shop, value: 7n, data: '0xabcd' }])
})

it.each<[what: string, callData: Hex]>([
  ['a delegatecall', inMode('ff')],
  ['a batch that bears failures', inMode('0101')],
  ['one call that bears failures', inMode('0001')],
  ['a static call', inMode('fe')],
  ['an execution that is cut off', inMode('', '0x5109')],
  ['a batch that is none', inMode('01', '0x1234')],
  ['a transfer of a token', `0xa9059cbb${'00'.repeat(64)}`],
  ['nothing', '0x'],
])('%s is not read as calls of the account', (_, callData) => {
  expect(() => decodeCalls(callData)).toThrow(badInput('callData'))
})

it.each<[part: string, calls: unknown]>([
  ['calls', []],
  ['to', [{ to: 'shop.eth' }]],
  ['value', [{ to: shop, value: -1n }]],
  ['value', [{ to: shop, value: 2n ** 256n }]],
  ['data', [{ to: shop, data: '0x123' }]],
  ['data', [{ to: shop, data: 'buy' }]],
])('Calls with a wrong %s are refused', (part, calls) => {
  expect(() => encodeCalls(calls as Call[])).toThrow(badInput(part))
  expect(() => redeemCall('0x', calls as Call[])).toThrow(badInput(part))
})

it('A call of the account itself is found in a batch, in any spelling', () => {
  const { address } = smartAccountOf(shop)
  const lower = address.toLowerCase() as Address
  expect(callsItself(address, [{ to: shop }, { to: lower }])).toBe(true)
  expect(callsItself(address, [{ to: shop }])).toBe(false)
})

it('An owner that is not an address, and a salt that is too long, are refused', () => {
  expect(() => smartAccountOf('0x1234')).toThrow(badInput('owner'))
  expect(() => smartAccountOf(shop, `0x${'11'.repeat(33)}`)).toThrow(badInput('salt'))
  expect(() => smartAccountOf(shop, '0x1')).toThrow(badInput('salt'))
  expect(smartAccountOf(shop).address).not.toBe(smartAccountOf(shop, '0x01').address)
})

it('A gas limit of more than 16 bytes is refused and does not flow into its neighbour', () => {
  const operation = {
    ...({ sender: shop, nonce: 0n, callData: '0x', signature: '0x' } as const),
    ...{ callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n },
    ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  }
  expect(() => packOperation({ ...operation, callGasLimit: 2n ** 128n })).toThrow(badInput('gas'))
  expect(() => packOperation({ ...operation, maxFeePerGas: -1n })).toThrow(badInput('fees'))
})

const delegation: Delegation = {
  delegate: shop,
  delegator: smartAccountOf(shop).address,
  authority: ROOT_AUTHORITY,
  caveats: [],
  salt: 0n,
  signature: '0x',
}

it.each<[what: string, context: Hex]>([
  ['nothing', '0x'],
  ['an empty list', encodeContext([])],
  ['half of one', encodeContext([delegation]).slice(0, 300) as Hex],
  ['more than is read', `0x${'00'.repeat(64_001)}`],
])('%s is not a permission context', (_, context) => {
  expect(() => decodeContext(context)).toThrow(badInput('context'))
})

it('A grant to anybody, to the account itself or made from another one is not a plain one', () => {
  expect(isPlainDelegation(delegation)).toBe(true)
  for (const change of [
    { delegate: ANY_DELEGATE },
    { delegate: delegation.delegator },
    { authority: `0x${'11'.repeat(32)}` as Hex },
  ])
    expect(isPlainDelegation({ ...delegation, ...change })).toBe(false)
})

it('A signature is wrapped with the deployment only before it', () => {
  const account = smartAccountOf(shop)
  expect(accountSignature(account, STUB_SIGNATURE, true)).toBe(STUB_SIGNATURE)
  expect(accountSignature(account, STUB_SIGNATURE, false)).toMatch(/(?:6492){16}$/)
})

it('A call is the deployment of an account where it asks the factory, and its bytes give the address', () => {
  const { address, factory, factoryData } = smartAccountOf(shop)
  const other = smartAccountOf(shop, '0x01')
  expect(isDeploymentOf(address, { factory, factoryData })).toBe(true)
  expect(isDeploymentOf(address, other)).toBe(false)
  expect(isDeploymentOf(address, { factory: CONTRACTS.delegationManager, factoryData })).toBe(false)
  for (const data of ['0x', '0xa9059cbb', `${factoryData}00`] as const)
    expect(isDeploymentOf(other.address, { factory, factoryData: data })).toBe(false)
})
