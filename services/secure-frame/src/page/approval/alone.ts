/**
 * Runs while no other page of this origin does, by the Web Locks API. Where the browser blocks the
 * frame's storage there are no locks, and pages that share nothing cannot be held apart.
 */
export async function alone<T>(
  self: Window & typeof globalThis,
  name: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  let hasBegun = false
  try {
    return await self.navigator.locks.request(name, { signal }, () => {
      hasBegun = true
      return run()
    })
  } catch (error) {
    if (hasBegun || signal.aborted) throw error
    return run()
  }
}
