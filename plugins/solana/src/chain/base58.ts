const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Digits are kept in groups of five, because the work grows with the square of their number. */
const GROUP_BASE = 58 ** 5

const countLeading = <T>(items: ArrayLike<T>, zero: T): number => {
  let count = 0
  while (count < items.length && items[count] === zero) count++
  return count
}

/** Multiplies a number in groups of `base` and adds to it. */
function multiplyAndAdd(groups: number[], factor: number, add: number, base: number): void {
  let carry = add
  for (let index = 0; index < groups.length; index++) {
    carry += groups[index]! * factor
    groups[index] = carry % base
    carry = Math.floor(carry / base)
  }
  for (; carry; carry = Math.floor(carry / base)) groups.push(carry % base)
}

/** Bytes in base58, with the alphabet of Solana and Bitcoin. */
export function toBase58(bytes: Uint8Array): string {
  const zeros = countLeading(bytes, 0)
  const groups: number[] = []
  for (const byte of bytes.subarray(zeros)) multiplyAndAdd(groups, 256, byte, GROUP_BASE)
  const text = groups.reverse().map((group, index) => {
    const digits = Array.from(
      { length: 5 },
      (_, place) => ALPHABET[Math.floor(group / 58 ** (4 - place)) % 58],
    ).join('')
    return index ? digits : digits.replace(/^1+/, '')
  })
  return '1'.repeat(zeros) + text.join('')
}

/** @returns `undefined` for text that is not base58 */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  const zeros = countLeading(text, '1')
  const groups: number[] = []
  for (const digit of text.slice(zeros)) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    multiplyAndAdd(groups, 58, value, 2 ** 24)
  }
  const bytes = groups.flatMap((group) => [group & 255, (group >> 8) & 255, group >> 16])
  while (bytes.at(-1) === 0) bytes.pop()
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes.reverse()])
}
