import { knownNamespaces } from '@latchkey/plugin-api'
import { PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { parseAddress, toKey } from './address.js'
import { fromBase58, toBase58 } from './base58.js'
import { fromBase64, toBase64 } from './bytes.js'
import { toWalletError } from '../wallet/errors.js'
import { classify } from './methods.js'
import { defineSolanaNetwork, solanaDevnet, solanaMainnet, solanaTestnet } from './networks.js'
import { solana } from '../plugin.js'
import { fromWalletChain, toWalletChain } from './walletChains.js'

const isValid = (text: string): boolean => {
  try {
    return parseAddress(text) === text
  } catch (error) {
    expect(error).toMatchObject({ code: 'adapter.invalid_address' })
    return false
  }
}

describe('an address', () => {
  it('An address is 32 to 44 characters of base58 that are 32 bytes [VALID-05]', () => {
    const long = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
    expect([isValid('1'.repeat(32)), long.length, isValid(long)]).toEqual([true, 44, true])
    for (const bad of [
      '1'.repeat(31),
      `${long}1`,
      '1'.repeat(44),
      ...['0', 'O', 'I', 'l'].map((letter) => letter + long.slice(1)),
    ])
      expect([bad, isValid(bad)]).toEqual([bad, false])
  })
  it('An address is spelled as web3.js spells it, whatever its bytes', () => {
    for (let seed = 0; seed < 300; seed++) {
      const bytes = Uint8Array.from({ length: 32 }, (_, index) =>
        index < seed % 33 ? 0 : (seed * 167 + index * 89) % 256,
      )
      const text = new PublicKey(bytes).toBase58()
      expect(toBase58(bytes)).toBe(text)
      expect(toKey(text)).toEqual(bytes)
    }
  })
})

describe('an encoding', () => {
  // The Bitcoin project publishes these vectors.
  it.each([
    ['', ''],
    ['61', '2g'],
    ['626262', 'a3gV'],
    ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
    ['00000000000000000000', '1111111111'],
    ['ecac89cad93923c02321', 'EJDM8drfXA6uyA'],
  ])('The bytes %s are written as %s in base58', (hex, text) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'))
    expect(toBase58(bytes)).toBe(text)
    expect(fromBase58(text)).toEqual(bytes)
  })
  it('Bytes of every length come back from base58 and base64, and malformed text is refused', () => {
    for (let length = 1; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (length * 31 + index * 7) % 256)
      expect(fromBase58(toBase58(bytes))).toEqual(bytes)
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }
    for (const bad of ['=', 'a b', 'é', 7, undefined, '****'])
      expect(fromBase64(bad)).toBeUndefined()
  })
})

describe('networks', () => {
  const all = [solanaMainnet, solanaTestnet, solanaDevnet]
  it('The networks of Solana are mainnet, testnet and devnet [ENT-13]', () => {
    expect(all.map(({ id, testnet }) => [id, testnet ?? false])).toEqual([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', false],
      ['solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3', true],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', true],
    ])
  })
  it('A network has one name in the Wallet Standard, in both directions', () => {
    for (const { id, chain } of all)
      expect([toWalletChain(id), fromWalletChain(chain)]).toEqual([chain, id])
    expect([toWalletChain('solana:x'), fromWalletChain('solana:x')]).toEqual([undefined, undefined])
  })
  it('A network without a genesis hash is refused', () => {
    expect(() =>
      defineSolanaNetwork({
        genesisHash: 'devnet',
        chain: 'solana:devnet',
        name: 'x',
        rpcUrls: [],
      }),
    ).toThrow(/Invalid genesis hash/)
  })
  it('The networks and their subscription URLs are among the origins that the plugin reaches', () => {
    expect(solana({ networks: [solanaDevnet] }).reaches).toEqual({
      origins: ['https://api.devnet.solana.com', 'wss://api.devnet.solana.com'],
    })
  })
})

it('Accounts of Solana are eoa by default [ACCT-10]', () => {
  expect(knownNamespaces['solana']?.accountType).toBe('eoa')
})

describe('a method', () => {
  it.each([
    ['solana_signMessage', 'RPC-13'],
    ['solana_signTransaction', 'RPC-14'],
    ['solana_signAllTransactions', 'RPC-15'],
    ['solana_signAndSendTransaction', 'RPC-16'],
  ])('%s is classified as unsafe [%s]', (method) => {
    expect(classify(method)).toBe('unsafe')
  })
  it('A method that only reads is safe, and one that the plugin does not handle has no class', () => {
    expect(
      [
        'getBalance',
        'simulateTransaction',
        'sendTransaction',
        'solana_requestAccounts',
        '__proto__',
        'requestAirdrop',
      ].map(classify),
    ).toEqual(['safe', 'safe', 'unsafe', undefined, undefined, undefined])
  })
})

it.each<[string, unknown, string]>([
  ['4001', { code: 4001 }, 'wallet.user_rejected'],
  ['words', new Error('User rejected the request.'), 'wallet.user_rejected'],
  ['a wrapped code', { error: { code: 4001 } }, 'wallet.user_rejected'],
  ['the code of the Wallet Standard', { code: 4001000 }, 'wallet.user_rejected'],
  ['-32002', { code: -32002 }, 'wallet.request_pending'],
  ['nothing', undefined, 'rpc.failed'],
  ['a name of Object', { code: 'toString' }, 'rpc.failed'],
])('A wallet that throws %s is understood', (_, thrown, code) => {
  expect(toWalletError(thrown, 'x')).toMatchObject({
    code,
    ...(thrown !== undefined && { cause: thrown }),
  })
})
