/**
 * The fields of a message. A singular field that occurs twice is refused, as decoders differ in
 * which one counts.
 */
export interface Fields {
  bytes(id: number): Uint8Array
  /** @throws TypeError for bytes that are not UTF-8 */
  text(id: number): string
  number(id: number): bigint
  all(id: number): readonly Uint8Array[]
  /** Whether it has only these fields. */
  has(...ids: readonly number[]): boolean
}
type Value = bigint | Uint8Array

/** Longest varint in bytes. */
const MAX_VARINT_BYTES = 10n

/**
 * Decodes the wire format of protobuf to the last byte. Generated decoders skip unknown fields
 * silently, so they cannot say whether a request is complete. @throws RangeError, TypeError
 */
export function readFields(bytes: Uint8Array): Fields {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new RangeError('The bytes end too early.')
    return bytes.subarray(at, (at += count))
  }
  const varint = (): bigint => {
    let value = 0n
    for (let index = 0n; index < MAX_VARINT_BYTES; index++) {
      const byte = BigInt(take(1)[0]!)
      value |= (byte & 127n) << (7n * index)
      // Chains drop the bits beyond 64.
      if (byte < 128n && value < 2n ** 64n) return value
    }
    throw new RangeError('A number is too long.')
  }
  const KINDS: Readonly<Record<number, () => Value>> = {
    0: varint,
    1: () => take(8),
    2: () => take(Number(varint())),
    5: () => take(4),
  }
  const found = new Map<number, Value[]>()
  while (at < bytes.length) {
    const tag = Number(varint())
    const value = KINDS[tag % 8]?.()
    if (value === undefined) throw new RangeError('This is no kind of field.')
    const id = Math.floor(tag / 8)
    found.set(id, [...(found.get(id) ?? []), value])
  }
  const one = (id: number): Value | undefined => {
    const [value, ...more] = found.get(id) ?? []
    if (more.length) throw new TypeError(`Field ${id} stands there twice.`)
    return value
  }
  const asBytes = (value: Value): Uint8Array => {
    if (typeof value === 'bigint') throw new TypeError('Expected bytes.')
    return value
  }
  const fields: Fields = {
    bytes: (id) => asBytes(one(id) ?? new Uint8Array()),
    text: (id) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fields.bytes(id)),
    number(id) {
      const value = one(id) ?? 0n
      if (typeof value !== 'bigint') throw new TypeError('Expected a number.')
      return value
    },
    all: (id) => (found.get(id) ?? []).map(asBytes),
    has: (...ids) => [...found.keys()].every((id) => ids.includes(id)),
  }
  return fields
}
