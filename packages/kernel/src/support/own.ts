/** A member that is the object's own, never one that it inherits: keys come from outside. */
export const own = <T>(
  object: Readonly<Record<string, T>> | undefined,
  key: string,
): T | undefined => (object && Object.hasOwn(object, key) ? object[key] : undefined)
