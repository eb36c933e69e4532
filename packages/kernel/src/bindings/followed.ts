import type { Dispose } from '@latchkey/plugin-api'

/** A state to read and to follow. The same state is the same object. */
export interface Followed<T> {
  get(): T
  /** @param listener called after each change, without the state */
  subscribe(listener: () => void): Dispose
}

/** Anything that tells of its changes: an observable of the kernel, or a state of this entry. */
export type Source = Pick<Followed<unknown>, 'subscribe'>

/** Subscribes to several sources. @returns what ends all of it */
export function subscribeAll(sources: readonly Source[], listener: () => void): Dispose {
  const ends = sources.map(({ subscribe }) => subscribe(listener))
  return () => ends.forEach((end) => end())
}
