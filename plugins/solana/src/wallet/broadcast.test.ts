import type { ConnectedAccount, PluginContext } from '@latchkey/plugin-api'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, expect, it, vi } from 'vitest'
import { toBase58 } from '../chain/base58.js'
import { toBase64 } from '../chain/bytes.js'
import { solanaMainnet } from '../chain/networks.js'
import { sendTransaction } from './provider.js'
import { answerRequest } from './requests.js'
import type { Wallet } from './wallet.js'

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
/** The answers of the nodes, one after the other. */
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

it('A transaction that a node may have taken counts as sent, and is not sent a second time', async () => {
  nodes(silence, silence)
  expect(await outcome()).toBe(signature)
  nodes(silence, answer({}, 502))
  expect(await outcome()).toBe(signature)
  nodes(silence, answer({}, 429))
  expect(await outcome()).toBe(signature)
})
it('A transaction that an earlier node took is not refused by the next', async () => {
  nodes(
    silence,
    refused('Transaction simulation failed: This transaction has already been processed'),
  )
  expect(await outcome()).toBe(signature)
})
it('A later answer does not unsend a transaction, and a node that refused the call took nothing', async () => {
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
it('A request that was given up ends as aborted', async () => {
  const stop = new AbortController()
  nodes(() => {
    stop.abort()
    throw new TypeError('fetch failed')
  })
  await expect(
    sendTransaction(ctx, { account, network, signal: stop.signal }, transaction),
  ).rejects.toMatchObject({ code: 'kernel.aborted' })
})
it('A transaction that nodes refuse is not sent', async () => {
  nodes(
    refused(
      'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    ),
  )
  expect(await outcome()).toBe('rpc.failed')
  nodes(answer({}, 403))
  expect(await outcome(undefined, ['https://one.example'])).toBe('http.status')
})
it('The host is told of a node that did not answer, and decides itself', async () => {
  nodes(silence, silence)
  expect(await outcome('host')).toBe('http.unreachable')
})
it('A page wallet that only signs reports a transaction that a node took as sent, by its first signature', async () => {
  const signed = new Uint8Array(transaction)
  signed.fill(7, 1, 65)
  const wallet = {
    methods: ['solana_signAndSendTransaction'],
    signTransactions: async () => [signed],
  } as unknown as Wallet
  const send = () =>
    answerRequest(
      {
        wallet,
        accounts: [{ address: account.address, key: key.toBytes() } as never],
        network: () => network,
        chain: () => 'solana:mainnet',
      },
      {
        network: solanaMainnet.id,
        method: 'solana_signAndSendTransaction',
        params: { transaction: toBase64(new Uint8Array(transaction)) },
      },
    )
  nodes(answer({}, 502), refused('This transaction has already been processed'))
  expect(await send()).toEqual({ signature })
  nodes(answer({}, 502), silence)
  expect(await send()).toEqual({ signature })
  nodes(refused('Blockhash not found'))
  await expect(send()).rejects.toMatchObject({ code: 'rpc.failed' })
})
it.each(['solana_signAndSendTransaction', 'sendTransaction'])(
  'Nothing is signed and sent in two steps where the host denies %s (audit L2)',
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
