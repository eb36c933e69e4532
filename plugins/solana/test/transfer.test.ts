// Transfers are built without an SDK. Here two independent libraries read and repeat them.
import { findAssociatedTokenPda } from '@solana-program/token'
import { address } from '@solana/kit'
import { Keypair, PublicKey, Transaction, type AccountMeta as Theirs } from '@solana/web3.js'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fromBase58, toBase58 } from '../src/chain/base58.js'
import { compileMessage, toUnsigned, type Instruction } from '../src/transfer/compile.js'
import { findProgramAddress, isOnCurve } from '../src/transfer/programAddress.js'

const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const TOKENS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const bytesOf = (text: string): Uint8Array => fromBase58(text)!
const newAddress = (): string => toBase58(randomBytes(32))

it('Bytes count as a point of the curve where web3.js says so', () => {
  const samples = [
    ...Array.from({ length: 300 }, () => new Uint8Array(randomBytes(32))),
    ...Array.from({ length: 20 }, () => Keypair.generate().publicKey.toBytes()),
    ...[0, 1, 2, 3, 127].map((first) => Uint8Array.of(first, ...new Uint8Array(31))),
  ]
  const ours = samples.map(isOnCurve)
  expect(ours).toEqual(samples.map((bytes) => PublicKey.isOnCurve(bytes)))
  expect(new Set(ours).size).toBe(2)
})

it('The address of a token account is the one that web3.js and the token program’s client derive', async () => {
  for (let turn = 0; turn < 40; turn++) {
    const [owner, mint] = [newAddress(), newAddress()]
    const ours = findProgramAddress([owner, TOKENS, mint].map(bytesOf), ASSOCIATED)
    const [theirs] = PublicKey.findProgramAddressSync(
      [owner, TOKENS, mint].map(bytesOf),
      new PublicKey(ASSOCIATED),
    )
    const [third] = await findAssociatedTokenPda({
      owner: address(owner),
      mint: address(mint),
      tokenProgram: address(TOKENS),
    })
    expect([ours, ours]).toEqual([theirs.toBase58(), third])
  }
})

it('web3.js reads the same payer, blockhash, accounts and data in what is compiled here', () => {
  const pool = Array.from({ length: 8 }, newAddress)
  const pick = (index: number): string => pool[index % pool.length]!
  for (let turn = 0; turn < 60; turn++) {
    const payer = pick(turn)
    const instructions: Instruction[] = Array.from({ length: 1 + (turn % 3) }, (_, step) => ({
      program: newAddress(),
      data: new Uint8Array(randomBytes((turn * 7 + step) % 200)),
      accounts: Array.from({ length: turn % 6 }, (__, place) => ({
        address: pick(turn + step * 3 + place),
        isSigner: pick(turn + step * 3 + place) === payer,
        isWritable: (turn + place) % 2 === 0,
      })),
    }))
    const blockhash = newAddress()
    const read = Transaction.from(toUnsigned(compileMessage(payer, blockhash, instructions)))
    expect([read.feePayer?.toBase58(), read.recentBlockhash]).toEqual([payer, blockhash])
    // An account that signs or is written anywhere does so everywhere, because a message lists it once.
    const isWritable = (wanted: string): boolean =>
      wanted === payer ||
      instructions.some(({ accounts }) =>
        accounts.some((account) => account.address === wanted && account.isWritable),
      )
    const shown = ({ pubkey, ...roles }: Theirs) => ({ address: pubkey.toBase58(), ...roles })
    expect(
      read.instructions.map(({ programId, data, keys }) => ({
        program: programId.toBase58(),
        data: new Uint8Array(data),
        accounts: keys.map(shown),
      })),
    ).toEqual(
      instructions.map(({ program, data, accounts }) => ({
        program,
        data,
        accounts: accounts.map((account) => ({
          address: account.address,
          isSigner: account.address === payer,
          isWritable: isWritable(account.address),
        })),
      })),
    )
  }
})
