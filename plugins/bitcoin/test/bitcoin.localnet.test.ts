import { startBitcoin, type Bitcoin } from '@latchkey-tools/localnet'
import type { Network, SubmissionStatus } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import bip322 from 'bip322-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { regtest } from '../src/index.js'
import { buildTransfer } from '../src/sdk/transfer.js'
import { esplora } from '../src/chain/source.js'
import { becomePage, createSite, failure } from './support.js'
import { createKeys, createWallet } from './wallet.js'

const WBIP = 'bitcoin.SigningProviders.Wallet'
const STANDARD = 'bitcoin.Signing Wallet'
let node: Bitcoin
let network: Network
let kernel: ReturnType<typeof createSite>
let wallet: ReturnType<typeof createWallet>
let keys: ReturnType<typeof createKeys>
let other: string
let count = 0

beforeAll(async () => {
  node = await startBitcoin()
  network = { ...regtest, rpcUrls: [node.url] }
}, 60_000)
afterAll(() => node.close())
beforeEach(() => {
  becomePage()
  keys = createKeys(hex.decode((++count).toString(16).padStart(64, '0')))
  other = createKeys(hex.decode((++count).toString(16).padStart(64, '0'))).payment
  wallet = createWallet(keys, network)
})
afterEach(() => {
  kernel?.dispose()
  vi.unstubAllGlobals()
})

async function connected(id: string, storage = fakeStorage()) {
  if (id === WBIP)
    Object.assign(window, {
      btc_providers: [{ id: 'SigningProviders.Wallet', name: 'Signing Wallet' }],
      SigningProviders: { Wallet: { request: wallet.request } },
    })
  else
    window.addEventListener(
      'wallet-standard:app-ready',
      (event) =>
        void (event as CustomEvent<{ register(wallet: unknown): unknown }>).detail.register(
          wallet.standard,
        ),
    )
  kernel = createSite([network], { storage })
  await kernel.ports.late.load()
  await vi.waitFor(() => expect(kernel.ports.connectors.find(id)).toBeDefined())
  await kernel.connect(id)
  return {
    adapter: await kernel.ports.adapter('bip122'),
    account: kernel.ports.accounts.active('bip122')!,
    storage,
  }
}
const balanceOf = async (address: string): Promise<bigint> => {
  const list = (await (await fetch(`${node.url}/address/${address}/utxo`)).json()) as {
    value: number
  }[]
  return list.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

describe.each([WBIP, STANDARD])('%s', (id) => {
  it('A wallet has the balance that the node has', async () => {
    const { adapter } = await connected(id)
    await node.fund(keys.payment, 1_234_567)
    expect(await adapter.balance!({ address: keys.payment, network })).toEqual({
      value: 1_234_567n,
      decimals: 8,
      symbol: 'BTC',
    })
    expect(await kernel.plugins.bitcoin.getBalance()).toBe(await balanceOf(keys.payment))
    expect(await kernel.plugins.bitcoin.getUtxos()).toMatchObject([
      { value: 1_234_567n, confirmed: true },
    ])
  })

  it('A wallet signs a message that another library verifies', async () => {
    const { adapter, account } = await connected(id)
    const signature = await adapter.sign!({ account, network, message: 'Grüezi' })
    expect(bip322.Verifier.verifySignature(keys.payment, 'Grüezi', signature)).toBe(true)
    expect(bip322.Verifier.verifySignature(keys.payment, 'Tschüss', signature)).toBe(false)
    expect(
      await adapter.sign!({ account, network, message: new TextEncoder().encode('Grüezi') }),
    ).toBe(signature)
    expect(
      await failure(adapter.sign!({ account, network, message: new Uint8Array([0, 255]) })),
    ).toMatchObject({ code: 'bitcoin.message_not_text' })
  })

  it('A transfer is followed into a block, and both balances change', async () => {
    const { adapter, account } = await connected(id)
    await node.fund(keys.payment, 500_000)
    const { fee } = await adapter.estimate!({ account, network, to: other, value: 200_000n })
    const submission = await adapter.send!.submit({ account, network, to: other, value: 200_000n })
    const seen: SubmissionStatus[] = []
    for await (const status of adapter.send!.watch(submission, { network })) {
      seen.push(status)
      if (seen.length === 1) await node.mine()
    }
    expect(seen).toEqual([{ status: 'pending' }, { status: 'success', transaction: submission.id }])
    expect(await balanceOf(other)).toBe(200_000n)
    expect(await adapter.balance!({ address: keys.payment, network })).toMatchObject({
      value: 300_000n - fee,
    })
  })

  it('A refusal by the visitor is reported as such, and nothing is sent', async () => {
    const { adapter, account } = await connected(id)
    await node.fund(keys.payment, 100_000)
    wallet.state.next = 'reject'
    expect(await failure(adapter.sign!({ account, network, message: 'x' }))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    wallet.state.next = 'reject'
    expect(
      await failure(adapter.send!.submit({ account, network, to: other, value: 50_000n })),
    ).toMatchObject({ code: 'wallet.user_rejected' })
    expect(await balanceOf(other)).toBe(0n)
  })

  it('A connection comes back without a prompt, and not after a disconnect', async () => {
    const { storage } = await connected(id)
    kernel.dispose()
    wallet.state.prompts.length = 0
    kernel = createSite([network], { storage })
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('bip122')?.address).toBe(keys.payment),
    )
    expect(wallet.state.prompts).toEqual([])
    await kernel.disconnect()
    expect(wallet.state.allowed).toBe(false)
    kernel.dispose()
    kernel = createSite([network], { storage })
    await kernel.ports.late.load()
    await vi.waitFor(() => expect(kernel.ports.connections.get().restoring).toBe(false))
    expect(kernel.ports.accounts.active('bip122')).toBeUndefined()
  })
})

it('A wallet signs with the ordinals account too, by taproot', async () => {
  await connected(WBIP)
  const { address, signature } = await kernel.plugins.bitcoin.signMessage({
    message: 'mine',
    address: keys.ordinals,
  })
  expect(address).toBe(keys.ordinals)
  expect(bip322.Verifier.verifySignature(keys.ordinals, 'mine', signature)).toBe(true)
})

it('A signed PSBT is accepted by the node, and one that is changed afterwards is refused', async () => {
  await connected(WBIP)
  await node.fund(keys.payment, 300_000)
  const { psbt } = buildTransfer({
    account: { address: keys.payment, type: 'payment' },
    chain: 'regtest',
    to: other,
    amount: 120_000,
    coins: await esplora.utxos(keys.payment, { network }),
    feeRate: 2,
  })
  const signed = await kernel.plugins.bitcoin.signPsbt({
    psbt: base64.encode(psbt),
    signInputs: [{ address: keys.payment, index: 0 }],
  })
  const transaction = Transaction.fromPSBT(base64.decode(signed.psbt))
  transaction.finalize()
  const at = transaction.hex.indexOf('c0d4010000000000')
  expect(at).toBeGreaterThan(0)
  const tampered = `${transaction.hex.slice(0, at)}c1d4010000000000${transaction.hex.slice(at + 16)}`
  expect(await failure(esplora.broadcast(tampered, { network }))).toMatchObject({
    code: 'rpc.failed',
    details: expect.stringMatching(/script-verify|signature/i) as string,
  })
  expect(await balanceOf(other)).toBe(0n)
  expect(await esplora.broadcast(transaction.hex, { network })).toBe(transaction.id)
  expect(await balanceOf(other)).toBe(120_000n)
})

it('A transfer sends nothing when the wallet answers with another transaction', async () => {
  const { adapter, account } = await connected(STANDARD)
  await node.fund(keys.payment, 400_000)
  const thief = createKeys(hex.decode('77'.repeat(32))).payment
  const { psbt } = buildTransfer({
    account: { address: keys.payment, type: 'payment' },
    chain: 'regtest',
    to: thief,
    amount: 300_000,
    coins: await esplora.utxos(keys.payment, { network }),
    feeRate: 2,
  })
  wallet.state.psbt = () => keys.signPsbt(psbt)
  expect(
    await failure(adapter.send!.submit({ account, network, to: other, value: 1_000n })),
  ).toMatchObject({ code: 'wallet.bad_answer' })
  expect([await balanceOf(thief), await balanceOf(other), await balanceOf(keys.payment)]).toEqual([
    0n,
    0n,
    400_000n,
  ])
})

it('A transfer that exceeds the coins fails and says why', async () => {
  const { adapter, account } = await connected(STANDARD)
  await node.fund(keys.payment, 10_000)
  expect(
    await failure(adapter.send!.submit({ account, network, to: other, value: 9_990n })),
  ).toMatchObject({ code: 'bitcoin.insufficient_funds' })
})
