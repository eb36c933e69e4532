// A paymaster that changes more than what it pays with.
import type { Address, Hex } from 'viem'
import { expect, it } from 'vitest'
import {
  applyPaymaster,
  CONTRACTS,
  createPaymaster,
  hashOperation,
  operationToRpc,
  packOperation,
  type Operation,
  type UnsignedOperation,
} from '../src/index.js'

const sender: Address = '0xacc0000000000000000000000000000000000001'
const paymaster: Address = '0x9a70000000000000000000000000000000000001'
const operation: UnsignedOperation = {
  sender,
  nonce: 1n,
  callData: '0x1234',
  callGasLimit: 1n,
  verificationGasLimit: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
}
const ANSWER = { paymaster, paymasterData: '0xabcd' }

const LIES: readonly [what: string, answer: unknown, part: string][] = [
  ['the calls', { ...ANSWER, callData: '0x5678' }, 'callData'],
  ['the nonce', { ...ANSWER, nonce: '0x2' }, 'nonce'],
  ['the account', { ...ANSWER, sender: paymaster }, 'sender'],
  ['the deployment', { ...ANSWER, factory: paymaster, factoryData: '0x' }, 'factory'],
  ['the gas of the calls', { ...ANSWER, callGasLimit: '0xffff' }, 'callGasLimit'],
  ['the fee', { ...ANSWER, maxFeePerGas: '0xffff' }, 'maxFeePerGas'],
  ['the signature', { ...ANSWER, signature: '0x00' }, 'signature'],
  ['its packed form', { ...ANSWER, paymasterAndData: '0x00' }, 'paymasterAndData'],
  ['itself into the account', { ...ANSWER, paymaster: sender }, 'paymaster'],
  ['itself into EntryPoint', { ...ANSWER, paymaster: CONTRACTS.entryPoint }, 'paymaster'],
  ['itself into nobody', { ...ANSWER, paymaster: `0x${'00'.repeat(20)}` }, 'paymaster'],
  ['itself into no address', { ...ANSWER, paymaster: '0x1234' }, 'paymaster'],
  [
    'its own gas into all gas',
    { ...ANSWER, paymasterPostOpGasLimit: '0xffffffff' },
    'paymasterPostOpGasLimit',
  ],
  [
    'its data into a flood',
    { ...ANSWER, paymasterData: `0x${'00'.repeat(8_193)}` },
    'paymasterData',
  ],
  ['its data into half a byte', { ...ANSWER, paymasterData: '0xabc' }, 'paymasterData'],
  ['its data into words', { ...ANSWER, paymasterData: 'free' }, 'paymasterData'],
  ['its answer into nothing', null, 'answer'],
]

const service = (answer: unknown) => {
  const asked: { method: string; params: unknown[] }[] = []
  const client = createPaymaster({
    url: 'http://paymaster',
    chainId: 31337,
    context: { policy: 'shop' },
    fetch: (async (_: unknown, init?: RequestInit) => {
      asked.push(JSON.parse(String(init?.body)) as (typeof asked)[number])
      return new Response(JSON.stringify({ result: answer }))
    }) as typeof fetch,
  })
  return { client, asked }
}

it('An operation of which a paymaster changes anything else is refused', async ({ task }) => {
  let passed = 0
  for (const [what, answer, part] of LIES)
    for (const step of ['stub', 'pay'] as const) {
      const seen = await service(answer)
        .client[step](operation)
        .then(
          () => 'taken',
          (error: { context: { part: string } }) => error.context.part,
        )
      if (seen === 'taken') passed++
      else expect(seen, what).toBe(part)
    }
  task.meta.attack = {
    attack: 'a paymaster changes calls, nonce, account, gas, or is somebody else',
    tries: LIES.length * 2,
    wanted: 'refused',
    seen: `${passed} taken`,
  }
  expect(passed).toBe(0)
})

it('A paymaster adds its four fields, and may repeat what it was sent', async () => {
  const answer = {
    ...operationToRpc(operation),
    ...ANSWER,
    paymasterVerificationGasLimit: '0x10',
    paymasterPostOpGasLimit: 32,
    isFinal: true,
    sponsor: { name: 'Shop' },
  }
  const { client, asked } = service(answer)
  const wanted = {
    ...operation,
    ...ANSWER,
    paymasterVerificationGasLimit: 16n,
    paymasterPostOpGasLimit: 32n,
  }
  expect(await client.stub(operation)).toEqual({ operation: wanted, isFinal: true })
  expect(await client.pay(operation)).toEqual(wanted)
  expect(asked.map(({ method }) => method)).toEqual([
    'pm_getPaymasterStubData',
    'pm_getPaymasterData',
  ])
  expect(asked[0]?.params).toEqual([
    operationToRpc(operation),
    CONTRACTS.entryPoint,
    '0x7a69',
    { policy: 'shop' },
  ])
})

it('The gas limits of the first answer stay where the second names none', () => {
  const stub = applyPaymaster(operation, { ...ANSWER, paymasterPostOpGasLimit: '0x9' })
  expect(applyPaymaster(stub, ANSWER).paymasterPostOpGasLimit).toBe(9n)
})

it('An operator may name the paymasters', () => {
  expect(() => applyPaymaster(operation, ANSWER, { allowed: [CONTRACTS.factory] })).toThrow(
    expect.objectContaining({ code: 'smart.paymaster_refused' }),
  )
  expect(applyPaymaster(operation, ANSWER, { allowed: [paymaster] }).paymaster).toBe(paymaster)
})

it.each(['factory', 'factoryData', 'callData', 'paymaster', 'paymasterData', 'signature'] as const)(
  'Half a byte in %s is never hashed or packed: another operation would be signed',
  (field) => {
    const whole = { ...operation, factory: paymaster, ...ANSWER, signature: '0x12' as Hex }
    expect(() => packOperation(whole as Operation)).not.toThrow()
    const broken = { ...whole, [field]: `${(whole as Record<string, unknown>)[field] ?? '0x'}a` }
    const wrong = expect.objectContaining({ code: 'smart.bad_input', context: { part: field } })
    expect(() => packOperation(broken as Operation)).toThrow(wrong)
    if (field !== 'signature')
      expect(() => hashOperation(broken as Operation, 31337)).toThrow(wrong)
  },
)
