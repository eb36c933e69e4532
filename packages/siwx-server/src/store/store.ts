type Found = string | null | undefined

/**
 * Where nonces and sessions are kept: any key-value store with expiry. Keys begin with `siwx:` and
 * hold no secret: of the secret in a browser's cookie only the hash is kept. A method that throws
 * makes the request fail with `siwx.server_failed`.
 */
export interface SiwxStore {
  get(key: string): Promise<Found>
  /** `ttlMs`: milliseconds after which the entry is gone. */
  set(key: string, value: string, ttlMs: number): Promise<unknown>
  /**
   * Reads and deletes in one step (`GETDEL` in Redis): of several calls at the same time exactly one
   * gets the value. Single use of nonces depends on it.
   */
  take(key: string): Promise<Found>
}
