/** A preview: a description as plugin-api has it. */
export interface Told {
  readonly title: string
  readonly rows: readonly {
    readonly label: string
    readonly value: string
    readonly warning?: string
  }[]
  readonly complete: boolean
}

/**
 * A request that is known from a theft, an audit or a standard, and what a preview must say of it.
 */
export interface Case<Request = unknown> {
  name: string
  /** Where it is known from: an incident, a kind of theft, or the standard that allows it. */
  from: string
  /** The request before it is encoded. */
  request: Request
  /** Must be there; more may be. A row is a label, or a label and a part of its value. */
  says: {
    title: string
    warnings: readonly string[]
    rows: readonly (string | readonly [label: string, value: string])[]
    complete: boolean
  }
}

/** The cases of one chain family: each `plugins/<family>/test/corpus.ts` exports one. */
export interface Corpus<Request = unknown> {
  cases: readonly Case<Request>[]
  describe(request: Request): Promise<Told | undefined> | Told | undefined
  /** English texts of the family's keys. */
  texts: Readonly<Record<string, string>>
}

/** Shortens what a table needs no more of. */
export const defineCase = <Request>(
  name: string,
  from: string,
  request: Request,
  title: string,
  warnings: readonly string[],
  rows: Case['says']['rows'],
  complete = false,
): Case<Request> => ({ name, from, request, says: { title, warnings, rows, complete } })
