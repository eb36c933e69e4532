import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Blockhash,
} from '@solana/kit'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { request, startSolana, type Solana } from '../src/index.mjs'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
/** A busy machine takes its time. */
const PATIENT = { timeout: 20_000 }
let node: Solana
beforeAll(async () => {
  node = await startSolana()
})
afterAll(() => node.close())

const rpc = () => createSolanaRpc(node.url)
const balanceOf = async (key: Address): Promise<bigint> =>
  (await rpc().getBalance(key).send()).value
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

/** A key with two SOL, and a way to sign transfers with it. */
async function fund() {
  const [me, to] = [await generateKeyPairSigner(), (await generateKeyPairSigner()).address]
  await rpc().requestAirdrop(me.address, lamports(2_000_000_000n)).send()
  const sign = async (amount: bigint, blockhash?: string) => {
    const { value } = await rpc().getLatestBlockhash().send()
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, amount, true)
    return signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(me, message),
        (message) =>
          setTransactionMessageLifetimeUsingBlockhash(
            blockhash ? { ...value, blockhash: blockhash as Blockhash } : value,
            message,
          ),
        (message) =>
          appendTransactionMessageInstruction(
            {
              programAddress: address('11111111111111111111111111111111'),
              data,
              accounts: [
                { address: me.address, role: AccountRole.WRITABLE_SIGNER },
                { address: to, role: AccountRole.WRITABLE },
              ],
            },
            message,
          ),
      ),
    )
  }
  return { me: me.address, to, sign }
}
const send = (transaction: Parameters<typeof getBase64EncodedWireTransaction>[0]) =>
  rpc().sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()

it('The Solana node funds only the accounts that ask for an airdrop, as often as they ask', async () => {
  const { me, to } = await fund()
  expect([await balanceOf(me), await balanceOf(to)]).toEqual([2_000_000_000n, 0n])
  await rpc().requestAirdrop(me, lamports(2_000_000_000n)).send()
  expect(await balanceOf(me)).toBe(4_000_000_000n)
})

describe('a transfer', () => {
  it('A Solana transfer moves its amount, takes the fee, and is reported to subscribers', async () => {
    const { me, to, sign } = await fund()
    const transaction = await sign(500_000_000n)
    const abort = new AbortController()
    const told = await createSolanaRpcSubscriptions(node.wsUrl)
      .signatureNotifications(getSignatureFromTransaction(transaction), { commitment: 'confirmed' })
      .subscribe({ abortSignal: abort.signal })
    const id = await send(transaction)
    for await (const { value } of told) {
      expect(value).toEqual({ err: null })
      break
    }
    abort.abort()
    expect([await balanceOf(me), await balanceOf(to)]).toEqual([1_499_995_000n, 500_000_000n])
    expect((await rpc().getSignatureStatuses([id]).send()).value[0]).toMatchObject({
      confirmationStatus: 'finalized',
      err: null,
    })
  })
  it('A Solana transfer is also reported to subscribers that come after it', async () => {
    const { sign } = await fund()
    const id = await send(await sign(500_000_000n))
    const socket = new WebSocket(node.wsUrl)
    await once(socket, 'open')
    const messages: unknown[] = []
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data))))
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'signatureSubscribe', params: [id] }),
    )
    await expect
      .poll(() => messages, PATIENT)
      .toMatchObject([
        { id: 7 },
        { method: 'signatureNotification', params: { result: { value: { err: null } } } },
      ])
    socket.close()
  })
  it('A Solana transfer that was changed after signing is refused for its signature', async () => {
    const { to, sign } = await fund()
    const bytes = new Uint8Array(getTransactionEncoder().encode(await sign(500_000_000n)))
    // In the amount: the last eight bytes before the number of lookup tables.
    bytes[bytes.length - 4]! ^= 1
    await expect(
      request(node.url, 'sendTransaction', [
        Buffer.from(bytes).toString('base64'),
        { encoding: 'base64' },
      ]),
    ).rejects.toThrow('Transaction signature verification failure')
    expect(await balanceOf(to)).toBe(0n)
  })
  it('A Solana transfer is refused a second time, above the balance, and on an expired block hash', async () => {
    const { sign } = await fund()
    const once = await sign(1_000_000n)
    await send(once)
    const reasons = [
      once,
      await sign(9_000_000_000n),
      await sign(1_000_000n, '11111111111111111111111111111111'),
    ].map(
      async (transaction) =>
        (
          (await errorOf(
            request(node.url, 'sendTransaction', [
              getBase64EncodedWireTransaction(transaction),
              { encoding: 'base64' },
            ]),
          )) as Error
        ).message,
    )
    expect(await Promise.all(reasons)).toEqual([
      expect.stringContaining('AlreadyProcessed'),
      expect.stringContaining('{"InstructionError":[0,{"Custom":1}]}'),
      expect.stringContaining('Blockhash not found'),
    ])
  })
})

it('The Solana node takes a transaction signed some slots ago, and tells block hashes apart', async () => {
  const { to, sign } = await fund()
  const [first, old] = [await rpc().getLatestBlockhash().send(), await sign(1_000_000n)]
  await expect
    .poll(async () => (await rpc().getLatestBlockhash().send()).value.blockhash, PATIENT)
    .not.toBe(first.value.blockhash)
  await send(await sign(1_000_000n))
  await send(old)
  expect(await balanceOf(to)).toBe(2_000_000n)
  expect((await rpc().isBlockhashValid(first.value.blockhash).send()).value).toBe(true)
})

describe('the JSON-RPC server', () => {
  const post = async (body: string): Promise<unknown> =>
    (await fetch(node.url, { method: 'POST', body })).json()
  it('The Solana node takes batches, and refuses unknown methods and a body that is not JSON', async () => {
    expect(
      await post(
        '[{"jsonrpc":"2.0","id":1,"method":"getHealth"},{"jsonrpc":"2.0","id":2,"method":"toString"}]',
      ),
    ).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, error: { code: -32601 } },
    ])
    expect((await fetch(node.url, { method: 'POST', body: '{' })).status).toBe(400)
    await expect(request(node.url, 'getBalance', ['nobody'])).rejects.toThrow()
  })
  it('The Solana node answers a message that is not JSON with an error on its socket', async () => {
    const socket = new WebSocket(node.wsUrl)
    await once(socket, 'open')
    socket.send('{')
    const [answer] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(String(answer))).toMatchObject({ error: { code: -32700 } })
    socket.close()
  })
  it('The Solana node answers requests from other origins', async () => {
    expect(
      (await fetch(node.url, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBe('*')
  })
})

it('The Solana node fails to start on a taken port, and no longer answers after close()', async () => {
  await expect(startSolana({ port: Number(new URL(node.url).port) })).rejects.toThrow(/EADDRINUSE/)
  const { url, close } = await startSolana()
  await close()
  await close()
  await expect(fetch(url)).rejects.toThrow()
})
