/** The rows of the table, as the file holds them. */
export function table(): string
/** The whole of `src/confusables.ts`. */
export function file(): string
