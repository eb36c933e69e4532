/**
 * A frozen copy of plain data. A value that is frozen already or is not plain (a function, an element,
 * a class instance) is returned as it is.
 */
export function snapshot<T>(value: T): T {
  // Primitive values count as frozen.
  if (Object.isFrozen(value)) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  const copy: unknown = Array.isArray(value)
    ? value.map(snapshot)
    : !prototype || prototype === Object.prototype
      ? Object.fromEntries(
          Object.entries(value as object).map(([key, part]) => [key, snapshot(part as unknown)]),
        )
      : undefined
  // The copy has the shape of the value.
  return copy ? Object.freeze(copy as T) : value
}
