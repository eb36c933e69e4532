/** Normalises a name for comparison: without accents, width variants and case. */
export const foldName = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Returns a check whether a name contains every typed word. Both must be normalised by `foldName`.
 */
export function createNameFilter(typed: string): (name: string) => boolean {
  const words = typed.split(/\s+/)
  return (name) => words.every((word) => name.includes(word))
}
