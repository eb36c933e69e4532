// A node that answers whatever it likes, behind `rpc`.
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encodeAbiParameters, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  ALICE,
  CHAIN,
  NFT,
  TOKEN,
  advanceUntil,
  chain,
  fill,
  startTestApi,
  transfer,
} from './harness.js'

const ending: (() => unknown)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ending.splice(0)) await end()
})

interface Asked {
  method: string
  data: string
}
type Answer = (response: ServerResponse, asked: Asked) => void
const json =
  (value: unknown): Answer =>
  (response) =>
    void response.end(JSON.stringify(value))
const result = (value: unknown) => json({ jsonrpc: '2.0', id: 1, result: value })
const raw =
  (body: string, status = 200): Answer =>
  (response) =>
    void response.writeHead(status).end(body)
const HUGE: Hex = `0x${'f'.repeat(64)}`
const LOUD = encodeAbiParameters([{ type: 'string' }], ['\u202e<script>'.repeat(1000)])

/** Multicall3 with the same answer for so many calls, whatever was asked. */
const results = (count: number, returnData: Hex, success = true) =>
  result(
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: Array.from({ length: count }, () => ({ success, returnData })),
    }),
  )
const byMethod =
  (call: Answer): Answer =>
  (response, asked) =>
    (asked.method === 'eth_call' ? call : result('0x1'))(response, asked)

const ANSWERS: Readonly<Record<string, Answer>> = {
  'an amount above 2^256': result(`0x${'f'.repeat(65)}`),
  'the largest amount and 2^256 decimals': byMethod(results(1, HUGE)),
  'names of 10 kB': byMethod(results(1, LOUD)),
  'three answers for one call': byMethod(results(3, HUGE)),
  'calls that all fail': byMethod(results(1, '0x', false)),
  'offsets behind the end': byMethod(result(`0x${'f'.repeat(512)}`)),
  'odd hex': result('0x123'),
  'an empty hex': result('0x'),
  'a number': result(1e308),
  null: result(null),
  'a list': result([[], {}, null]),
  'an object': result({ value: { value: -1 }, blockNumber: {}, logs: 5 }),
  '10,000 levels': raw(
    `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  ),
  '10,000 levels of objects': raw(`{"result":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
  'doubled and hostile keys': raw('{"result":"0x1","result":null,"__proto__":{"error":1}}'),
  HTML: raw('<html>busy</html>'),
  'an empty answer': raw(''),
  'an error that is a text': json({ error: 'secret' }),
  'an error without words': json({ error: { code: 'x' } }),
  'a revert of everything': json({ error: { code: 3, message: 'execution reverted' } }),
  'too many requests': raw('{}', 429),
  'a redirect': (response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'an end in the middle': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    response.destroy()
  },
  '20 MB': (response) => {
    response.writeHead(200, { 'content-length': '20000000' }).write('{"result":"0x')
  },
  'one byte a second': (response) => {
    const timer = setInterval(() => response.write(' '), 1000)
    response.on('close', () => clearInterval(timer))
  },
  nothing: () => {},
}

const startNode = async (answer: Answer): Promise<string> => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { method, params } = JSON.parse(body)
      answer(response, { method, data: params?.[0]?.data ?? '' })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => new Promise((done) => (server.close(done), server.closeAllConnections())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Every route that asks a node. */
const askAll = async (url: string) => {
  const solana = { ...chain(url), id: 'solana:devnet' }
  const api = await startTestApi({ chains: [chain(url), solana] })
  await fill(api.store, 2, (block) =>
    block === 1
      ? transfer({ token: TOKEN })
      : transfer({ standard: 'erc721', token: NFT, tokenId: '7', amount: '1' }),
  )
  const { address } = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const grant = { pci: 'p', expiry: 4_000_000_000, issuedAt: Date.now(), permissions: [] }
  const account = `${CHAIN}:${address}`
  const path = `/v1/account/${ALICE}`
  return Promise.all([
    api.get(`${path}/balance?chainId=${CHAIN}`),
    api.get(`${path}/balance?chainId=${CHAIN}&forceUpdate=0x${'12'.repeat(32)}`),
    api.get(`${path}/nfts?chainId=${CHAIN}`),
    api.get(`${path}/history?chainId=${CHAIN}`),
    api.get(`/v1/account/solana:devnet:${'1'.repeat(32)}/balance`),
    api.get(`/v1/account/solana:devnet:${'1'.repeat(32)}/balance?forceUpdate=${'5'.repeat(88)}`),
    api.post(`/v1/sessions/${account}`, { ...grant, signature: '0x1234' }),
  ])
}

// 504 would be an answer that took longer than 15 s.
const ALLOWED = [200, 400, 503]

it.each(Object.entries(ANSWERS))(
  'A node that answers %s is answered for by the schema of each route, never by 500 and in time',
  async (_, answer) => {
    const answers = await advanceUntil(askAll(await startNode(answer)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => !ALLOWED.includes(status))).toEqual([])
    // History is the store's own, whatever the node says of names.
    expect(statuses[3]).toBe(200)
    // No contract is granted a session by a node that answers at random.
    expect(statuses[6]).not.toBe(200)
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/<script|secret|busy/)
  },
)
