/** Fewest and most characters of a label. */
export const MIN_LABEL = 4
export const MAX_LABEL = 63

/** The rule that a label breaks: other characters, too short, too long, hyphens at a wrong place. */
export type LabelProblem = 'characters' | 'short' | 'long' | 'hyphens'

/**
 * The rule that a label breaks, the part of a name before its suffix. The rules are those of the service:
 * letters a to z, digits and hyphens, 4 to 63 of them, no hyphen first or last, nor two at the third
 * place, which begin a name in another script (`xn--`).
 */
export function problemOf(label: string): LabelProblem | undefined {
  if (!/^[a-z\d-]*$/.test(label)) return 'characters'
  if (label.length < MIN_LABEL) return 'short'
  if (label.length > MAX_LABEL) return 'long'
  return /^-|-$|^..--/.test(label) ? 'hyphens' : undefined
}

/** Whether a label can be registered. */
export const isLabel = (label: string): boolean => problemOf(label) === undefined

/** Writes what was typed as a label. Only Latin letters have another case here. */
export const toLabel = (typed: string): string =>
  typed.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
