import { encodeSecp256k1Pubkey, pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64, hex } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import { createPublicKey, verify } from 'node:crypto'
import {
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
  type Hex,
} from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installPage } from '../src/page.js'
import { bip122Keys } from '../src/wallets/bip122.js'
import {
  Bip122Wallet,
  CosmosWallet,
  Eip155Wallet,
  PolkadotWallet,
  SolanaWallet,
  type TestWallet,
} from '../src/wallets/index.js'
import { payloadBytes, ss58 } from '../src/wallets/polkadot.js'

let leave: () => void
const offs: (() => void)[] = []
const place = <W extends TestWallet>(wallet: W): W => (offs.push(wallet.install()), wallet)
beforeEach(() => (leave = installPage()))
afterEach(() => {
  for (const off of offs.splice(0)) off()
  leave()
})

const ask = (wallet: Eip155Wallet, method: string, ...params: unknown[]) =>
  wallet.provider.request({ method, params })

describe('an EIP-155 wallet', () => {
  it('An EIP-155 wallet signs messages, typed data and transactions that viem verifies', async () => {
    const wallet = place(new Eip155Wallet())
    const [address] = (await ask(wallet, 'eth_requestAccounts')) as [Hex]
    expect(
      await verifyMessage({
        address,
        message: 'Grüezi',
        signature: (await ask(
          wallet,
          'personal_sign',
          `0x${hex.encode(new TextEncoder().encode('Grüezi'))}`,
          address,
        )) as Hex,
      }),
    ).toBe(true)
    const data = {
      domain: {
        name: 'Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallets', type: 'address[]' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person[]' },
          { name: 'body', type: 'bytes' },
          { name: 'nonce', type: 'int8' },
          { name: 'seal', type: 'bytes4' },
          { name: 'urgent', type: 'bool' },
        ],
      },
      primaryType: 'Mail',
      message: {
        from: { name: 'Cow', wallets: [address] },
        to: [{ name: 'Bob', wallets: [] }],
        body: '0x1234',
        nonce: -1,
        seal: '0xdeadbeef',
        urgent: true,
      },
    } as const
    expect(
      await verifyTypedData({
        ...data,
        address,
        signature: (await ask(
          wallet,
          'eth_signTypedData_v4',
          address,
          JSON.stringify(data),
        )) as Hex,
      }),
    ).toBe(true)
    const raw = (await ask(wallet, 'eth_signTransaction', {
      from: address,
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: '0xde0b6b3a7640000',
      nonce: '0x7',
      gas: '0x5208',
      maxFeePerGas: '0x3b9aca00',
      data: `0x${'ab'.repeat(60)}`,
    })) as `0x02${string}`
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 1,
      nonce: 7,
      value: 10n ** 18n,
      gas: 21_000n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)
  })

  it('An EIP-155 wallet shows and signs nothing before it lets the page in', async () => {
    const wallet = place(new Eip155Wallet())
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    await expect(ask(wallet, 'personal_sign', '0x', wallet.address)).rejects.toMatchObject({
      code: 4100,
    })
    wallet.behave({ reject: { code: 4001 } })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toEqual({ code: 4001 })
    expect(wallet.asked).toEqual(['eth_requestAccounts'])
  })
})

it('A Cosmos wallet signs amino and direct documents as CosmJS encodes them', async () => {
  const wallet = place(new CosmosWallet())
  await wallet.provider.enable('cosmoshub-4')
  const address = wallet.address('cosmoshub-4')
  expect(address).toBe(pubkeyToAddress(encodeSecp256k1Pubkey(wallet.publicKey()), 'cosmos'))
  const isGood = ({ signature }: { signature: string }, bytes: Uint8Array): boolean =>
    secp256k1.verify(base64.decode(signature), sha256(bytes), wallet.publicKey(), {
      prehash: false,
    })
  const amino = {
    chain_id: 'cosmoshub-4',
    account_number: '1',
    sequence: '0',
    fee: { gas: '1', amount: [] },
    memo: 'a < b & "c"',
    msgs: [],
  }
  expect(
    isGood(
      (
        (await wallet.provider.signAmino('cosmoshub-4', address, amino)) as {
          signature: { signature: string }
        }
      ).signature,
      serializeSignDoc(amino),
    ),
  ).toBe(true)
  const direct = {
    bodyBytes: Uint8Array.of(1, 2),
    authInfoBytes: new Uint8Array(200).fill(7),
    chainId: 'cosmoshub-4',
    accountNumber: 300n,
  }
  expect(
    isGood(
      (
        (await wallet.provider.signDirect('cosmoshub-4', address, direct)) as {
          signature: { signature: string }
        }
      ).signature,
      makeSignBytes(direct),
    ),
  ).toBe(true)
  await expect(wallet.provider.signAmino('osmosis-1', address, amino)).rejects.toThrow('mismatched')
})

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const isEd25519 = (message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' }),
    signature,
  )

it('A Solana wallet signs messages and transactions that OpenSSL verifies', async () => {
  const wallet = place(new SolanaWallet())
  const { features } = wallet.standard() as {
    features: Record<string, Record<string, (...input: unknown[]) => Promise<unknown>>>
  }
  await features['standard:connect']!['connect']!()
  const account = { address: wallet.address }
  const key = base58.decode(wallet.address)
  const [{ signature }] = (await features['solana:signMessage']!['signMessage']!({
    account,
    message: Uint8Array.of(1, 2, 3),
  })) as [{ signature: Uint8Array }]
  expect(isEd25519(Uint8Array.of(1, 2, 3), signature, key)).toBe(true)
  // A version 0 message of one signer and one other account.
  const message = Uint8Array.of(
    0x80,
    1,
    0,
    1,
    2,
    ...key,
    ...new Uint8Array(32),
    ...new Uint8Array(32).fill(9),
    0,
    0,
  )
  const [{ signedTransaction }] = (await features['solana:signTransaction']!['signTransaction']!({
    account,
    transaction: Uint8Array.of(1, ...new Uint8Array(64), ...message),
  })) as [{ signedTransaction: Uint8Array }]
  expect(isEd25519(message, signedTransaction.slice(1, 65), key)).toBe(true)
  expect(signedTransaction.slice(65)).toEqual(message)
  await expect(
    features['solana:signTransaction']!['signTransaction']!({
      account,
      transaction: Uint8Array.of(1, ...new Uint8Array(64), 1, 0, 0, 1, ...new Uint8Array(64), 0),
    }),
  ).rejects.toThrow('No signer')
})

it('Addresses are spelled as SS58 says', () => {
  // Public example: the development account of everybody.
  const alice = hex.decode('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
  expect(ss58(alice)).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
  expect(ss58(alice, 0)).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
})

interface Extension {
  enable(origin: string): Promise<{
    signer: {
      signRaw(raw: object): Promise<{ signature: string }>
      signPayload(payload: object): Promise<{ signature: string }>
    }
  }>
}
const extension = (): Extension =>
  (window as unknown as { injectedWeb3: { bench: Extension } }).injectedWeb3.bench
const payload = {
  method: '0x0000',
  era: '0x00',
  nonce: '0x04',
  tip: '0x0',
  specVersion: '0x01',
  transactionVersion: '0x02',
  genesisHash: `0x${'11'.repeat(32)}`,
  blockHash: `0x${'22'.repeat(32)}`,
  signedExtensions: [
    'CheckNonZeroSender',
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ],
}
it('A Polkadot wallet signs raw bytes and payloads with keys of both types', async () => {
  // Method, era, nonce 4, tip 0, mode 0; then versions, genesis, block, no metadata hash.
  const bytes = hex.decode(
    `00000010${'00'}${'00'}01000000${'02000000'}${'11'.repeat(32)}${'22'.repeat(32)}00`,
  )
  expect(payloadBytes({ ...payload, address: '' })).toEqual(bytes)
  for (const type of ['sr25519', 'ed25519'] as const) {
    const wallet = place(new PolkadotWallet({ type }))
    const { signer } = await extension().enable('test')
    const isGood = (message: Uint8Array, signature: Uint8Array): boolean =>
      type === 'ed25519'
        ? isEd25519(message, signature, wallet.publicKey)
        : verifySr25519(message, signature, wallet.publicKey)
    const raw = await signer.signRaw({ address: wallet.address, data: '0x0102', type: 'bytes' })
    expect(
      isGood(
        new Uint8Array([
          ...new TextEncoder().encode('<Bytes>'),
          1,
          2,
          ...new TextEncoder().encode('</Bytes>'),
        ]),
        hex.decode(raw.signature.slice(2)),
      ),
    ).toBe(true)
    const signed = hex.decode(
      (await signer.signPayload({ ...payload, address: wallet.address })).signature.slice(2),
    )
    expect(signed[0]).toBe(type === 'ed25519' ? 0 : 1)
    expect(isGood(bytes, signed.slice(1))).toBe(true)
  }
})

describe('a Bitcoin wallet', () => {
  it('A Bitcoin wallet signs messages as the vectors of BIP-322 do', () => {
    // L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k
    const wif = base58.decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k').slice(1, 33)
    const keys = bip122Keys(wif)
    expect(keys.payment.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
    expect(base64.encode(keys.signMessage(keys.payment.address, 'Hello World'))).toBe(
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3' +
        'zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    )
    expect(() => keys.signMessage('bc1qother', 'Hello World')).toThrow('No such address')
  })

  it('A Bitcoin wallet shows its two accounts only after it lets the page in', async () => {
    const wallet = place(new Bip122Wallet())
    const { request } = (
      window as unknown as {
        BenchProviders: {
          BitcoinProvider: {
            request(method: string): Promise<{ result: { addresses: { address: string }[] } }>
          }
        }
      }
    ).BenchProviders.BitcoinProvider
    await expect(request('wallet_getAccount')).rejects.toMatchObject({ code: -32002 })
    const { result } = await request('wallet_connect')
    expect(result.addresses.map(({ address }) => address)).toEqual([
      wallet.keys.ordinals.address,
      wallet.keys.payment.address,
    ])
  })
})

describe('the user of a wallet', () => {
  it('A silent user answers only when the test says so', async () => {
    const wallet = place(new Eip155Wallet())
    wallet.behave('silence')
    let answer: unknown
    const asking = ask(wallet, 'eth_requestAccounts').then((value) => (answer = value))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(answer).toBeUndefined()
    wallet.answerLate()
    await asking
    expect(answer).toEqual([wallet.address])
  })

  it('A user answers slowly, changes accounts, locks, and throws in the call itself', async () => {
    const wallet = place(new PolkadotWallet())
    wallet.slow(20)
    await extension().enable('test')
    const before = wallet.address
    wallet.show('other')
    expect(wallet.address).not.toBe(before)
    wallet.lock()
    wallet.blurt(new Error('now'))
    await expect(extension().enable('test')).rejects.toThrow('now')
  })
})
