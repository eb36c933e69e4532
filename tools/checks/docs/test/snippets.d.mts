export interface Sample {
  path: string
  line: number
  language: string
  words: readonly string[]
  text: string
}

/** The compiler's complaints about samples, by document and line. */
export function problemsOf(samples: readonly Sample[]): string[]
/** Entries of our packages that a sample imports. */
export function ownImports(sample: Pick<Sample, 'text'>): string[]
/** Every entry that the packages of the workspace have. */
export function ownEntries(): Set<string>
