import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  hashDomain,
  keccak256,
  parseAbi,
  serializeSignature,
  stringToHex,
  toHex,
  type Hex,
} from 'viem'
import { expect, it } from 'vitest'
import {
  ACCOUNT,
  AMOUNT,
  SOLD,
  V3_ROUTER,
  V2_ROUTER,
  v2Data,
  WANTED,
  deal,
} from '../../test/deals.js'
import { permitCall, readPermit, sentTx, takesPermit, typedPermit, type Permit } from './permit.js'
import type { AskNode } from './types.js'

const abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function selfPermitIfNecessary(address, uint256, uint256, uint8, bytes32, bytes32) payable',
])
const old = parseAbi([
  'struct Input { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input) payable returns (uint256)',
])
const current = parseAbi([
  'struct Input { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input) payable returns (uint256)',
])
const path = `0x${SOLD.slice(2)}000bb8${V2_ROUTER.slice(2)}`.toLowerCase() as Hex
const amounts = { recipient: ACCOUNT, amountIn: AMOUNT, amountOutMinimum: 5n }
const SWAP_OLD = encodeFunctionData({ abi: old, args: [{ path, deadline: 9n, ...amounts }] })
const SWAP = encodeFunctionData({ abi: current, args: [{ path, ...amounts }] })
const ITSELF = '0x0000000000000000000000000000000000000002'
const SWAP_OUT = encodeFunctionData({
  ...{ abi: current, args: [{ path, ...amounts, recipient: ITSELF }] },
})
const UNWRAP = encodeFunctionData({
  ...{ abi, functionName: 'unwrapWETH9', args: [5n, ACCOUNT] },
})
const until = (...calls: Hex[]): Hex =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [1_000n, calls] })
const together = (...calls: Hex[]): Hex =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })

const PERMIT: Permit = {
  ...{ token: SOLD, name: 'Test Dollar', version: '1', chainId: 1n, owner: ACCOUNT },
  ...{ spender: V3_ROUTER, amount: AMOUNT, nonce: 3n, deadline: 2_000n },
}
const [R, S] = [`0x${'ab'.repeat(32)}`, `0x${'0c'.repeat(32)}`] as const
const CALL = permitCall(PERMIT, serializeSignature({ r: R, s: S, yParity: 1 })) as Hex

it('The call hands amount, deadline and signature to the token, however the wallet writes the parity', () => {
  const { functionName, args } = decodeFunctionData({ abi, data: CALL })
  expect([functionName, args]).toEqual(['selfPermitIfNecessary', [SOLD, AMOUNT, 2_000n, 28, R, S]])
  expect(permitCall(PERMIT, `${R}${S.slice(2)}01`)).toBe(CALL)
  expect(permitCall(PERMIT, `${R}${S.slice(2)}1c`)).toBe(CALL)
})

it.each([undefined, null, 7, '', '0x', `${R}${S.slice(2)}`, `${R}${S.slice(2)}1c00`, {}])(
  'The answer %j of a wallet is not a signature',
  (answer) => expect(permitCall(PERMIT, answer)).toBeUndefined(),
)

it.each([
  ['a swap of SwapRouter', SWAP_OLD, together(CALL, SWAP_OLD)],
  ['calls of SwapRouter', together(SWAP_OLD, UNWRAP), together(CALL, SWAP_OLD, UNWRAP)],
  ['a swap of SwapRouter02', until(SWAP), until(CALL, SWAP)],
  ['a swap for the native coin', until(SWAP_OUT, UNWRAP), until(CALL, SWAP_OUT, UNWRAP)],
])('The permit stands before %s, and nothing else changes', (_, data, wanted) => {
  const { tx } = deal({ data })
  expect(sentTx({ ...deal({ data }), permit: CALL })).toEqual({ ...tx, data: wanted })
  expect(sentTx(deal({ data }))).toEqual(tx)
})

it('The routers of V3 take a permit, that of V2 does not, and no call that cannot be read', () => {
  const known = [SWAP_OLD, until(SWAP), until(SWAP_OUT, UNWRAP), v2Data(), until(UNWRAP), '0x1234']
  expect(known.map(takesPermit)).toEqual([true, true, true, false, false, false])
})

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const domain = { name: 'Test Dollar', version: '1', chainId: 1, verifyingContract: SOLD }
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const SEPARATOR = hashDomain({
  domain: { ...domain, chainId: 1n },
  types: { EIP712Domain: DOMAIN_FIELDS },
} as Parameters<typeof hashDomain>[0])
/** A token that takes permits, as a node tells of it; `undefined`: it has no such function. */
const TOKEN: Readonly<Record<string, Hex | undefined>> = {
  code: '0x',
  '0x3644e515': SEPARATOR,
  '0x7ecebe00': toHex(3n, { size: 32 }),
  '0x06fdde03': text('Test Dollar'),
  '0x54fd4d50': text('1'),
  '0x30adf81f': undefined,
}
const read = (change: Partial<typeof TOKEN> = {}, wanted = WANTED): Promise<Permit | undefined> => {
  const told = { ...TOKEN, ...change }
  const ask: AskNode = async (method, [call]) => {
    const { data = '' } = call as { data?: string }
    const answer = told[method === 'eth_getCode' ? 'code' : data.slice(0, 10)]
    if (answer === undefined) throw new Error('execution reverted')
    return answer
  }
  return readPermit(ask, wanted, V3_ROUTER, 200_500)
}

it('A permit is for this spender and amount, and holds for half an hour', async () => {
  expect(await read()).toEqual({ ...PERMIT, deadline: 2_000n })
  expect(JSON.parse(typedPermit(PERMIT))).toEqual({
    types: {
      EIP712Domain: DOMAIN_FIELDS,
      Permit: [
        ...[
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
        ],
        ...[
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
        ],
        { name: 'deadline', type: 'uint256' },
      ],
    },
    ...{ primaryType: 'Permit', domain },
    message: {
      ...{ owner: ACCOUNT, spender: V3_ROUTER, value: String(AMOUNT) },
      ...{ nonce: '3', deadline: '2000' },
    },
  })
})

it.each([
  ['of a token without a version', { '0x54fd4d50': undefined }],
  [
    'of a token that names the type of EIP-2612',
    {
      '0x30adf81f': keccak256(
        stringToHex(
          'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
        ),
      ),
    },
  ],
] as const)('A permit %s is found', async (_, change) =>
  expect(await read(change)).toMatchObject({ nonce: 3n, version: '1' }),
)

it.each([
  ['the token has no domain', { '0x3644e515': undefined }],
  ['the token has no nonces', { '0x7ecebe00': undefined }],
  ['the token has no name', { '0x06fdde03': undefined }],
  ['its name is not text', { '0x06fdde03': text('x').replace('78', 'ff') as Hex }],
  ['its name is another one than in its domain', { '0x06fdde03': text('Other Dollar') }],
  ['its version is another one than in its domain', { '0x54fd4d50': text('2') }],
  ['its permits are of another type (DAI)', { '0x30adf81f': keccak256('0x01') }],
  ['the account is a contract', { code: '0x60016001' }],
  ['the account has lent code (EIP-7702)', { code: '0xef0100aa' }],
  ['the node does not say what the account is', { code: undefined }],
] as const)('There is no permit where %s', async (_, change) =>
  expect(await read(change)).toBeUndefined(),
)

it('There is no permit for the native coin, and none of another network', async () => {
  expect(await read({}, { ...WANTED, from: undefined })).toBeUndefined()
  expect(await read({}, { ...WANTED, chainId: 'eip155:10' })).toBeUndefined()
})
