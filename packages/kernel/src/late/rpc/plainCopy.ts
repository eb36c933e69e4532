/**
 * A copy as data that nobody else holds. Each part is read once: a getter, a proxy, or whoever changes an object later, cannot say one thing to the door or to the visitor and another to the wallet.
 * Functions are left out, as every wire does: `toJSON` would have a wallet behind JSON read something else. Objects of a kind of their own are copied as a message to another window is.
 * @param finish sees each plain object and list of the copy
 * @throws whatever reading a part throws, `DataCloneError` for what cannot be data, `RangeError` for what is its own part
 */
export function plainCopy(
  value: unknown,
  finish: (part: object) => object = (part) => part,
): unknown {
  const copyPart = (part: unknown): unknown => plainCopy(part, finish)
  const isPlain = (Object.getPrototypeOf(value ?? 0) ?? Object.prototype) === Object.prototype
  const copy = Array.isArray(value)
    ? Array.from(value, copyPart)
    : isPlain &&
      Object.fromEntries(
        Object.entries(value as object).map(([key, part]) => [key, copyPart(part)]),
      )
  return copy ? finish(copy) : typeof value === 'function' ? undefined : structuredClone(value)
}

/** The same, frozen to its last part. */
export const frozenCopy = (value: unknown): unknown => plainCopy(value, Object.freeze)
