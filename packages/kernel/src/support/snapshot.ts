/** A frozen copy of plain data. What is frozen already, or is not plain (functions, elements, class instances), stays what it is. */
export function snapshot<T>(value: T): T {
  // So is whatever is no object.
  if (Object.isFrozen(value)) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  const copy: unknown = Array.isArray(value)
    ? value.map(snapshot)
    : !prototype || prototype === Object.prototype
      ? Object.fromEntries(
          Object.entries(value as object).map(([key, part]) => [key, snapshot(part as unknown)]),
        )
      : undefined
  // A copy has the shape of what it was made from.
  return copy ? Object.freeze(copy as T) : value
}
