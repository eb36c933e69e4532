import { ed25519 } from '@noble/curves/ed25519.js'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressesOf, deriveKeys, type PrivateKeys } from './derive.js'
import { readSolanaTransaction, signSolanaMessage, signSolanaTransaction } from './solana.js'

const BLOCKHASH = base58.encode(new Uint8Array(32).fill(3))
const refused = expect.objectContaining({ name: 'KeysError', failure: 'refused' })

let keys: PrivateKeys
let account: string
beforeAll(async () => {
  keys = await deriveKeys(new Uint8Array(32).fill(9))
  account = addressesOf(keys).solana
})

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1))
const transfer = (from: string) =>
  SystemProgram.transfer({
    fromPubkey: new PublicKey(from),
    toPubkey: payer.publicKey,
    lamports: 5,
  })
const message = (feePayer = new PublicKey(account)) =>
  new TransactionMessage({
    payerKey: feePayer,
    recentBlockhash: BLOCKHASH,
    instructions: [transfer(account)],
  })
const kinds = () => [
  new VersionedTransaction(message().compileToV0Message()),
  new VersionedTransaction(message().compileToLegacyMessage()),
  new VersionedTransaction(message(payer.publicKey).compileToV0Message()),
]

describe('signatures of Solana', () => {
  it('A message is signed by the account', () => {
    const bytes = new TextEncoder().encode('Grüße')
    const signature = signSolanaMessage(bytes, keys)
    expect(ed25519.verify(signature, bytes, base58.decode(account))).toBe(true)
  })

  it('A message that is a transaction is refused', () => {
    for (const { message: inner } of kinds())
      expect(() => signSolanaMessage(inner.serialize(), keys)).toThrow(refused)
  })

  it('Only the slot of the account changes, in both versions and beside another signer', () => {
    for (const transaction of kinds()) {
      const before = transaction.serialize()
      const read = readSolanaTransaction(before, account)
      const { signed, signature } = signSolanaTransaction(read, keys)
      const after = VersionedTransaction.deserialize(signed)
      const place = after.message.staticAccountKeys.findIndex((key) => key.toBase58() === account)
      expect(after.signatures[place]).toEqual(signature)
      expect(after.message.serialize()).toEqual(transaction.message.serialize())
      expect(after.signatures.filter((_, at) => at !== place)).toEqual(
        transaction.signatures.filter((_, at) => at !== place),
      )
    }
  })

  it('A signature of another signer stays as it is', () => {
    const transaction = new VersionedTransaction(message(payer.publicKey).compileToV0Message())
    transaction.sign([payer])
    const read = readSolanaTransaction(transaction.serialize(), account)
    const { signed } = signSolanaTransaction(read, keys)
    expect(VersionedTransaction.deserialize(signed).signatures[0]).toEqual(
      transaction.signatures[0],
    )
    expect(() => Transaction.from(signed).serialize()).toThrow() // version 0
  })

  it('A transaction that does not ask this account is refused', () => {
    const [transaction] = kinds()
    expect(() =>
      readSolanaTransaction(transaction!.serialize(), payer.publicKey.toBase58()),
    ).toThrow(refused)
  })

  it('A message with the mark of a version that is not known is not signed, a text in any script is', () => {
    const bytes = Uint8Array.of(0x81, ...kinds()[0]!.message.serialize())
    expect(() => signSolanaMessage(bytes, keys)).toThrow(refused)
    for (const text of ['Ärger', '中文', '😀 yes', 'Привет'])
      expect(signSolanaMessage(new TextEncoder().encode(text), keys)).toHaveLength(64)
    expect(signSolanaMessage(Uint8Array.of(0xff, ...bytes), keys)).toHaveLength(64)
  })

  it('No cut, longer or random bytes are taken for a transaction', () => {
    const whole = kinds()[0]!.serialize()
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readSolanaTransaction(whole.subarray(0, length), account)).toThrow(refused)
    for (const more of [Uint8Array.of(...whole, 0), new Uint8Array(1233)])
      expect(() => readSolanaTransaction(more, account)).toThrow(refused)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => readSolanaTransaction(bytes, account)).toThrow(refused)
      }),
    )
  })
})
