/** Anything that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * Turns untrusted input into a value of the expected shape, or throws. The contract's only notion
 * of a schema.
 */
export type Schema<T> = (value: unknown) => T

/** Gives back what a registration or subscription took. Calling it again does nothing. */
export type Dispose = () => void

/**
 * A value that can be read now and watched. `subscribe` calls back after each change, never at
 * once.
 */
export interface Observable<T> {
  get(): T
  subscribe(listener: (value: T, previous: T) => void): Dispose
}
