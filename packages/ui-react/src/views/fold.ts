/** One spelling for what people take for the same name: without accents, widths and case. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A check whether every word that was typed is in a name; both folded. */
export function holding(typed: string): (name: string) => boolean {
  const words = typed.split(/\s+/)
  return (name) => words.every((word) => name.includes(word))
}
