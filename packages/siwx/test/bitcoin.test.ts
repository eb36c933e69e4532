import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import {
  Address,
  NETWORK,
  OutScript,
  p2ms,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  RawWitness,
  TEST_NETWORK,
  WIF,
} from '@scure/btc-signer'
import { pubECDSA, pubSchnorr, signSchnorr } from '@scure/btc-signer/utils.js'
import bip322 from 'bip322-js'
import { expect, it } from 'vitest'
import { verifyBitcoin } from '../src/verify/bip122.js'
import { toSign } from '../src/verify/bip322.js'
import { createRandom, vectors } from './support.js'

const MAINNET = '000000000019d6689c085ae165831e93'
const TESTNET = '000000000933ea01ad0ee984209779ba'
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328'
interface Simple {
  message: string
  address: string
  type: string
  bip322_signatures: string[]
}
interface Refused {
  description: string
  message: string
  address: string
  signature: string
}
const verifies = (address: string, text: string, signature: string, reference = MAINNET): boolean =>
  verifyBitcoin({ address, chainId: `bip122:${reference}`, text, signature })
const [basic, generated] = ['basic', 'generated'].map((name) =>
  vectors<unknown>(`bip322/${name}-test-vectors.json`),
) as [Record<string, unknown>, Record<string, unknown>]

it("The 3 pairs of transactions of BIP-322's own vectors are built", () => {
  const pairs = basic['tx_hashes'] as {
    message: string
    address: string
    to_spend_tx_hash: string
    to_sign_tx_hash: string
  }[]
  expect(pairs).toHaveLength(3)
  for (const { message, address, to_spend_tx_hash, to_sign_tx_hash } of pairs) {
    const transaction = toSign(
      new TextEncoder().encode(message),
      OutScript.encode(Address().decode(address)),
    )
    expect([hex.encode(transaction.getInput(0).txid!), transaction.id]).toEqual([
      to_spend_tx_hash,
      to_sign_tx_hash,
    ])
  }
})

it('The 10 signatures of the 8 simple cases of BIP-322 are verified: P2WPKH, P2TR, P2WSH of 2 and 3 keys', () => {
  const cases = [...(basic['simple'] as Simple[]), ...(generated['simple'] as Simple[])]
  const signatures = cases.flatMap(({ bip322_signatures, ...one }) =>
    bip322_signatures.map((signature) => ({ ...one, signature })),
  )
  expect([cases.length, signatures.length]).toEqual([8, 10])
  for (const { address, message, type, signature } of signatures) {
    expect(verifies(address, message, signature), `${type}: ${message}`).toBe(true)
    expect(verifies(address, `${message}.`, signature), type).toBe(false)
    expect(verifies(address, message, signature, REGTEST), 'on another chain').toBe(false)
  }
})

it('The 16 wrong signatures of the vectors are refused: 8 of the basic file, 8 simple ones', () => {
  const cases = [...(basic['error'] as Refused[]), ...(generated['error'] as Refused[])]
  expect(cases).toHaveLength(16)
  for (const { description, address, message, signature } of cases)
    expect(verifies(address, message, signature), description).toBe(false)
})

it('A full signature of BIP-322 is refused, as the profile says: 5 cases', () => {
  const cases = generated['full'] as Simple[]
  expect(cases).toHaveLength(5)
  for (const { address, message, bip322_signatures } of cases)
    expect(verifies(address, message, bip322_signatures[0]!)).toBe(false)
})

const random = createRandom(322)
const secret = random.bytes(32)
const wif = WIF().encode(secret)
const key = pubECDSA(secret)
const TEXT =
  'site.test wants you to sign in with your Bitcoin account:\nbc1q\n\n\nURI: https://site.test'
const addresses = {
  p2wpkh: p2wpkh(key).address!,
  p2tr: p2tr(pubSchnorr(secret)).address!,
  nested: p2sh(p2wpkh(key)).address!,
  p2pkh: p2pkh(key).address!,
}

it.each(Object.entries(addresses))(
  'A signature by bip322-js with an address of kind %s is verified, and bip322-js agrees on every change',
  (_kind, address) => {
    const signature = bip322.Signer.sign(wif, address, TEXT).toString()
    expect(verifies(address, TEXT, signature)).toBe(true)
    const bytes = base64.decode(signature)
    for (let round = 0; round < 12; round++) {
      const at = random.below(bytes.length)
      const changed = base64.encode(
        bytes.map((byte, index) => (index === at ? byte ^ (1 << random.below(8)) : byte)),
      )
      // A changed signature may still be valid: it has another header byte of ECDSA or another hash
      // type. Then the other library accepts it as well.
      if (verifies(address, TEXT, changed))
        expect(bip322.Verifier.verifySignature(address, TEXT, changed), changed).toBe(true)
    }
    for (const [other, foreign] of Object.entries(addresses))
      if (foreign !== address)
        expect(verifies(foreign, TEXT, signature), other).toBe(
          other !== 'p2tr' && address === addresses.p2pkh,
        )
  },
)

// A thief who does everything right, but has only a key of their own.
const thief = random.bytes(32)
const thiefKey = pubECDSA(thief)
const encode = (witness: readonly Uint8Array[]): string =>
  base64.encode(RawWitness.encode([...witness]))
const signAs = (digest: Uint8Array): Uint8Array =>
  Uint8Array.from([...secp256k1.sign(digest, thief, { prehash: false, format: 'der' }), 1])
const transactionFor = (address: string) =>
  toSign(new TextEncoder().encode(TEXT), OutScript.encode(Address().decode(address)))
const multisig = (keys: Uint8Array[], m: number): Uint8Array => p2ms(m, keys, true).script
it("A key or a script other than the address's does not sign for the address", () => {
  const sign = (address: string): string =>
    encode([
      signAs(transactionFor(address).preimageWitnessV0(0, p2pkh(thiefKey).script, 1, 0n)),
      thiefKey,
    ])
  for (const address of [addresses.p2wpkh, addresses.nested])
    expect(verifies(address, TEXT, sign(address))).toBe(false)
  for (const address of [p2wpkh(thiefKey).address!, p2sh(p2wpkh(thiefKey)).address!])
    expect(verifies(address, TEXT, sign(address))).toBe(true)
  const [own, victim] = [multisig([thiefKey], 1), multisig([key], 1)].map((script) => ({
    script,
    address: p2wsh({ type: 'ms', script }).address!,
  })) as [{ script: Uint8Array; address: string }, { script: Uint8Array; address: string }]
  const signMultisig = (address: string): string =>
    encode([
      new Uint8Array(),
      signAs(transactionFor(address).preimageWitnessV0(0, own.script, 1, 0n)),
      own.script,
    ])
  expect(verifies(own.address, TEXT, signMultisig(own.address))).toBe(true)
  expect(verifies(victim.address, TEXT, signMultisig(victim.address))).toBe(false)
  const schnorrOf = (address: string): string =>
    encode([
      signSchnorr(
        transactionFor(address).preimageWitnessV1(
          0,
          [OutScript.encode(Address().decode(address))],
          0,
          [0n],
        ),
        thief,
      ),
    ])
  expect(verifies(addresses.p2tr, TEXT, schnorrOf(addresses.p2tr))).toBe(false)
})

it('A script of m of n keys needs exactly m signatures of m keys in their order', () => {
  const [pair] = (generated['simple'] as Simple[]).filter(
    ({ type }) => type === 'p2wsh-multisig-2of2',
  )
  const [empty, first, second, script] = RawWitness.decode(
    base64.decode(pair!.bip322_signatures[0]!),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const takes = (...witness: Uint8Array[]): boolean =>
    verifies(pair!.address, pair!.message, encode(witness))
  expect(takes(empty, first, second, script)).toBe(true)
  for (const wrong of [
    [empty, first, script],
    [empty, second, script],
    [empty, first, first, script],
    [empty, second, first, script],
    [empty, first, second, second, script],
    [empty, empty, first, second, script],
    [first, second, script],
    [empty, script],
    [empty, empty, empty, script],
  ])
    expect(takes(...wrong)).toBe(false)
})

it.each(['p2wpkh', 'p2tr'] as const)(
  'A witness of %s has no surplus, and its signature commits to everything',
  (kind) => {
    const address = addresses[kind]
    const witness = RawWitness.decode(
      base64.decode(bip322.Signer.sign(wif, address, TEXT).toString()),
    )
    expect(verifies(address, TEXT, encode(witness))).toBe(true)
    expect(verifies(address, TEXT, encode([...witness, new Uint8Array()]))).toBe(false)
    expect(verifies(address, TEXT, encode([...witness, witness[0]!]))).toBe(false)
    expect(
      verifies(
        address,
        TEXT,
        `${base64.encode(Uint8Array.from([...RawWitness.encode(witness), 0]))}`,
      ),
    ).toBe(false)
    const bare = witness[0]!.slice(0, kind === 'p2tr' ? 64 : -1)
    for (const type of [0, 2, 3, 0x81, 0x83])
      expect(
        verifies(address, TEXT, encode([Uint8Array.from([...bare, type]), ...witness.slice(1)])),
        String(type),
      ).toBe(false)
  },
)

const ecdsa = base64.decode(bip322.Signer.sign(wif, addresses.p2pkh, TEXT).toString())
const withHeader = (base: number): string =>
  base64.encode(Uint8Array.from([base + ((ecdsa[0]! - 27) % 4), ...ecdsa.slice(1)]))
it.each([
  ['BIP-137, P2PKH', 31, ['p2wpkh', 'nested', 'p2pkh']],
  ['BIP-137, P2SH-P2WPKH', 35, ['nested']],
  ['BIP-137, P2WPKH', 39, ['p2wpkh']],
  ['of a key without compression', 27, []],
])('A header of %s signs only for the addresses that may have it', (_what, base, kinds) => {
  expect(
    Object.entries(addresses)
      .filter(([, address]) => verifies(address, TEXT, withHeader(base)))
      .map(([kind]) => kind),
  ).toEqual(kinds)
})

it('An uncompressed key signs for its own address', () => {
  const address = p2pkh(pubECDSA(secret, false)).address!
  expect(verifies(address, TEXT, withHeader(27))).toBe(true)
  expect(verifies(address, TEXT, withHeader(31))).toBe(false)
})

it('Signatures are verified on test networks, and only on the network of the address', () => {
  const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
  for (const [reference, network] of [
    [TESTNET, TEST_NETWORK],
    [REGTEST, regtest],
    [MAINNET, NETWORK],
  ] as const) {
    const address = p2wpkh(key, network).address!
    const signature = withHeader(39)
    expect(
      [MAINNET, TESTNET, REGTEST].filter((each) => verifies(address, TEXT, signature, each)),
    ).toEqual([reference])
  }
})

it.each([
  '',
  '*',
  'AA',
  'AA==',
  '00'.repeat(65),
  base64.encode(new Uint8Array(65)),
  base64.encode(new Uint8Array(65).fill(27)),
  base64.encode(new Uint8Array(500).fill(255)),
  'A'.repeat(100_000),
])('A malformed Bitcoin signature is refused (%#)', (signature) => {
  for (const address of Object.values(addresses))
    expect(verifies(address, TEXT, signature)).toBe(false)
  expect(verifies('bc1qnone', TEXT, withHeader(39))).toBe(false)
})
