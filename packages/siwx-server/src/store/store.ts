type Found = string | null | undefined

/**
 * Where nonces and sessions are kept: any key-value that can forget. Keys begin with `siwx:` and hold no secret: what a browser
 * carries is kept as a hash. A method that throws makes the request fail with `siwx.server_failed`.
 */
export interface SiwxStore {
  get(key: string): Promise<Found>
  /** `ttlMs`: milliseconds after which the entry is gone. */
  set(key: string, value: string, ttlMs: number): Promise<unknown>
  /** Reads and deletes in one step: of several that take at the same time one gets the value (`GETDEL` in Redis). That a nonce is used once rests on it. */
  take(key: string): Promise<Found>
}
