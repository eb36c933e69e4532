// The signer of @solana/kit over a provider that records what it is asked.
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createSignableMessage,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isMessageModifyingSigner,
  isSolanaError,
  isTransactionModifyingSigner,
  isTransactionSendingSigner,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  SOLANA_ERROR__SIGNER__WALLET_MULTISIGN_UNIMPLEMENTED,
  type Address,
  type Blockhash,
} from '@solana/kit'
import { expect, it } from 'vitest'
import type { SolanaProvider } from '../src/api.js'
import { createKitSigner } from '../src/kit.js'
import { failure } from './support.js'

const ME = address('7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK')
const OTHER = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
const HASH = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Blockhash

const transactionOf = (memo: string, payer: Address = ME) =>
  compileTransaction(
    appendTransactionMessageInstruction(
      {
        programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
        data: new TextEncoder().encode(memo),
      },
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: HASH, lastValidBlockHeight: 99n },
        setTransactionMessageFeePayer(payer, createTransactionMessage({ version: 0 })),
      ),
    ),
  )

/** A kernel whose wallet puts a signature of sevens in the first place, and may change the message. */
function fake({ isConnected = true, change = (bytes: Uint8Array) => bytes } = {}) {
  const asked: unknown[][] = []
  const provider = {
    address: isConnected ? ME : undefined,
    signMessage: async (...args) => (asked.push(args), new Uint8Array(64).fill(7)),
    signAllTransactions: async (list: readonly Uint8Array[], options) => {
      asked.push([list, options])
      return list.map((bytes) => {
        const copy = change(bytes.slice())
        copy.fill(7, 1, 65)
        return copy
      })
    },
    signAndSendTransaction: async (...args) => {
      asked.push(args)
      return getBase58Decoder().decode(new Uint8Array(64).fill(7))
    },
  } as Pick<
    SolanaProvider,
    'address' | 'signMessage' | 'signAllTransactions' | 'signAndSendTransaction'
  > as SolanaProvider
  const solana = {
    provider,
    getProvider: () => provider,
    getEndpoint: async () => ({ network: 'solana:x', url: 'https://node.example' }),
  }
  return { asked, kernel: { plugins: { solana } } }
}

it('The connected account is a signer of kit for messages and transactions, and sends', () => {
  const signer = createKitSigner(fake().kernel)
  expect([
    signer.address,
    isMessageModifyingSigner(signer),
    isTransactionModifyingSigner(signer),
    isTransactionSendingSigner(signer),
    Object.isFrozen(signer),
  ]).toEqual([ME, true, true, true, true])
})

it('Without a connected account there is no signer', () => {
  expect(() => createKitSigner(fake({ isConnected: false }).kernel)).toThrow(
    expect.objectContaining({ code: 'kernel.account_or_network_missing' }),
  )
})

it('A signer asks for its own account, also when another one is in use now', async () => {
  const { asked, kernel } = fake()
  const signer = createKitSigner(kernel, OTHER)
  const { signal } = new AbortController()
  await signer.modifyAndSignMessages([createSignableMessage('x')], { abortSignal: signal })
  await signer.modifyAndSignTransactions([transactionOf('a', OTHER)], { abortSignal: signal })
  await signer.signAndSendTransactions([transactionOf('a', OTHER)], { abortSignal: signal })
  expect(asked.map((args) => args.at(-1))).toEqual(
    Array.from({ length: 3 }, () => ({ account: OTHER, signal })),
  )
})

it('A signed message keeps its content and the signatures of others', async () => {
  const { kernel, asked } = fake()
  const before = new Uint8Array(64).fill(1)
  const [signed, empty] = await createKitSigner(kernel).modifyAndSignMessages([
    createSignableMessage('Grüezi', { [OTHER]: before } as never),
    createSignableMessage(''),
  ])
  expect(signed).toEqual({
    content: new TextEncoder().encode('Grüezi'),
    signatures: { [OTHER]: before, [ME]: new Uint8Array(64).fill(7) },
  })
  expect([empty!.content.length, asked.length]).toEqual([0, 2])
})

it('Signed transactions are kit’s, with the lifetime that the host gave', async () => {
  const { kernel, asked } = fake()
  const given = [transactionOf('one'), transactionOf('two')]
  const signed = await createKitSigner(kernel).modifyAndSignTransactions(given)
  expect(signed.map(({ signatures }) => signatures)).toEqual(
    given.map(() => ({ [ME]: new Uint8Array(64).fill(7) })),
  )
  expect(signed.map(({ messageBytes }) => messageBytes)).toEqual(
    given.map(({ messageBytes }) => messageBytes),
  )
  expect(signed.map(({ lifetimeConstraint }) => lifetimeConstraint)).toEqual(
    given.map(({ lifetimeConstraint }) => lifetimeConstraint),
  )
  expect(asked[0]![0]).toEqual(
    given.map((each) => Uint8Array.from(getTransactionEncoder().encode(each))),
  )
  expect(await createKitSigner(kernel).modifyAndSignTransactions([])).toEqual([])
})

it('A wallet that changed the message is believed about its blockhash, not the host', async () => {
  const other = Uint8Array.from(
    getTransactionEncoder().encode(
      compileTransaction(
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: OTHER as string as Blockhash, lastValidBlockHeight: 5n },
          setTransactionMessageFeePayer(ME, createTransactionMessage({ version: 0 })),
        ),
      ),
    ),
  )
  const { kernel } = fake({ change: () => other })
  const [signed] = await createKitSigner(kernel).modifyAndSignTransactions([transactionOf('one')])
  expect(signed!.lifetimeConstraint).toMatchObject({ blockhash: OTHER })
  expect(signed!.messageBytes).toEqual(getTransactionDecoder().decode(other).messageBytes)
})

it('Sending answers the bytes of the signature, and passes the slot on as a number', async () => {
  const { kernel, asked } = fake()
  const sent = await createKitSigner(kernel).signAndSendTransactions([transactionOf('one')], {
    minContextSlot: 12n,
  })
  expect(sent).toEqual([new Uint8Array(64).fill(7)])
  expect(asked[0]!.slice(1)).toEqual([{ minContextSlot: 12 }, { account: ME }])
  expect(await createKitSigner(kernel).signAndSendTransactions([])).toEqual([])
})

it('Several transactions are not sent in one call, because a later refusal would hide what was sent', async () => {
  const { kernel, asked } = fake()
  const list = [transactionOf('one'), transactionOf('two')]
  const error = await failure(createKitSigner(kernel).signAndSendTransactions(list))
  expect(isSolanaError(error, SOLANA_ERROR__SIGNER__WALLET_MULTISIGN_UNIMPLEMENTED)).toBe(true)
  expect(asked).toEqual([])
})
