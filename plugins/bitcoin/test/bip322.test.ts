import { hex } from '@scure/base'
import bip322 from 'bip322-js'
import { expect, it } from 'vitest'
import { toBase64, toBytes, toHex } from '../src/chain/encoding.js'
import { createKeys } from './wallet.js'

// The test vectors of BIP-322. The taproot vector comes from its reference implementations.
const PAY = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const VECTORS = [
  [
    PAY,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9Y' +
      'OixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    PAY,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk8' +
      '9pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    TAPROOT,
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
] as const

it.each(VECTORS)(
  '%s: a signature of "%s" stays the same through request and answer, and verifies',
  (address, message, signature) => {
    const back = toBase64(toBytes(toHex(toBytes(signature)!))!)
    expect(back).toBe(signature)
    expect(bip322.Verifier.verifySignature(address, message, back)).toBe(true)
    expect(bip322.Verifier.verifySignature(address, `${message}!`, back)).toBe(false)
  },
)

it('The wallet of these tests makes signatures that verify, with both of its addresses', () => {
  const keys = createKeys(hex.decode('11'.repeat(32)), 'mainnet')
  for (const address of [keys.payment, keys.ordinals]) {
    expect(
      bip322.Verifier.verifySignature(
        address,
        'Grüezi',
        toBase64(keys.signMessage(address, 'Grüezi')),
      ),
    ).toBe(true)
  }
})
