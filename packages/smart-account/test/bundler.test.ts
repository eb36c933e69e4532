import type { Address, Hex } from 'viem'
import { expect, it, vi } from 'vitest'
import {
  CONTRACTS,
  createBundler,
  hashOperation,
  operationToRpc,
  STUB_SIGNATURE,
  type Operation,
} from '../src/index.js'

const CHAIN = 31337
const sender: Address = '0xacc0000000000000000000000000000000000001'
const operation: Operation = {
  sender,
  nonce: 1n,
  callData: '0x1234',
  callGasLimit: 1n,
  verificationGasLimit: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
  signature: STUB_SIGNATURE,
}
const hash = hashOperation(operation, CHAIN)

type Answer = Response | Promise<Response>
const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }), { status })

/** Bundlers by their urls. Each answers like an honest one what it does not answer by itself. */
function world(bundlers: Record<string, (method: string) => Answer | undefined>) {
  const asked: string[] = []
  const request = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    asked.push(`${String(url)} ${method}`)
    const own = await bundlers[String(url)]?.(method)
    if (own) return own
    if (method === 'eth_chainId') return json({ result: '0x7a69' })
    if (method === 'eth_supportedEntryPoints') return json({ result: [CONTRACTS.entryPoint] })
    if (method === 'eth_sendUserOperation') return json({ result: hash })
    return json({ result: null })
  })
  const bundler = createBundler({
    urls: Object.keys(bundlers),
    chainId: CHAIN,
    fetch: request as typeof fetch,
    timeoutMs: 50,
    maxBytes: 1_000,
  })
  return { bundler, asked }
}
const honest = () => undefined
/** Only the operation itself is answered in this way. */
const sends = (answer: () => Answer) => (method: string) =>
  method === 'eth_sendUserOperation' ? answer() : undefined

const FAULTS: readonly [what: string, failure: string, (method: string) => Answer | undefined][] = [
  ['429', 'rate-limited', () => new Response('slow down', { status: 429 })],
  ['5xx', 'unavailable', () => new Response('', { status: 503 })],
  ['no connection', 'unavailable', () => Promise.reject(new TypeError('fetch failed'))],
  ['HTML', 'not-json', () => new Response('<!doctype html>')],
  ['an empty answer', 'not-json', () => new Response('{}')],
  ['null', 'not-json', () => new Response('null')],
  ['a flood', 'too-large', () => new Response('x'.repeat(2_000))],
  [
    'another chain',
    'other-chain',
    (method) => (method === 'eth_chainId' ? json({ result: '0x1' }) : undefined),
  ],
  [
    'a chain id that is a text',
    'other-chain',
    (method) => (method === 'eth_chainId' ? json({ result: 'one' }) : undefined),
  ],
  [
    'another EntryPoint',
    'other-entry-point',
    (method) => (method === 'eth_supportedEntryPoints' ? json({ result: [sender] }) : undefined),
  ],
  ['a refusal', 'rejected', sends(() => json({ error: { code: -32500, message: 'AA21' } }))],
  ['another hash', 'false-answer', sends(() => json({ result: `0x${'11'.repeat(32)}` }))],
]

it.each(FAULTS)('After %s the successor is asked', async (_, failure, fault) => {
  const { bundler, asked } = world({ 'http://one': fault, 'http://two': honest })
  expect(await bundler.send(operation)).toBe(hash)
  expect(asked.at(-1)).toBe('http://two eth_sendUserOperation')
  const alone = world({ 'http://one': fault }).bundler
  await expect(alone.send(operation)).rejects.toMatchObject({
    code: 'smart.bundler_failed',
    context: { failure },
  })
})

it('A bundler that is silent is left after the time for an answer', async () => {
  const request = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })
  const bundler = createBundler({
    ...{ urls: ['http://one'], chainId: CHAIN, timeoutMs: 20 },
    fetch: request as typeof fetch,
  })
  await expect(bundler.check()).rejects.toMatchObject({ context: { failure: 'unavailable' } })
})

it('The reason of a bundler that judged the operation stands before that of one that is away', async () => {
  const { bundler } = world({
    'http://one': sends(() => json({ error: { code: -32500, message: 'AA21 no funds' } })),
    'http://two': () => new Response('', { status: 503 }),
  })
  await expect(bundler.send(operation)).rejects.toMatchObject({
    context: { failure: 'rejected', rpcCode: -32500 },
    details: 'AA21 no funds',
  })
})

it('A bundler that has the operation already has taken it', async () => {
  const { bundler, asked } = world({
    'http://one': sends(() => json({ error: { code: -32602, message: 'Already known' } })),
    'http://two': honest,
  })
  expect(await bundler.send(operation)).toBe(hash)
  expect(asked.some((one) => one.startsWith('http://two'))).toBe(false)
})

it('A bundler is checked once, and again after it failed', async () => {
  let isUp = false
  const { bundler, asked } = world({
    'http://one': () => (isUp ? undefined : new Response('', { status: 500 })),
  })
  await expect(bundler.check()).rejects.toMatchObject({ context: { failure: 'unavailable' } })
  isUp = true
  await bundler.send(operation)
  await bundler.send(operation)
  expect(asked.filter((one) => one.endsWith('eth_supportedEntryPoints'))).toHaveLength(2)
})

it('Without a bundler nothing is asked', async () => {
  await expect(world({}).bundler.send(operation)).rejects.toMatchObject({
    context: { failure: 'unavailable' },
  })
})

const receipt = (more: object = {}) => ({
  userOpHash: hash,
  sender,
  entryPoint: CONTRACTS.entryPoint,
  success: true,
  actualGasCost: '0x5',
  actualGasUsed: 7,
  receipt: { transactionHash: `0x${'22'.repeat(32)}` as Hex },
  ...more,
})
const receipts = (result: unknown) => (method: string) =>
  method === 'eth_getUserOperationReceipt' ? json({ result }) : undefined

it('An operation is looked for with all bundlers', async () => {
  const { bundler } = world({
    'http://one': () => new Response('', { status: 500 }),
    'http://two': honest,
    'http://three': receipts(receipt()),
  })
  expect(await bundler.find(hash, sender)).toMatchObject({
    receipt: {
      hash,
      sender,
      transactionHash: `0x${'22'.repeat(32)}`,
      success: true,
      actualGasCost: 5n,
      actualGasUsed: 7n,
    },
    isPending: false,
    unanswered: 1,
  })
})

it('The receipts of all bundlers are told, so that a false one hides no true one', async () => {
  const lie = { transactionHash: `0x${'44'.repeat(32)}` }
  const { bundler } = world({
    'http://one': receipts(receipt({ receipt: lie })),
    'http://two': receipts(receipt()),
  })
  const { receipts: all } = await bundler.find(hash, sender)
  expect(all.map(({ transactionHash }) => transactionHash)).toEqual([
    `0x${'44'.repeat(32)}`,
    `0x${'22'.repeat(32)}`,
  ])
})

const knows = (userOperation: unknown) => (method: string) =>
  method === 'eth_getUserOperationByHash' ? json({ result: { userOperation } }) : undefined

it('An operation that waits is told as pending', async () => {
  // Bundlers write fields that are absent as null, too.
  const known = { ...operationToRpc(operation), factory: null, paymasterData: '0x' }
  const { bundler } = world({ 'http://one': knows(known) })
  expect(await bundler.find(hash, sender)).toEqual({
    receipts: [],
    isPending: true,
    unanswered: 0,
  })
})

it.each([
  ['another account', { ...operation, sender: CONTRACTS.factory }],
  ['another nonce', { ...operation, nonce: 2n }],
  ['other calls', { ...operation, callData: '0x5678' as Hex }],
])('A bundler that knows an operation of %s does not know this one', async (_, other) => {
  const { bundler } = world({ 'http://one': knows(operationToRpc(other)) })
  expect(await bundler.find(hash, sender)).toMatchObject({ isPending: false, unanswered: 1 })
})

it.each([
  ['the account alone', { sender }],
  ['words', 'known'],
  ['half a byte', { ...operationToRpc(operation), callData: '0x123' }],
  ['numbers that are none', { ...operationToRpc(operation), nonce: 'one' }],
])('A bundler that answers with %s does not know the operation', async (_, answer) => {
  const { bundler } = world({ 'http://one': knows(answer) })
  expect(await bundler.find(hash, sender)).toMatchObject({ isPending: false, unanswered: 1 })
})

it('All bundlers get an operation, whatever the others say of it', async () => {
  const { bundler, asked } = world({
    'http://one': honest,
    'http://two': () => new Response('', { status: 503 }),
    'http://three': sends(() => json({ error: { code: -32500, message: 'AA21' } })),
    'http://four': honest,
  })
  await bundler.sendToAll(operation)
  const got = asked.filter((one) => one.endsWith('eth_sendUserOperation'))
  expect(got.map((one) => one.split(' ')[0]).sort()).toEqual([
    'http://four',
    'http://one',
    'http://three',
  ])
})

it.each([
  ['of another operation', receipt({ userOpHash: `0x${'33'.repeat(32)}` })],
  ['of another account', receipt({ sender: CONTRACTS.factory })],
  ['of another EntryPoint', receipt({ entryPoint: sender })],
  ['without a result', receipt({ success: 'yes' })],
  ['without a transaction', receipt({ receipt: null })],
  ['that is a text', 'done'],
])('A receipt %s is taken for silence', async (_, answer) => {
  const { bundler } = world({ 'http://one': receipts(answer) })
  expect(await bundler.find(hash, sender)).toEqual({
    receipts: [],
    isPending: false,
    unanswered: 1,
  })
})

it.each([
  ['without a limit', { callGasLimit: '0x1', verificationGasLimit: '0x1' }],
  [
    'of more gas than there is',
    {
      callGasLimit: '0xffffffffffffffffff',
      verificationGasLimit: '0x1',
      preVerificationGas: '0x1',
    },
  ],
  ['of words', { callGasLimit: 'much', verificationGasLimit: '0x1', preVerificationGas: '0x1' }],
  [
    'of less than nothing',
    { callGasLimit: -1, verificationGasLimit: '0x1', preVerificationGas: '0x1' },
  ],
])('An estimate %s is refused', async (_, result) => {
  const { bundler } = world({
    'http://one': (method) =>
      method === 'eth_estimateUserOperationGas' ? json({ result }) : undefined,
  })
  await expect(bundler.estimate(operation)).rejects.toMatchObject({
    context: { failure: 'false-answer' },
  })
})
