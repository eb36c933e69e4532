import type { ConnectedAccount, PluginContext } from '@latchkey/plugin-api'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, expect, it, vi } from 'vitest'
import { toBase58 } from './base58.js'
import { solanaMainnet } from './networks.js'
import { sendTransaction } from './request.js'

const account = {
  address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
  connectionId: 'one',
  namespace: 'solana',
} as ConnectedAccount
const key = new PublicKey(account.address)
const transaction = new Transaction({ feePayer: key, recentBlockhash: account.address } as never)
  .add(SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 }))
  .serialize({ requireAllSignatures: false })
const signature = toBase58(new Uint8Array(64).fill(7))
const network = { ...solanaMainnet, rpcUrls: ['https://one.example', 'https://two.example'] }
const denied: string[] = []
/** A wallet that signs and cannot send. */
const ctx = {
  connections: {
    request: async () => ({ signature }),
    get: () => ({
      connections: [{ id: 'one', scopes: { solana: { methods: ['solana_signTransaction'] } } }],
    }),
  },
  rpc: { ruleOf: (method: string) => ({ denied: denied.includes(method) }) },
} as unknown as PluginContext

afterEach(() => vi.unstubAllGlobals())
/** What the nodes answer, one after the other. */
const nodes = (...answers: (() => Response)[]) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answers.shift()!()),
  )
const answer =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const silence = () => {
  throw new TypeError('fetch failed')
}
const refused = (message: string) => answer({ error: { code: -32002, message } })
const outcome = (origin?: 'host', rpcUrls = network.rpcUrls) =>
  sendTransaction(
    ctx,
    { account, network: { ...network, rpcUrls }, ...(origin && { origin }) },
    transaction,
  ).catch((error: { code: string }) => error.code)

it('what a node may have taken although it did not answer counts as sent: it is followed, and not sent a second time', async () => {
  nodes(silence, silence)
  expect(await outcome()).toBe(signature)
  nodes(silence, answer({}, 502))
  expect(await outcome()).toBe(signature)
  nodes(silence, answer({}, 429))
  expect(await outcome()).toBe(signature)
})
it('what an earlier node took is not refused by the next', async () => {
  nodes(
    silence,
    refused('Transaction simulation failed: This transaction has already been processed'),
  )
  expect(await outcome()).toBe(signature)
})
it('what an earlier node may have taken counts as sent whatever the next one says, and a node that let nothing in took nothing', async () => {
  nodes(silence, refused('Transaction simulation failed: Blockhash not found'))
  expect(await outcome()).toBe(signature)
  nodes(answer({}, 502), answer({}, 403))
  expect(await outcome()).toBe(signature)
  nodes(silence, refused('Blockhash not found'))
  expect(await outcome('host')).toBe('rpc.failed')
  nodes(answer({}, 403), answer({}, 429))
  expect(await outcome()).toBe('http.status')
  expect(await outcome(undefined, [])).toBe('http.unreachable')
})
it('a request that was given up ends as such', async () => {
  const stop = new AbortController()
  nodes(() => {
    stop.abort()
    throw new TypeError('fetch failed')
  })
  await expect(
    sendTransaction(ctx, { account, network, signal: stop.signal }, transaction),
  ).rejects.toMatchObject({ code: 'kernel.aborted' })
})
it('what nodes refuse is not sent', async () => {
  nodes(
    refused(
      'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    ),
  )
  expect(await outcome()).toBe('rpc.failed')
  nodes(answer({}, 403))
  expect(await outcome(undefined, ['https://one.example'])).toBe('http.status')
})
it('the host is told of a node that did not answer, and decides itself', async () => {
  nodes(silence, silence)
  expect(await outcome('host')).toBe('http.unreachable')
})
it.each(['solana_signAndSendTransaction', 'sendTransaction'])(
  'signs and sends nothing in two steps where the host denies %s (audit L2)',
  async (method) => {
    denied.push(method)
    const asking = vi.spyOn(ctx.connections, 'request')
    nodes(answer({ result: signature }))
    expect(await outcome('host')).toBe('rpc.method_not_allowed')
    expect([asking.mock.calls, vi.mocked(fetch).mock.calls]).toEqual([[], []])
    denied.length = 0
    asking.mockRestore()
  },
)
