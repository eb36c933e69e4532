/** One spelling for what people take for the same name: without accents, widths and case. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether every word that was typed is in a name; both folded. */
export const holds = (name: string, typed: string): boolean => typed.split(/\s+/).every((word) => name.includes(word))
