import {
  address,
  compileOffchainMessageEnvelope,
  offchainMessageApplicationDomain,
  offchainMessageContentRestrictedAsciiOf1232BytesMax,
  offchainMessageContentUtf8Of1232BytesMax,
  verifyOffchainMessageEnvelope,
  type OffchainMessage,
  type OffchainMessageBytes,
  type SignatureBytes,
} from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { fromBase58, toBase58 } from '../src/chain/base58.js'
import { FakeLegacy, FakeWallet } from './fakeWallet.js'
import { failure, isSigned, onNode } from './support.js'

const place = onNode()
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const seeded = (wallet: FakeWallet | FakeLegacy, seed: string) => {
  wallet.keypairs = [Keypair.fromSeed(hex(seed))]
  return wallet
}
const wallets = [
  ['announced', () => new FakeWallet({ send: place.send })],
  ['injected', () => new FakeLegacy()],
] as const

describe.each(wallets)('A wallet %s signs what others publish, bit by bit', (_, make) => {
  it.each([
    [
      'RFC 8032, test 2',
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
        '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'RFC 8032, test 3',
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
        '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
    // The message is "Hello world".
    [
      'a message of Trust Wallet Core',
      '44f480ca27711895586074a14c552e58cc52e66a58edb6c58cf9b9b7295d4a2d',
      '48656c6c6f20776f726c64',
      Buffer.from(
        fromBase58(
          '2iBZ6zrQRKHcbD8NWmm552gU5vGvh1dk3XV4jxnyEdRKm8up8AeQk1GFr9pJokSmchw7i9gMtNyFBdDt8tBxM1cG',
        )!,
      ).toString('hex'),
    ],
  ])(
    'The published signature of %s is made again, bit by bit',
    async (_name, seed, message, signature) => {
      const { provider, adapter, account, network } = await place.connected({
        wallet: seeded(make(), seed),
      })
      expect(Buffer.from(await provider.signMessage(hex(message))).toString('hex')).toBe(signature)
      expect(await adapter.sign!({ account, network, message: hex(message) })).toBe(
        toBase58(hex(signature)),
      )
    },
  )
})

/** The format of a message on Solana's command line: printable ASCII (0) or other text (1). */
const frame = (text: string, format: 0 | 1): Uint8Array => {
  const body = Buffer.from(text)
  return Buffer.concat([
    Buffer.from('\u00ffsolana offchain', 'latin1'),
    Buffer.of(0, format, body.length & 255, body.length >> 8),
    body,
  ])
}

describe('off-chain messages', () => {
  // Solana publishes these vectors of that format.
  const published = [
    ['Test Message', 0, 'ff736f6c616e61206f6666636861696e00000c0054657374204d657373616765'],
    [
      'Тестовое сообщение',
      1,
      'ff736f6c616e61206f6666636861696e00012300d0a2d0b5d181d182d0bed0b2d0bed0b520d181d0bed0bed0b1d189d0b5d0bdd0b8d0b5',
    ],
  ] as const
  it.each(published)(
    'The message "%s" is signed as it is, with nothing put around it',
    async (text, format, bytes) => {
      expect(Buffer.from(frame(text, format)).toString('hex')).toBe(bytes)
      const { provider, me } = await place.connected()
      expect(isSigned(me, hex(bytes), await provider.signMessage(hex(bytes)))).toBe(true)
    },
  )
  // The command `solana sign-offchain-message` made these signatures.
  it.each([
    [
      'testmessage',
      'EW8XHqffXwryUnRCdtWY2P85a3QEACMZuh8R8PumG4uM',
      '4gfuYetd6g7ktB8i6LVVziyKjnFC85fabTHVD9CV5tREoHvZMQxBvdNQcBB1wnUqe1e1HZ9CMaVqreNdWxhaGuvD',
    ],
    [
      'hey there',
      '4fwzf5RUcptqpMTYjNhXVuYabeX9bF1patCSYTkMufFN',
      '3zHMng1qyLHbPTBw1YxBVwJGBWhkqRrX6JipKqmWiT9P4oMEuacqdjvWEbHaG6CbMF6rYL4e22qkP7zcY8FP4Bfr',
    ],
  ])('The message "%s" of the command line is read as it was signed', (text, signer, signature) => {
    const [key, bytes] = [new PublicKey(signer), fromBase58(signature)!]
    expect([
      toBase58(bytes),
      isSigned(key, frame(text, 0), bytes),
      isSigned(key, frame(`${text}!`, 0), bytes),
    ]).toEqual([signature, true, false])
  })

  const of = (me: PublicKey): readonly OffchainMessage[] => {
    const requiredSignatories = [{ address: address(me.toBase58()) }]
    const applicationDomain = offchainMessageApplicationDomain(
      'testdnS2CZxEfhVBFQ9SBPh4CvLLvUPNTC3AGQ8Pd3W',
    )
    return [
      { version: 1, content: 'Grüezi', requiredSignatories },
      {
        version: 0,
        applicationDomain,
        content: offchainMessageContentRestrictedAsciiOf1232BytesMax('Hello'),
        requiredSignatories,
      },
      {
        version: 0,
        applicationDomain,
        content: offchainMessageContentUtf8Of1232BytesMax('Grüezi'),
        requiredSignatories,
      },
    ]
  }
  it.each(wallets)(
    'Off-chain messages of an %s wallet verify by the kit of Solana, and changed ones do not',
    async (_, make) => {
      const { provider, me } = await place.connected({ wallet: make() })
      for (const message of of(me)) {
        const { content } = compileOffchainMessageEnvelope(message)
        const signatures = {
          [address(me.toBase58())]: (await provider.signMessage(
            Uint8Array.from(content),
          )) as SignatureBytes,
        }
        await verifyOffchainMessageEnvelope({ content, signatures })
        const changed = Uint8Array.from(content)
        changed[changed.length - 1]! ^= 1
        expect(
          await failure(
            verifyOffchainMessageEnvelope({
              content: changed as unknown as OffchainMessageBytes,
              signatures,
            }),
          ),
        ).toBeInstanceOf(Error)
      }
    },
  )
})
