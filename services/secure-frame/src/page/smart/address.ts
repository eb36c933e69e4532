import { keccak_256, keccakP } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { withChecksum } from '../../keys/checksum.js'

// A page waits for the address of its smart account, and for nothing else of smart accounts. So it is computed here
// without `@latchkey/smart-account`, whose encoders are many times as much to load. The tests compare the two.

/** Bytes that Keccak-256 takes at once. */
const RATE = 136
/**
 * The state of Keccak-256 after the first 1,088 bytes of an account's creation code: the proxy and the
 * implementation, which are the same for each owner. Eight of eleven blocks need not be hashed.
 */
const STATE = [
  '2d3c3760ee441818d4c29a28fad77135e07286814a56b153d2cad964c665cd332bb78f99790b1c7e928915ceeb32d863d4b6010f',
  'c9b5fde95000fd5bd4d97068d12f41e8fe52c36000140269e12744c3d9034998c5fdef3f77552b03ea8e80d3d5abc3b3dbacab7d',
  '1d5eb612a00e11d2c6237e5f12c47c275b4cd173b6924db6f1c43ab070864ad032aa52d4ddabea80f3f0dfd4f91efd3922b9f04a',
  '66a0bba15275bed679bb647562dcb3903f4033f49ae8a846bb61d01528303bee7bab2a5c5f05f83388f0a6cd',
].join('')
const FACTORY = '69aa2f9fe1572f1b640e1bbc512f5c3a734fc77c'

const wordOf = (value: string): string => value.padStart(64, '0')

/** The bytes after that: the end of the length of `initialize(owner, [], [], [])`, and the call, filled with zeros. */
const restOf = (owner: string): Uint8Array =>
  hexToBytes(
    [
      wordOf('e4').slice(32),
      '8ebf9533',
      ...[owner, '80', 'a0', 'c0', '', '', ''].map(wordOf),
      '00'.repeat(28),
    ].join(''),
  )

/** Keccak-256 of the creation code of an owner's account. */
function hashCreationCode(owner: string): Uint8Array {
  const bytes = hexToBytes(STATE)
  const state = new Uint32Array(bytes.buffer)
  const take = (block: ArrayLike<number>): void => {
    for (let at = 0; at < RATE; at += 1) bytes[at]! ^= block[at]!
    keccakP(state)
  }
  const rest = restOf(owner)
  for (let at = 0; at < rest.length; at += RATE) take(rest.subarray(at, at + RATE))
  // The message ends with a block: another one holds its end mark alone.
  const end = new Uint8Array(RATE)
  end[0] = 0x01
  end[RATE - 1] = 0x80
  take(end)
  return bytes.subarray(0, 32)
}

const remembering = (): ((owner: string) => string) => {
  const last = { owner: '', address: '' }
  return (owner) => {
    const hex = owner.slice(2).toLowerCase()
    if (last.owner === hex) return last.address
    const salt = new Uint8Array(32)
    const made = [Uint8Array.of(0xff), hexToBytes(FACTORY), salt, hashCreationCode(hex)]
    const hash = bytesToHex(keccak_256(concatBytes(...made)))
    const address = withChecksum(hash.slice(-40))
    Object.assign(last, { owner: hex, address })
    return address
  }
}
/**
 * The address of the smart account of an owner (CREATE2, EIP-1014), with its checksum. It follows from the owner
 * alone. The last one is remembered.
 * @param owner address of the key, 0x and 40 hex digits
 */
export const addressOf = /* @__PURE__ */ remembering()
