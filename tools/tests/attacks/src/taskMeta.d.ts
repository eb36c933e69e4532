import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /**
     * A test in a file `*.attacks.test.ts` says here what it tried: one row of the table that
     * `attacks` prints.
     */
    attack?: {
      /** In words: `10,000 announcements of one uuid`. */
      attack: string
      /** How often, in this run. */
      tries: number
      wanted: string
      seen: string
    }
  }
}
