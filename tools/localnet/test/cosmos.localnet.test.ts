import { Secp256k1HdWallet } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { coins, SigningStargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCosmos, type CosmosStandIn } from '../src/index.mjs'

const MNEMONIC =
  'economy stock theory fatal elder harbor betray wasp final emotion task crumble ' +
  'siren bottom lizard educate guess current outdoor pair theory focus wife stone'
const ME = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const OTHER = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
const FEE = { amount: coins(5_000, 'uatom'), gas: '200000' }
const send = {
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress: ME, toAddress: OTHER, amount: coins(7, 'uatom') },
}

let node: CosmosStandIn
beforeAll(async () => {
  node = await startCosmos({ genesis: { [ME]: { uatom: 1_000_000 } } })
})
afterAll(() => node.close())

describe.each([
  ['direct', DirectSecp256k1HdWallet],
  ['amino', Secp256k1HdWallet],
])('a transaction signed %s', (_way, Wallet) => {
  const open = async () =>
    SigningStargateClient.connectWithSigner(node.url, await Wallet.fromMnemonic(MNEMONIC), {
      broadcastPollIntervalMs: 20,
    })
  type Signer = Parameters<SigningStargateClient['sign']>[4]
  const broadcast = async (
    signer?: Partial<NonNullable<Signer>>,
    tamper?: (signature: Uint8Array) => void,
  ) => {
    const client = await open()
    const { accountNumber, sequence } = await client.getSequence(ME)
    const raw = await client.sign(ME, [send], FEE, '', {
      accountNumber,
      sequence,
      chainId: node.chainId,
      ...signer,
    })
    tamper?.(raw.signatures[0]!)
    return client.broadcastTx(TxRaw.encode(raw).finish())
  }

  it('A Cosmos transaction moves coins and takes the fee', async () => {
    const client = await open()
    const before = BigInt((await client.getBalance(ME, 'uatom')).amount)
    expect(await broadcast()).toMatchObject({ code: 0 })
    expect(before - BigInt((await client.getBalance(ME, 'uatom')).amount)).toBe(5_007n)
  })

  it.each([
    ['with another sequence', { sequence: 99 }, /account sequence mismatch/],
    ['for another account number', { accountNumber: 99n }, /signature verification failed/],
    ['for another chain', { chainId: 'cosmoshub-4' }, /signature verification failed/],
  ])('A Cosmos transaction that is signed %s is refused', async (_what, signer, words) => {
    await expect(broadcast(signer)).rejects.toThrow(words)
  })

  it('A Cosmos transaction is refused with one bit of its signature changed', async () => {
    await expect(broadcast({}, (signature) => void (signature[3]! ^= 1))).rejects.toThrow(
      /signature verification failed/,
    )
  })

  it('A Cosmos transaction is refused when its fee cannot be paid', async () => {
    const client = await open()
    await expect(
      client.sendTokens(ME, OTHER, coins(1, 'uatom'), {
        amount: coins(9_000_000, 'uatom'),
        gas: '200000',
      }),
    ).rejects.toThrow(/insufficient funds/)
  })
})

it('Every start of the Cosmos stand-in is a chain of its own', async () => {
  const other = await startCosmos({ chainId: 'other-1', prefix: 'osmo' })
  expect(other.url).not.toBe(node.url)
  expect(() => other.fund(ME, 'uatom', 1)).toThrow(/invalid Bech32 prefix/)
  await other.close()
})
