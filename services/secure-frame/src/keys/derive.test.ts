import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Keypair } from '@solana/web3.js'
import { mnemonicToSeedSync } from '@scure/bip39'
import { HDNodeWallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { addressesOf, deriveEd25519, deriveKeys, eraseKeys, keysOfSeed, wordsOf } from './derive.js'

const ABOUT = `${'abandon '.repeat(11)}about`
const secretOf = (byte: number) => new Uint8Array(32).fill(byte)

/* eslint-disable max-len -- vectors are quoted as they stand */
describe('keys of a secret', () => {
  it.each([
    // Vectors of BIP-39: 256 bits of entropy.
    [0x00, `${'abandon '.repeat(23)}art`],
    [
      0x7f,
      `${'legal winner thank year wave sausage worth useful '.repeat(2)}legal winner thank year wave sausage worth title`,
    ],
    [
      0x80,
      `${'letter advice cage absurd amount doctor acoustic avoid '.repeat(2)}letter advice cage absurd amount doctor acoustic bless`,
    ],
    [0xff, `${'zoo '.repeat(23)}vote`],
  ])('Entropy of bytes %i has the words of BIP-39', (byte, words) => {
    expect(wordsOf(secretOf(byte))).toBe(words)
  })

  it.each([
    // Vector 1 of SLIP-10 for Ed25519.
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [
      [0, 1, 2, 2, 1_000_000_000],
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
  ])('Hardened steps %j of SLIP-10 give its key', (steps, key) => {
    const seed = hexToBytes('000102030405060708090a0b0c0d0e0f')
    expect(bytesToHex(deriveEd25519(seed, steps))).toBe(key)
  })

  it('The words of other wallets give the addresses that those wallets show', () => {
    expect(addressesOf(keysOfSeed(mnemonicToSeedSync(ABOUT)))).toEqual({
      evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    })
  })

  it.each([0x00, 0x7f, 0x80, 0xff])(
    'Words of bytes %i, imported into independent wallets, have the same addresses',
    async (byte) => {
      const keys = await deriveKeys(secretOf(byte))
      const { evm, solana } = addressesOf(keys)
      expect(evm).toBe(HDNodeWallet.fromPhrase(wordsOf(secretOf(byte))).address)
      expect(solana).toBe(Keypair.fromSeed(keys.solana).publicKey.toBase58())
    },
  )

  it('Erased keys are nothing but zeros', async () => {
    const keys = await deriveKeys(secretOf(1))
    eraseKeys(keys)
    expect([...keys.evm, ...keys.solana].every((byte) => byte === 0)).toBe(true)
  })
})
