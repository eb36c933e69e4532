// A payment link of Solana Pay adds a memo before the transfer and references in it. These tests send
// such payments to a node.
import { Keypair, SystemInstruction, Transaction, type PublicKey } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { describe as describeRequest } from '../src/describe/describe.js'
import type { FakeWallet } from './fakeWallet.js'
import { failure, onNode } from './support.js'

const place = onNode()
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const newKey = (): PublicKey => Keypair.generate().publicKey

it('A transfer of SOL takes along its memo, and references that neither sign nor change (audit A6)', async () => {
  const { me, adapter, account, network, wallet } = await place.connected()
  const [to, first, second] = [newKey(), newKey(), newKey()]
  const references = [first.toBase58(), second.toBase58()]
  await adapter.send!.submit({
    account,
    network,
    to: to.toBase58(),
    value: 7_000_000n,
    memo: 'Order 17, café',
    references,
  })
  expect(await place.balanceAt(to)).toBe(7_000_000)
  const bytes = (wallet as FakeWallet).signed.at(-1)!
  const [note, transfer, ...more] = Transaction.from(bytes).instructions
  expect([more, note!.programId.toBase58(), note!.keys, note!.data.toString('utf8')]).toEqual([
    [],
    MEMO,
    [],
    'Order 17, café',
  ])
  expect(SystemInstruction.decodeTransfer(transfer!)).toMatchObject({
    fromPubkey: me,
    toPubkey: to,
    lamports: 7_000_000n,
  })
  expect(
    transfer!.keys
      .slice(2)
      .map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
  ).toEqual(references.map((reference) => [reference, false, false]))
})

it('A preview shows the memo and the references (audit A6)', async () => {
  const { adapter, account, network, wallet } = await place.connected()
  const [to, reference] = [newKey(), newKey()]
  await adapter.send!.submit({
    account,
    network,
    to: to.toBase58(),
    value: 1_000_000n,
    memo: 'Order 18',
    references: [reference.toBase58()],
  })
  const told = describeRequest({
    network,
    method: 'solana_signTransaction',
    params: { transaction: Buffer.from((wallet as FakeWallet).signed.at(-1)!).toString('base64') },
    account,
  } as never)
  expect(told).toMatchObject({ title: 'solana.sendSol', complete: true })
  expect(told!.rows.map(({ label, value }) => [label, value])).toEqual(
    expect.arrayContaining([
      ['solana.memo', 'Order 18'],
      ['solana.to', to.toBase58()],
      ['solana.reference', reference.toBase58()],
    ]),
  )
})

it('An estimate includes memo and references, and refuses what becomes too large (audit A6)', async () => {
  const { adapter, account, network, wallet } = await place.connected()
  const transfer = { account, network, to: newKey().toBase58(), value: 1_000_000n }
  expect(
    (await adapter.estimate!({ ...transfer, memo: 'x', references: [newKey().toBase58()] })).fee,
  ).toBeGreaterThan(0n)
  const prompts = wallet.asked.length
  for (const memo of ['x'.repeat(1_100), 'x'.repeat(5_000)])
    expect(await failure(adapter.send!.submit({ ...transfer, memo }))).toMatchObject({
      code: 'solana.transfer_refused',
    })
  expect(
    await failure(adapter.send!.submit({ ...transfer, references: ['nothing'] })),
  ).toMatchObject({ code: 'adapter.invalid_address' })
  expect(wallet.asked).toHaveLength(prompts)
})
