import { address, type AccountMeta, type Instruction } from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getInitializeMint2Instruction,
  getMintToCheckedInstruction,
  getTokenDecoder,
  parseTransferCheckedInstruction,
} from '@solana-program/token'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { FakeWallet } from './fakeWallet.js'
import { failure, onNode } from './support.js'

const place = onNode()
const PROGRAMS = [
  ['the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['token-2022', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
] as const
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MINT_SIZE = 82
const DECIMALS = 6

/** Instructions of the independent library, as objects of web3.js. */
const toInstruction = ({
  programAddress,
  accounts = [],
  data,
}: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(programAddress),
    data: Buffer.from(data ?? []),
    keys: (accounts as readonly AccountMeta[]).map(({ address: key, role }) => ({
      pubkey: new PublicKey(key),
      isSigner: role >= 2,
      isWritable: role % 2 === 1,
    })),
  })
const accountOf = async (owner: PublicKey, mint: PublicKey, program: string): Promise<string> =>
  (
    await findAssociatedTokenPda({
      owner: address(owner.toBase58()),
      mint: address(mint.toBase58()),
      tokenProgram: address(program),
    })
  )[0]

/** Creates a token and gives `owner` an amount of it. */
async function mintTo(owner: PublicKey, program: string, amount: bigint): Promise<PublicKey> {
  const [payer, mint] = [Keypair.generate(), Keypair.generate()]
  await place.fund(payer.publicKey)
  const programId = new PublicKey(program)
  const [authority, of, token] = [
    address(payer.publicKey.toBase58()),
    address(mint.publicKey.toBase58()),
    await accountOf(owner, mint.publicKey, program),
  ]
  const keys = [
    [payer.publicKey, true, true],
    [new PublicKey(token), false, true],
    [owner, false, false],
    [mint.publicKey, false, false],
    [SystemProgram.programId, false, false],
    [programId, false, false],
  ] as const
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    recentBlockhash: await place.blockhash(),
  } as never).add(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint.publicKey,
      space: MINT_SIZE,
      lamports: await place.ask('getMinimumBalanceForRentExemption', [MINT_SIZE]),
      programId,
    }),
    toInstruction(
      getInitializeMint2Instruction(
        { mint: of, decimals: DECIMALS, mintAuthority: authority },
        { programAddress: address(program) },
      ),
    ),
    new TransactionInstruction({
      programId: ASSOCIATED,
      data: Buffer.of(1),
      keys: keys.map(([pubkey, isSigner, isWritable]) => ({ pubkey, isSigner, isWritable })),
    }),
    toInstruction(
      getMintToCheckedInstruction(
        { mint: of, token: address(token), mintAuthority: authority, amount, decimals: DECIMALS },
        { programAddress: address(program) },
      ),
    ),
  )
  transaction.sign(payer, mint)
  await place.send(transaction.serialize())
  return mint.publicKey
}
/** The token account on the node, read by the independent library. */
async function heldBy(owner: PublicKey, mint: PublicKey, program: string): Promise<bigint> {
  const { value } = await place.ask<{ value: { data: [string, string] } | null }>(
    'getAccountInfo',
    [await accountOf(owner, mint, program), { encoding: 'base64' }],
  )
  if (!value) return 0n
  const { amount, state } = getTokenDecoder().decode(
    Buffer.from(value.data[0], 'base64').subarray(0, 165),
  )
  expect(state).toBe(AccountState.Initialized)
  return amount
}

describe.each(PROGRAMS)('a token of %s', (_, program) => {
  it('A token is among the assets with the amount that the node has', async () => {
    const { me, adapter, account, network } = await place.connected()
    const mint = await mintTo(me, program, 12_500_000n)
    const [native, ...tokens] = await adapter.assets!({ account, network })
    expect(native).toMatchObject({
      name: 'Solana',
      amount: { value: BigInt(await place.balanceAt(me)), symbol: 'SOL' },
    })
    expect(tokens).toMatchObject([
      {
        token: mint.toBase58(),
        amount: { value: await heldBy(me, mint, program), decimals: DECIMALS },
      },
    ])
    expect(tokens[0]!.amount.value).toBe(12_500_000n)
  })
  it('A token is sent to receivers with and without an account for it: both accounts change [SEND-16]', async () => {
    const { me, adapter, account, network, wallet } = await place.connected()
    const mint = await mintTo(me, program, 10_000_000n)
    const to = Keypair.generate().publicKey
    for (const [value, arrived] of [
      [3_000_000n, 3_000_000n],
      [5_000_000n, 8_000_000n],
    ] as const) {
      await adapter.send!.submit({
        account,
        network,
        to: to.toBase58(),
        value,
        token: mint.toBase58(),
      })
      expect([await heldBy(me, mint, program), await heldBy(to, mint, program)]).toEqual([
        10_000_000n - arrived,
        arrived,
      ])
    }
    const { programId, data, keys } = Transaction.from(
      (wallet as FakeWallet).signed.at(-1)!,
    ).instructions.at(-1)!
    const transfer = parseTransferCheckedInstruction({
      programAddress: address(programId.toBase58()),
      data,
      accounts: keys.map(({ pubkey }) => ({ address: address(pubkey.toBase58()), role: 1 })),
    })
    expect([
      programId.toBase58(),
      transfer.data.amount,
      transfer.data.decimals,
      transfer.accounts.mint.address,
    ]).toEqual([program, 5_000_000n, DECIMALS, mint.toBase58()])
    expect(
      await failure(
        adapter.send!.submit({
          account,
          network,
          to: to.toBase58(),
          value: 4_000_000n,
          token: mint.toBase58(),
        }),
      ),
    ).toHaveProperty('code')
    expect(await heldBy(to, mint, program)).toBe(8_000_000n)
  })
  it('A token is not sent where nobody could take it out again', async () => {
    const { me, adapter, account, network, wallet } = await place.connected()
    const mint = await mintTo(me, program, 10_000_000n)
    const prompts = wallet.asked.length
    for (const to of [mint.toBase58(), await accountOf(me, mint, program)]) {
      for (const token of [mint.toBase58(), undefined])
        expect(
          await failure(
            adapter.send!.submit({ account, network, to, value: 1n, ...(token && { token }) }),
          ),
        ).toMatchObject({ code: 'solana.transfer_refused', context: { to } })
    }
    expect(wallet.asked).toHaveLength(prompts)
  })
})

it('An address that is not a token is not sent as one', async () => {
  const { me, adapter, account, network } = await place.connected()
  const to = Keypair.generate().publicKey.toBase58()
  for (const token of [me.toBase58(), Keypair.generate().publicKey.toBase58()])
    expect(
      await failure(adapter.send!.submit({ account, network, to, value: 1n, token })),
    ).toMatchObject({ code: 'solana.transfer_refused' })
  expect(
    await failure(adapter.send!.submit({ account, network, to, value: 1n, token: 'nobody' })),
  ).toMatchObject({ code: 'adapter.invalid_address' })
  for (const value of [-1n, 2n ** 64n])
    expect(await failure(adapter.send!.submit({ account, network, to, value }))).toMatchObject({
      code: 'solana.transfer_refused',
    })
})
