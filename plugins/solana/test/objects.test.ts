// Objects for wallets of the older interface, and objects that hosts hand to the provider.
import { Keypair, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import * as web3 from '@solana/web3.js'
import { expect, it } from 'vitest'
import { readTransaction } from '../src/chain/transaction.js'
import { readHostTransaction } from '../src/objects/hostObjects.js'
import { toWalletObject, walletObjectBytes } from '../src/objects/walletObjects.js'
import { signWith } from './fakeWallet.js'

const signer = Keypair.generate()
const legacy = new Transaction({
  feePayer: signer.publicKey,
  recentBlockhash: Keypair.generate().publicKey.toBase58(),
} as never).add(
  SystemProgram.transfer({
    fromPubkey: signer.publicKey,
    toPubkey: Keypair.generate().publicKey,
    lamports: 5,
  }),
)
const versioned = new VersionedTransaction(
  new web3.TransactionMessage({
    payerKey: signer.publicKey,
    recentBlockhash: legacy.recentBlockhash!,
    instructions: legacy.instructions,
  }).compileToV0Message(),
)
/** An object of the class for versions that holds a message without one. */
const mixed = new VersionedTransaction(
  new web3.TransactionMessage({
    payerKey: signer.publicKey,
    recentBlockhash: legacy.recentBlockhash!,
    instructions: legacy.instructions,
  }).compileToLegacyMessage(),
)
const bytesOf = {
  legacy: new Uint8Array(legacy.serialize({ requireAllSignatures: false })),
  versioned: versioned.serialize(),
}
interface Likeness {
  version?: number
  message?: { serialize(): Uint8Array }
  feePayer?: { toBase58(): string }
  signature?: Uint8Array | null
  serialize(): Uint8Array
  serializeMessage?(): Uint8Array
  addSignature(key: unknown, signature: Uint8Array): void
}

it.each(['legacy', 'versioned'] as const)(
  'Without web3.js a wallet can read the message of a %s transaction and add its signature',
  (kind) => {
    const object = toWalletObject(bytesOf[kind], undefined) as Likeness
    expect('version' in object).toBe(kind === 'versioned')
    const message = object.serializeMessage?.() ?? object.message!.serialize()
    expect(message).toEqual(
      kind === 'legacy' ? new Uint8Array(legacy.serializeMessage()) : versioned.message.serialize(),
    )
    object.addSignature(signer.publicKey, signWith(signer, message))
    const signed = walletObjectBytes(object)!
    const read = VersionedTransaction.deserialize(signed)
    expect(new Uint8Array(read.signatures[0]!)).toEqual(signWith(signer, message))
    if (kind === 'legacy')
      expect([Transaction.from(signed).verifySignatures(), object.feePayer?.toBase58()]).toEqual([
        true,
        signer.publicKey.toBase58(),
      ])
    expect(() => object.addSignature(Keypair.generate().publicKey, new Uint8Array(64))).toThrow(
      'does not sign',
    )
    expect(() => object.addSignature(signer.publicKey, new Uint8Array(63))).toThrow(TypeError)
  },
)

it('With web3.js a wallet of the older interface gets objects of its classes', () => {
  expect(toWalletObject(bytesOf.legacy, web3)).toBeInstanceOf(Transaction)
  expect(toWalletObject(bytesOf.versioned, web3)).toBeInstanceOf(VersionedTransaction)
})

it('A host gets back what it gave: bytes for bytes, an object of the same class for an object', () => {
  class Mine extends VersionedTransaction {}
  const given = { legacy, versioned, mine: Mine.deserialize(bytesOf.versioned) }
  for (const each of [given.legacy, given.versioned, given.mine]) {
    const { bytes, answer } = readHostTransaction('m', each)
    expect([bytesOf.legacy, bytesOf.versioned]).toContainEqual(bytes)
    expect(answer(bytes)).toBeInstanceOf('version' in each ? VersionedTransaction : Transaction)
  }
  const held = readHostTransaction('m', mixed)
  expect(toWalletObject(held.bytes, web3)).toBeInstanceOf(Transaction)
  expect(held.answer(held.bytes)).toBeInstanceOf(VersionedTransaction)
  expect(held.answer(held.bytes).version).toBe('legacy')
  const { bytes, answer } = readHostTransaction('m', bytesOf.legacy)
  expect([bytes, answer(bytes)]).toEqual([bytesOf.legacy, bytesOf.legacy])
})

it('An object that web3.js cannot write, or an answer that it cannot read, keeps the words of web3.js', () => {
  const empty = new Transaction()
  expect(() => readHostTransaction('solana_signTransaction', empty)).toThrow(
    expect.objectContaining({
      code: 'rpc.failed',
      cause: expect.objectContaining({ message: expect.stringContaining('recentBlockhash') }),
    }),
  )
  expect(() => readHostTransaction('m', legacy).answer(bytesOf.versioned)).toThrow(
    expect.objectContaining({
      code: 'wallet.bad_answer',
      cause: expect.objectContaining({ message: expect.stringContaining('ersioned') }),
    }),
  )
  const failed = (() => {
    try {
      return readHostTransaction('m', {} as never)
    } catch (error) {
      return error as Error
    }
  })()
  expect(failed).not.toHaveProperty('cause')
})

it('Bytes of a later version than 0 are not taken for a transaction of version 0', () => {
  const later = bytesOf.versioned.slice()
  // One signature of 64 bytes, after its count, stands before the message.
  const version = 1 + 64
  expect(later[version]).toBe(0x80)
  for (const byte of [0x81, 0xff]) {
    later[version] = byte
    expect(readTransaction(later)).toBeUndefined()
    expect(() => VersionedTransaction.deserialize(later)).toThrow()
  }
})

it('A value that is not a transaction is refused before a wallet is asked', () => {
  const odd: unknown[] = [
    {},
    null,
    undefined,
    'AQ==',
    7,
    { serialize: () => bytesOf.legacy },
    { version: 0, serialize: () => bytesOf.versioned },
    { serialize: () => 'text', constructor: Transaction },
    {
      serialize() {
        throw new Error('no')
      },
    },
  ]
  for (const value of odd)
    expect(() => readHostTransaction('solana_signTransaction', value as never)).toThrow(
      'Invalid parameters of solana_signTransaction',
    )
})
