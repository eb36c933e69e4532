/**
 * Reads a member of an untrusted value: a wallet's object may be a proxy, or have getters that
 * throw.
 * @returns what `get` returns, or `undefined` where it throws
 * @example const name = readSafely(() => wallet.name)
 */
export const readSafely = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}
