import { definePlugin, type Connection, type WireRequest } from '@latchkey/plugin-api'
import { Keypair, SystemProgram } from '@solana/web3.js'
import { afterEach, describe, expect, it } from 'vitest'
import { fromBase58, toBase58 } from '../src/chain/base58.js'
import { FakeKeys, signWith } from './fakeWallet.js'
import { failure, isSigned, onNode } from './support.js'

const place = onNode()
const SESSION = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]
const without = (...names: string[]) => SESSION.filter((method) => !names.includes(method))
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))
const text = (value: Uint8Array): string => Buffer.from(value).toString('base64')

let asked: string[] = []
/** Changes the wallet's answers, as a faulty wallet would. */
let spoil: (answer: Record<string, unknown>) => unknown = (answer) => answer
afterEach(() => {
  asked = []
  spoil = (answer) => answer
})

interface Params {
  message: string
  transaction: string
  transactions: string[]
  pubkey: string
}
/**
 * A wallet behind a relay: an address without its key, the methods of its session, and JSON of the
 * namespace's WalletConnect profile.
 */
function relay(keys: FakeKeys, methods: readonly string[], answersWhole: boolean) {
  const signer = keys.keypairs[0]!
  const sign = (transaction: string): string => text(keys.sign(bytes(transaction), signer))
  async function answer({ method, params }: WireRequest): Promise<unknown> {
    asked.push(method)
    const { message, transaction, transactions, pubkey } = JSON.parse(
      JSON.stringify(params),
    ) as Params
    expect([pubkey, methods.includes(method)]).toEqual([signer.publicKey.toBase58(), true])
    switch (method) {
      case 'solana_signMessage':
        return { signature: toBase58(signWith(signer, fromBase58(message)!)) }
      case 'solana_signAllTransactions':
        return { transactions: transactions.map(sign) }
      case 'solana_signAndSendTransaction':
        return { signature: toBase58(await place.send(bytes(sign(transaction)))) }
      // The profile asks for the signature alone. Most wallets answer with the transaction too.
      default:
        return {
          signature: toBase58(bytes(sign(transaction)).subarray(1, 65)),
          ...(answersWhole && { transaction: sign(transaction) }),
        }
    }
  }
  return definePlugin({
    id: 'relayed',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      const address = signer.publicKey.toBase58()
      const connection: Connection = {
        id: 'relayed',
        connectorId: 'relayed',
        snapshot: () => null,
        release: async () => undefined,
        onChange: () => () => undefined,
        request: async (request) => spoil((await answer(request)) as Record<string, unknown>),
        scopes: {
          solana: {
            accounts: [
              {
                key: address,
                namespace: 'solana',
                address,
                type: 'eoa',
                networks: [place.network.id],
              },
            ],
            networks: [place.network.id],
            methods,
          },
        },
      }
      ctx.connectors.add({
        id: 'relayed',
        name: 'Relayed',
        kind: 'walletConnect',
        namespaces: ['solana'],
        availability: () => 'available',
        connect: async () => connection,
      })
    },
  })
}

async function connected(methods: readonly string[] = SESSION, answersWhole = true) {
  const keys = new FakeKeys()
  const me = keys.keypairs[0]!.publicKey
  await place.fund(me)
  const kernel = place.create({ beside: [relay(keys, methods, answersWhole)] })
  await kernel.ready
  await kernel.connect('relayed')
  return {
    me,
    to: Keypair.generate().publicKey,
    adapter: await kernel.ports.adapter('solana'),
    account: kernel.ports.accounts.active('solana')!,
    network: kernel.ports.activeNetwork.current('solana')!,
    provider: kernel.plugins.solana.provider,
  }
}

describe.each<[string, readonly string[], boolean, string]>([
  ['that sends', SESSION, true, 'solana_signAndSendTransaction'],
  ['that only signs', without('solana_signAndSendTransaction'), true, 'solana_signTransaction'],
  [
    'that answers with signatures alone',
    without('solana_signAndSendTransaction'),
    false,
    'solana_signTransaction',
  ],
])('a wallet behind a relay %s', (_, methods, answersWhole, used) => {
  it('A wallet behind a relay sends a transfer, and the node counts it', async () => {
    const { me, to, adapter, account, network } = await connected(methods, answersWhole)
    const before = await place.balanceAt(me)
    const { id } = await adapter.send!.submit({
      account,
      network,
      to: to.toBase58(),
      value: 100_000_000n,
    })
    expect([
      fromBase58(id)!.length,
      await place.balanceAt(to),
      before - (await place.balanceAt(me)),
      asked,
    ]).toEqual([64, 100_000_000, 100_005_000, [used]])
  })
  it('A wallet behind a relay signs messages that verify', async () => {
    const { me, adapter, account, network } = await connected(methods, answersWhole)
    expect(
      isSigned(
        me,
        Buffer.from('Grüezi'),
        fromBase58(await adapter.sign!({ account, network, message: 'Grüezi' }))!,
      ),
    ).toBe(true)
  })
})

it.each([
  ['at once', SESSION, ['solana_signAllTransactions']],
  [
    'one after the other, where its session cannot at once',
    without('solana_signAllTransactions'),
    ['solana_signTransaction', 'solana_signTransaction'],
  ],
])('Several transactions are signed %s', async (_, methods, used) => {
  const { me, to, provider } = await connected(methods)
  const list = [
    await place.transfer(me, to, 1_000_000),
    await place.versioned(
      me,
      SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 2_000_000 }),
    ),
  ]
  for (const signed of await provider.signAllTransactions(list))
    await place.send(signed.serialize())
  expect([await place.balanceAt(to), asked]).toEqual([3_000_000, used])
})

it.each<[string, typeof spoil]>([
  ['nothing', () => null],
  ['not base64', () => ({ transaction: '*' })],
  ['a short signature', () => ({ signature: toBase58(new Uint8Array(63)) })],
  [
    'a transaction that it did not sign',
    ({ transaction }) => ({ transaction: text(bytes(transaction as string).fill(0, 1, 65)) }),
  ],
  [
    'a getter that throws',
    () =>
      Object.defineProperty({}, 'transaction', {
        get: () => {
          throw new Error('hands off')
        },
      }),
  ],
])('An answer that is %s is refused, and nothing is sent', async (_, how) => {
  const { to, adapter, account, network } = await connected(
    without('solana_signAndSendTransaction'),
  )
  spoil = how
  expect(
    await failure(adapter.send!.submit({ account, network, to: to.toBase58(), value: 1_000_000n })),
  ).toMatchObject({ code: 'wallet.bad_answer' })
  expect(await place.balanceAt(to)).toBe(0)
})
