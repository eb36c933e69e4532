/**
 * Copies the parameters of a request. Each part is read once, so that a getter, a proxy, or a later
 * change of the object cannot show one value to the kernel or the visitor and another to the wallet.
 * A function becomes `undefined`: a method `toJSON` would change the value for a wallet that gets it
 * as JSON. Class instances are copied by `structuredClone`.
 * @param finish gets each plain object and list of the copy, the innermost first; what it returns is
 * put into the copy
 * @throws whatever reading a part throws, `DataCloneError` for a part that cannot be cloned,
 * `RangeError` for an object that contains itself
 */
export function plainCopy(
  value: unknown,
  finish: (part: object) => object = (part) => part,
): unknown {
  const copyPart = (part: unknown): unknown => plainCopy(part, finish)
  // An object without a prototype counts as plain; `Number.prototype` stands in for null.
  const isPlain = (Object.getPrototypeOf(value ?? 0) ?? Object.prototype) === Object.prototype
  const copy = Array.isArray(value)
    ? Array.from(value, copyPart)
    : isPlain &&
      Object.fromEntries(
        Object.entries(value as object).map(([key, part]) => [key, copyPart(part)]),
      )
  return copy ? finish(copy) : typeof value === 'function' ? undefined : structuredClone(value)
}

/** As {@link plainCopy}, with every part frozen. */
export const frozenCopy = (value: unknown): unknown => plainCopy(value, Object.freeze)
