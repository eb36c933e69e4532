// Signatures of Solana, Polkadot and Cosmos, made by the libraries that wallets use.
import {
  encodeSecp256k1Pubkey,
  Secp256k1Wallet,
  serializeSignDoc,
  type StdSignDoc,
} from '@cosmjs/amino'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { Keyring } from '@polkadot/keyring'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base58, base64, bech32, hex } from '@scure/base'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyAdr36 } from '../src/verify/cosmos.js'
import { verifyPolkadot } from '../src/verify/polkadot.js'
import { verifyEd25519 as verifySolana } from '../src/verify/solana.js'
import { createRandom } from './support.js'

const random = createRandom(36)
const TEXT = 'site.test wants you to sign in with your account:\nx\n\n\nURI: https://site.test'
const verifyEd25519 = (address: string, text: string, signature: unknown): boolean =>
  verifySolana({ address, text, signature: signature as string })
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

// Solana.
const seed = random.bytes(32)
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})
const solana = base58.encode(
  new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' })).slice(-32),
)
it('Solana: a signature of another library is verified, and changed ones are refused', () => {
  const signature = base58.encode(new Uint8Array(sign(null, bytesOf(TEXT), privateKey)))
  expect(verifyEd25519(solana, TEXT, signature)).toBe(true)
  expect(verifyEd25519(solana, `${TEXT} `, signature)).toBe(false)
  expect(verifyEd25519('2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa', TEXT, signature)).toBe(false)
  for (const none of [
    '',
    '0',
    base58.encode(new Uint8Array(64)),
    base58.encode(new Uint8Array(63)),
    '1'.repeat(70_000),
    undefined,
    {},
  ])
    expect(verifyEd25519(solana, TEXT, none)).toBe(false)
})

it('Solana: a key of small order, with which everybody can sign everything, is refused', () => {
  const identity = Uint8Array.from([1, ...new Uint8Array(31)])
  expect(
    verifyEd25519(
      base58.encode(identity),
      TEXT,
      base58.encode(Uint8Array.from([...identity, ...new Uint8Array(32)])),
    ),
  ).toBe(false)
  expect(verifyEd25519('1'.repeat(32), TEXT, base58.encode(new Uint8Array(64)))).toBe(false)
})

/**
 * Published with servers that take such messages: Supabase's test data, base64, and Web3Auth's,
 * base58.
 */
const line = (domain: string, address: string, statement: string, rest: string): string =>
  `${domain} wants you to sign in with your Solana account:\n${address}\n\n${statement}\n\n${rest}`
it.each([
  [
    '2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa',
    line(
      'localhost:5173',
      '2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa',
      'Sign in on localhost',
      'URI: http://localhost:5173/\nVersion: 1\nIssued At: 2025-05-16T14:52:03.613Z',
    ),
    base58.encode(
      base64.decode(
        'Ybkgj9JAc4NGFpCn7KCOXJEKzcOqWVqEuKSkb6t30iTK+Y74xZUWn9Uq/VbNhMIkuiZSh2Xi7Y6EwzWUn3UMAw==',
      ),
    ),
  ],
  [
    'HdNrHhbvY1FM79T7tSDAu9D7sy5gNEqJvqGe7BrBkio9',
    line(
      'login.xyz',
      'HdNrHhbvY1FM79T7tSDAu9D7sy5gNEqJvqGe7BrBkio9',
      'Sign-In With Solana Example Statement',
      'URI: https://login.xyz\nVersion: 1\nChain ID: 1\nNonce: bTyXgcQxn2htgkjJn\n' +
        'Issued At: 2022-01-27T17:09:38.578Z\nExpiration Time: 2100-01-07T14:31:43.952Z',
    ),
    '3XnLTn7ro1BGdRBNakwdMMmXrE3o4g8sBVQZpboD3T4AbnrzMgwM1AypJTPrp1qt2DBDxt3vDfdzwzupNkHPdVbj',
  ],
  [
    'HdNrHhbvY1FM79T7tSDAu9D7sy5gNEqJvqGe7BrBkio9',
    line(
      'login.xyz',
      'HdNrHhbvY1FM79T7tSDAu9D7sy5gNEqJvqGe7BrBkio9',
      'Sign-In With Solana Example Statement',
      'URI: https://login.xyz\nVersion: 1\nChain ID: 1\nNonce: bTyXgcQxn2htgkjJn\nIssued At: 2022-01-27T17:09:38.578Z',
    ),
    '22ACJ9Y3ypH8vo3zV5vy7dp9S3oZWAXzbxsohHL9bw24M6XjKo1Ti5ZkgKmP2R3Jq5Wks4R1Eq41dB6SXF8NMC6G',
  ],
])('Solana: the signature of a published message is verified (%#)', (address, text, signature) => {
  expect(verifyEd25519(address, text, signature)).toBe(true)
  expect(verifyEd25519(address, text.replace('Version', 'version'), signature)).toBe(false)
})

// Polkadot.
const polkadot = (address: string, text: string, signature: string): unknown =>
  verifyPolkadot({ address, text, signature })
it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
  'Polkadot: a signature of polkadot.js with %s is verified in each form, for any prefix',
  async (type) => {
    await cryptoWaitReady()
    const keyring = new Keyring({ type })
    const [pair, other] = [
      keyring.addFromSeed(random.bytes(32)),
      keyring.addFromSeed(random.bytes(32)),
    ]
    for (const wrapped of [true, false])
      for (const withType of [true, false]) {
        const signature = u8aToHex(
          pair.sign(wrapped ? u8aWrapBytes(TEXT) : bytesOf(TEXT), { withType }),
        )
        expect(polkadot(pair.address, TEXT, signature)).toBe(true)
        expect(polkadot(pair.address, `${TEXT}.`, signature)).toBe(false)
        expect(polkadot(other.address, TEXT, signature)).toBe(false)
        expect(
          polkadot(
            pair.address,
            TEXT,
            `${signature.slice(0, -2)}${signature.endsWith('00') ? '01' : '00'}`,
          ),
        ).toBe(false)
      }
    const signature = u8aToHex(pair.sign(u8aWrapBytes(TEXT)))
    for (const prefix of [0, 2, 63, 64, 255, 1284, 16_383])
      expect(polkadot(keyring.encodeAddress(pair.addressRaw, prefix), TEXT, signature)).toBe(true)
    const broken = pair.address.slice(0, -1) + (pair.address.endsWith('1') ? '2' : '1')
    expect(polkadot(broken, TEXT, u8aToHex(pair.sign(TEXT)))).toBe(false)
    for (const none of [
      '',
      '0x',
      `0x${'00'.repeat(64)}`,
      `0x${'00'.repeat(65)}`,
      `0x02${'00'.repeat(65)}`,
      'zz'.repeat(64),
    ])
      expect(polkadot(pair.address, TEXT, none)).toBe(false)
  },
)

it('Polkadot: a mirrored signature of ECDSA is refused', async () => {
  await cryptoWaitReady()
  const pair = new Keyring({ type: 'ecdsa' }).addFromSeed(random.bytes(32))
  const signature = pair.sign(u8aWrapBytes(TEXT))
  const mirrored = Uint8Array.from([...mirror(signature.slice(0, 64)), signature[64]! ^ 1])
  expect(polkadot(pair.address, TEXT, u8aToHex(signature))).toBe(true)
  expect(polkadot(pair.address, TEXT, u8aToHex(mirrored))).toBe(false)
})

// Cosmos.
const adr36 = (signer: string, text: string): StdSignDoc => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  memo: '',
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytesOf(text)) } }],
})

it('Cosmos: the published signature of Keplr is verified', () => {
  const address = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
  const signature =
    'vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg=='
  const publicKey = hex.encode(base64.decode('A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9'))
  for (const given of [publicKey, `0x${publicKey.toUpperCase()}`, undefined])
    expect(
      verifyAdr36({ address, text: address, signature, ...(given && { publicKey: given }) }),
    ).toBe(true)
  expect(verifyAdr36({ address, text: `${address}.`, signature, publicKey })).toBe(false)
})

// github.com/cosmos/cosmos-sdk, docs/architecture/adr-036-arbitrary-signature.md (Apache-2.0): the
// only example there. Its address has a wrong checksum, and its signature is of another document
// than the one beside it.
it('Cosmos: the example of ADR-36 itself is refused, as it is invalid in every reading', () => {
  const [address, publicKey, signature] = [
    'cosmos1hftz5ugqmpg9243xeegsqqav62f8hnywsjr4xr',
    hex.encode(base64.decode('AqnDSiRoFmTPfq97xxEb2VkQ/Hm28cPsqsZm9jEVsYK9')),
    '8y8i34qJakkjse9pOD2De+dnlc4KvFgh0wQpes4eydN66D9kv7cmCEouRrkka9tlW9cAkIL52ErB+6ye7X5aEg==',
  ]
  expect(() => bech32.decode(address as `${string}1${string}`)).toThrow(/checksum/i)
  const own = 'cosmos1hftz5ugqmpg9243xeegsqqav62f8hnyw3gdu30'
  for (const signer of [address, own])
    for (const text of ['random', 'cmFuZG9t', ''])
      expect(verifyAdr36({ address: signer, text, signature, publicKey })).toBe(false)
})

it('Cosmos: a signature of cosmjs is verified for every prefix, and for no other key', async () => {
  for (const prefix of ['cosmos', 'osmo', 'celestia']) {
    const wallet = await Secp256k1Wallet.fromKey(random.bytes(32), prefix)
    const [{ address, pubkey }] = (await wallet.getAccounts()) as unknown as [
      { address: string; pubkey: Uint8Array },
    ]
    const {
      signature: { signature },
    } = await wallet.signAmino(address, adr36(address, TEXT))
    expect(encodeSecp256k1Pubkey(pubkey).value).toBe(base64.encode(pubkey))
    expect(verifyAdr36({ address, text: TEXT, signature })).toBe(true)
    expect(verifyAdr36({ address, text: TEXT, signature, publicKey: hex.encode(pubkey) })).toBe(
      true,
    )
    expect(
      verifyAdr36({ address, text: `${TEXT}.`, signature, publicKey: hex.encode(pubkey) }),
    ).toBe(false)
    const foreign = secp256k1.getPublicKey(random.bytes(32))
    expect(verifyAdr36({ address, text: TEXT, signature, publicKey: hex.encode(foreign) })).toBe(
      false,
    )
    for (const none of ['', '00', 'zz', hex.encode(pubkey).slice(2)])
      expect(verifyAdr36({ address, text: TEXT, signature, publicKey: none })).toBe(false)
    const mirrored = base64.encode(mirror(base64.decode(signature)))
    expect(verifyAdr36({ address, text: TEXT, signature: mirrored })).toBe(false)
  }
})

it("Cosmos: signing another account's document with one's own key does not sign in as that account", () => {
  const [address, thief] = ['cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud', random.bytes(32)]
  for (const hash of [sha256, keccak_256]) {
    const signature = base64.encode(
      secp256k1.sign(hash(serializeSignDoc(adr36(address, TEXT))), thief, { prehash: false }),
    )
    expect(verifyAdr36({ address, text: TEXT, signature })).toBe(false)
    expect(
      verifyAdr36({
        address,
        text: TEXT,
        signature,
        publicKey: hex.encode(secp256k1.getPublicKey(thief)),
      }),
    ).toBe(false)
  }
})

/** The other signature of the same message, with a high s. */
function mirror(signature: Uint8Array): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(signature)
  return new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes()
}

it("Cosmos: a signature of Ethermint, with address and hash as Ethereum's, is verified", () => {
  const secret = random.bytes(32)
  const key = secp256k1.getPublicKey(secret, false)
  const address = bech32.encode('evmos', bech32.toWords(keccak_256(key.slice(1)).slice(-20)))
  const signature = base64.encode(
    secp256k1.sign(keccak_256(serializeSignDoc(adr36(address, TEXT))), secret, { prehash: false }),
  )
  expect(verifyAdr36({ address, text: TEXT, signature })).toBe(true)
  expect(
    verifyAdr36({
      address,
      text: TEXT,
      signature,
      publicKey: hex.encode(secp256k1.getPublicKey(secret)),
    }),
  ).toBe(true)
})

it.each([
  '',
  '*',
  base64.encode(new Uint8Array(64)),
  base64.encode(new Uint8Array(64).fill(255)),
  base64.encode(new Uint8Array(65)),
])('Cosmos: a malformed signature is refused (%#)', (signature) => {
  expect(
    verifyAdr36({
      address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
      text: TEXT,
      signature,
    }),
  ).toBe(false)
})
