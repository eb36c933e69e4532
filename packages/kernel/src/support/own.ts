/** An own member of an object, never an inherited one: keys may come from outside. */
export const own = <T>(
  object: Readonly<Record<string, T>> | undefined,
  key: string,
): T | undefined => (object && Object.hasOwn(object, key) ? object[key] : undefined)
