/** A host reads it as `kernel.plugins.pebble`; the view gets it as `api`. */
export interface PebbleApi {
  /** Base units thrown so far. */
  thrown(): bigint[]
  throwPebbles(amount: bigint): void
}
