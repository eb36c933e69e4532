// Which account an address is of, however it is spelled. The spellings are made by libraries of
// others.
import { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeAddress } from '@polkadot/util-crypto'
import { base58, bech32, bech32m, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  accountKeyOf,
  checkMessage,
  isSameAccount,
  originsOf,
  type SiwxMessage,
} from '../src/index.js'
import { createRandom } from './support.js'

const random = createRandom(8)
const newKey = (): Uint8Array => secp256k1.getPublicKey(secp256k1.utils.randomSecretKey())
const toBech32 = (prefix: string, id: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(id))
const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make)

/** All spellings of one account, for each family. */
const SPELLINGS: Record<string, () => readonly string[]> = {
  eip155: () => {
    const address = `0x${hex.encode(random.bytes(20))}` as const
    return [
      address,
      getAddress(address),
      `0x${address.slice(2).toUpperCase()}`,
      getAddress(address, 30),
    ]
  },
  solana: () => [base58.encode(random.bytes(32))],
  'bip122, P2WPKH': () => {
    const key = newKey()
    const [main, test] = [NETWORK, TEST_NETWORK].map((network) => p2wpkh(key, network).address!)
    return [
      main!,
      test!,
      main!.toUpperCase(),
      test!.toUpperCase(),
      p2wpkh(key, { ...TEST_NETWORK, bech32: 'bcrt' }).address!,
    ]
  },
  'bip122, P2TR': () => {
    const key = newKey().slice(1)
    const [main, test] = [NETWORK, TEST_NETWORK].map(
      (network) => p2tr(key, undefined, network).address!,
    )
    return [main!, test!, main!.toUpperCase()]
  },
  'bip122, P2PKH': () => {
    const key = newKey()
    return [NETWORK, TEST_NETWORK].map((network) => p2pkh(key, network).address!)
  },
  'bip122, P2SH': () => {
    const key = newKey()
    return [NETWORK, TEST_NETWORK].map((network) => p2sh(p2wpkh(key, network), network).address!)
  },
  polkadot: () => {
    const id = random.bytes(32)
    return [0, 2, 5, 42, 63, 64, 172, 1284, 5234, 16_383].map((prefix) => encodeAddress(id, prefix))
  },
  cosmos: () => {
    const key = encodeSecp256k1Pubkey(newKey())
    return ['cosmos', 'evil', 'osmo', 'cosmosvaloper', 'bc', 'tb', 'bcrt', 'a'].flatMap(
      (prefix) => [pubkeyToAddress(key, prefix), pubkeyToAddress(key, prefix).toUpperCase()],
    )
  },
  'cosmos, contracts': () => {
    const id = random.bytes(32)
    return ['cosmos', 'juno', 'bc'].map((prefix) => toBech32(prefix, id))
  },
}

describe('the account behind an address', () => {
  it.each(Object.keys(SPELLINGS))(
    'All spellings of an address have one key, and each account has its own: %s, 100 accounts (audit M8)',
    (family) => {
      const accounts = times(100, SPELLINGS[family]!)
      const keys = accounts.map((spellings) => {
        const found = new Set(spellings.map(accountKeyOf))
        expect(found.size, spellings.join(' ')).toBe(1)
        return [...found][0]
      })
      expect(new Set(keys).size).toBe(100)
      for (const key of keys) expect(key).toMatch(new RegExp(`^${family.split(',')[0]!}:`))
      for (const [one, ...others] of accounts)
        for (const other of others) expect(isSameAccount(one!, other)).toBe(true)
    },
  )

  it('Addresses of one key with different scripts are different accounts (audit M8)', () => {
    const key = secp256k1.getPublicKey(new Uint8Array(32).fill(7))
    const addresses = [
      p2pkh(key).address!,
      p2wpkh(key).address!,
      p2sh(p2wpkh(key)).address!,
      p2tr(key.slice(1)).address!,
    ]
    expect(new Set(addresses.map(accountKeyOf)).size).toBe(4)
    expect(
      new Set(
        [hex.encode(keccak_256(key)).slice(-40)]
          .flatMap((id) => [`0x${id}`, toBech32('evmos', hex.decode(id))])
          .map(accountKeyOf),
      ).size,
    ).toBe(2)
  })

  it('A bech32 address is not read as base58, although many are 32 bytes of base58 too (audit M8)', () => {
    // 43 characters of bech32 without 0 and l are a key of Solana as well.
    const both = times(2_000, () => toBech32('osmo', random.bytes(20))).filter(
      (text) => /^[1-9a-km-z]+$/.test(text) && base58.decode(text).length === 32,
    )
    expect(both.length).toBeGreaterThan(20)
    for (const text of both) expect(accountKeyOf(text)).toMatch(/^cosmos:/)
  })

  it.each([
    '',
    'x',
    '0x',
    `0x${'1'.repeat(39)}`,
    `0x${'1'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    '1'.repeat(31),
    '1'.repeat(33),
    '1'.repeat(91),
    'cosmos1qqqq',
    bech32.encode('cosmos', bech32.toWords(new Uint8Array(21))),
    bech32m.encode('cosmos', bech32m.toWords(new Uint8Array(20))),
    bech32.encode('bc', [1, ...bech32.toWords(new Uint8Array(32))]),
    bech32m.encode('bc', [0, ...bech32m.toWords(new Uint8Array(20))]),
    bech32m.encode('bc', [17, ...bech32m.toWords(new Uint8Array(20))]),
    'eip155:1:0x0000000000000000000000000000000000000001',
    'cosmos1\u212Aqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
  ])('The text %j is not read as an address', (text) => {
    expect(accountKeyOf(text)).toBeUndefined()
    expect(isSameAccount(text, text)).toBe(true)
    expect(isSameAccount(text, `${text}1`)).toBe(false)
  })

  it.each([undefined, null, 1, {}, []])('The value %j is not read as an address', (value) =>
    expect(accountKeyOf(value as never)).toBeUndefined(),
  )
})

const message: SiwxMessage = {
  domain: 'shop.example',
  accountAddress: 'x',
  chainId: 'eip155:1',
  uri: 'https://shop.example',
  version: '1',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-01T00:00:00Z',
}
const check = (other: Partial<SiwxMessage>, uris?: readonly string[]) => () =>
  checkMessage(
    { ...message, ...other },
    { domain: other.domain ?? message.domain, ...(uris && { uris }) },
  )

describe('where a message is of', () => {
  it.each<[Partial<SiwxMessage>, (readonly string[])?]>([
    [{ uri: 'https://shop.example/a?b=c#d' }],
    [{ uri: 'HTTPS://SHOP.EXAMPLE/' }],
    [{ uri: 'https://shop.example:443/' }],
    [{ scheme: 'https' }],
    [{ domain: 'shop.example:8443', uri: 'https://shop.example:8443/in' }],
    [{ domain: 'localhost:3000', uri: 'http://localhost:3000' }],
    [{ domain: 'localhost:3000', uri: 'https://localhost:3000', scheme: 'http' }],
    [{ domain: 'a.localhost', uri: 'http://a.localhost/' }],
    [{ domain: '127.0.0.1:1', uri: 'http://127.0.0.1:1' }],
    [{ domain: '127.9.8.7', uri: 'http://127.9.8.7' }],
    [{ domain: '[::1]:5173', uri: 'http://[::1]:5173/' }],
    [{ uri: 'https://app.example/x' }, ['https://app.example']],
    [{ uri: 'did:key:z6Mk' }, ['did:key:z6Mk']],
    [{ uri: 'shop-app://sign-in' }, ['shop-app://sign-in']],
    [{ scheme: 'shop-app', uri: 'https://shop.example' }, ['shop-app://shop.example']],
    [
      { domain: '192.168.0.5:3000', uri: 'http://192.168.0.5:3000/in', scheme: 'http' },
      ['http://192.168.0.5:3000'],
    ],
  ])('The origin %j is accepted beside %j (audit L4)', (other, uris) =>
    expect(check(other, uris)).not.toThrow(),
  )

  it.each<[Partial<SiwxMessage>, (readonly string[])?]>([
    [{ uri: 'https://evil.example/login' }],
    [{ uri: 'http://shop.example' }],
    [{ uri: 'https://shop.example:8443' }],
    [{ uri: 'https://shop.example.evil.example' }],
    [{ uri: 'https://www.shop.example' }],
    [{ uri: 'https://shop.example@evil.example' }],
    [{ uri: 'https://user@shop.example/' }],
    [{ uri: 'https:shop.example' }],
    [{ uri: 'https:/shop.example' }],
    [{ uri: 'did:key:z6Mk' }],
    [{ uri: 'ftp://shop.example' }],
    [{ uri: 'blob:https://shop.example/x' }],
    [{ uri: 'javascript://shop.example/%0aalert' }],
    [{ scheme: 'http' }],
    [{ scheme: 'javascript' }],
    [{ scheme: 'evil' }],
    [{ domain: 'localhost.evil.example', uri: 'http://localhost.evil.example' }],
    [{ domain: '127.0.0.1.evil.example', uri: 'http://127.0.0.1.evil.example' }],
    [{ domain: 'notlocalhost', uri: 'http://notlocalhost' }],
    [{ domain: '128.0.0.1', uri: 'http://128.0.0.1' }],
    [{ domain: '192.168.0.5', uri: 'http://192.168.0.5' }],
    [{ uri: 'https://app.example.evil.example' }, ['https://app.example']],
    [{ uri: 'did:key:z6MkOther' }, ['did:key:z6Mk']],
    [{ uri: 'https://app.example/other' }, ['https://app.example/in']],
  ])('The origin %j is refused beside %j (audit L4)', (other, uris) =>
    expect(check(other, uris)).toThrow(expect.objectContaining({ code: 'siwx.wrong_uri' })),
  )

  it('URI and scheme are not checked where no domain is expected', () =>
    expect(() => checkMessage({ ...message, uri: 'https://evil.example' }, {})).not.toThrow())

  it('The origins of a domain are named', () => {
    expect(originsOf('shop.example')).toEqual(['https://shop.example'])
    expect(originsOf('localhost:3000')).toEqual(['https://localhost:3000', 'http://localhost:3000'])
    expect(originsOf('user@shop.example')).toEqual([])
  })
})
