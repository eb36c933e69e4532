import type { ConnectedAccount } from '@latchkey/plugin-api'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { describe as group, expect, it } from 'vitest'
import { toBase58 } from '../chain/base58.js'
import { english } from '../messages.js'
import { solanaMainnet as network } from '../chain/networks.js'
import { describe } from './describe.js'

const ME = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const TO = 'So11111111111111111111111111111111111111112'
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const account = { address: ME } as ConnectedAccount

const say = (method: string, params: unknown, by: object = { account, host: 'shop.example' }) =>
  describe({ network, method, params, ...by })
const transactionOf = (...instructions: TransactionInstruction[]) =>
  new Transaction({ feePayer: new PublicKey(ME), recentBlockhash: TO } as never)
    .add(...instructions)
    .serialize({ requireAllSignatures: false, verifySignatures: false })
    .toString('base64')
const send = (...instructions: TransactionInstruction[]) =>
  say('solana_signAndSendTransaction', { transaction: transactionOf(...instructions) })
const transfer = (lamports = 1_500_000_000) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(ME), toPubkey: new PublicKey(TO), lamports })
const tokenCall = (data: number[], count: number) =>
  ({
    programId: TOKEN,
    data: Buffer.from(data),
    keys: Array.from({ length: count }, (_, index) => ({
      pubkey: new PublicKey(index === count - 1 ? ME : TO),
      isSigner: index === count - 1,
      isWritable: index < count - 1,
    })),
  }) as TransactionInstruction
const warnings = (told: ReturnType<typeof say>) =>
  told?.rows.flatMap(({ warning }) => warning ?? [])
const message = (text: string | Uint8Array) => ({
  message: toBase58(typeof text === 'string' ? new TextEncoder().encode(text) : text),
  pubkey: ME,
})

group('a message', () => {
  it('A message is shown as its text', () =>
    expect(say('solana_signMessage', message('Grüezi'))).toEqual({
      title: 'solana.signMessage',
      rows: [{ label: 'solana.message', value: 'Grüezi' }],
      complete: true,
    }))
  it('A message of bytes that are not text is shown raw', () =>
    expect(say('solana_signMessage', message(Uint8Array.of(255, 0)))).toMatchObject({
      complete: false,
      rows: [{ raw: true, warning: 'solana.unreadable' }],
    }))
  it('A message with hidden characters has a warning', () =>
    expect(say('solana_signMessage', message('a\u202eb'))).toMatchObject({
      complete: false,
      rows: [{ warning: 'solana.hiddenCharacters' }],
    }))
  it('A message that is a transaction in disguise has a warning', () => {
    const bytes = new Transaction({ feePayer: new PublicKey(ME), recentBlockhash: TO } as never)
      .add(transfer())
      .serializeMessage()
    expect(say('solana_signMessage', message(bytes))).toMatchObject({
      complete: false,
      rows: [{ warning: 'solana.isTransaction' }],
    })
  })
  it('A message that signs in at another site has a warning', () => {
    const signIn = (domain: string) =>
      say(
        'solana_signMessage',
        message(`${domain} wants you to sign in with your Solana account:\n${ME}`),
      )
    expect([
      signIn('shop.example')?.title,
      warnings(signIn('shop.example')),
      warnings(signIn('evil.example')),
    ]).toEqual(['solana.signIn', [], ['solana.otherDomain']])
  })
  it('A message for another account has a warning', () =>
    expect(warnings(say('solana_signMessage', { ...message('Hi'), pubkey: TO }))).toEqual([
      'solana.otherAccount',
    ]))
})

group('a transaction', () => {
  it('A transaction that sends SOL is described completely', () =>
    expect(send(transfer())).toEqual({
      title: 'solana.sendSol',
      rows: [
        { label: 'solana.to', value: TO },
        { label: 'solana.amount', value: '1.5 SOL' },
      ],
      complete: true,
    }))
  it('A transaction with a high priority fee has a warning', () => {
    expect(
      warnings(
        send(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }), transfer()),
      ),
    ).toEqual([])
    expect(
      warnings(
        send(
          ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000 }),
          transfer(),
        ),
      ),
    ).toEqual(['solana.highFee'])
  })
  it.each<[string, TransactionInstruction, string, string]>([
    [
      'lets somebody take tokens',
      tokenCall([13, 5, 0, 0, 0, 0, 0, 0, 0, 6], 4),
      'solana.approve',
      'solana.approval',
    ],
    [
      'lets somebody take all of them',
      tokenCall([13, ...Array<number>(8).fill(255), 6], 4),
      'solana.approve',
      'solana.unlimited',
    ],
    [
      'hands a token account over',
      tokenCall([6, 2, 1, ...Array<number>(32).fill(9)], 2),
      'solana.setAuthority',
      'solana.authority',
    ],
    [
      'hands the account itself over',
      SystemProgram.assign({ accountPubkey: new PublicKey(ME), programId: TOKEN }),
      'solana.setAuthority',
      'solana.authority',
    ],
    [
      'closes an account in favour of another',
      tokenCall([9], 3),
      'solana.closeAccount',
      'solana.otherReceiver',
    ],
  ])('A transaction that %s has a warning', (_, instruction, title, warning) =>
    expect([send(instruction)?.title, warnings(send(instruction))]).toEqual([title, [warning]]),
  )
  it('A transaction that does not expire has a warning', () =>
    expect(
      warnings(
        send(
          SystemProgram.nonceAdvance({
            noncePubkey: new PublicKey(TO),
            authorizedPubkey: new PublicKey(ME),
          }),
          transfer(),
        ),
      ),
    ).toEqual(['solana.noExpiry']))
  it('A transaction of several instructions has numbered headlines', () =>
    expect(send(transfer(), transfer())).toMatchObject({
      title: 'solana.signTransaction',
      complete: true,
      rows: [
        { label: 'solana.sendSol', value: '#1' },
        {},
        {},
        { label: 'solana.sendSol', value: '#2' },
        {},
        {},
      ],
    }))
  it('A transaction that the account does not sign has a warning', () => {
    const told = say('solana_signTransaction', {
      transaction: transactionOf(transfer()),
      pubkey: TO,
    })
    expect([told?.complete, warnings(told)]).toEqual([
      false,
      ['solana.notSigner', 'solana.otherAccount'],
    ])
  })
  it('A transaction with further bytes is not described, and one with an unknown field is not complete', () => {
    const bytes = Buffer.from(transactionOf(transfer()), 'base64')
    expect(
      say('solana_signTransaction', {
        transaction: Buffer.concat([bytes, Buffer.of(0)]).toString('base64'),
      }),
    ).toBeUndefined()
    expect(
      say('solana_signTransaction', { transaction: transactionOf(transfer()), more: 1 })?.complete,
    ).toBe(false)
  })
})

group('several transactions', () => {
  const all = (...transactions: unknown[]) => say('solana_signAllTransactions', { transactions })
  it('Several transactions are described one by one', () =>
    expect(all(transactionOf(transfer(1)), transactionOf(transfer(2)))).toMatchObject({
      title: 'solana.signTransactions',
      complete: true,
      rows: [
        { value: '1 / 2' },
        {},
        { value: '0.000000001 SOL' },
        { value: '2 / 2' },
        {},
        { value: '0.000000002 SOL' },
      ],
    }))
  it('Several transactions of which one cannot be read are not complete', () =>
    expect(all(transactionOf(transfer()), 'AAAA')).toMatchObject({
      complete: false,
      rows: [{}, {}, {}, { warning: 'solana.unreadable', value: '2 / 2' }],
    }))
  it('Several transactions are not complete when there are too many', () =>
    expect(all(...Array.from({ length: 21 }, () => transactionOf(transfer())))?.complete).toBe(
      false,
    ))
})

it('Every key of a preview has an English text', () => {
  for (const told of [
    send(transfer()),
    send(tokenCall([9], 3)),
    say('solana_signMessage', message('a\u202eb')),
    say('solana_signAllTransactions', { transactions: [transactionOf(transfer()), 'AAAA'] }),
  ])
    for (const key of [
      told!.title,
      ...told!.rows.flatMap(({ label, warning }) => [label, ...(warning ? [warning] : [])]),
    ])
      expect(english).toHaveProperty([key])
})
