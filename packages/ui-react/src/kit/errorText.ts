import { isLatchkeyError, type MessageParams } from '@latchkey/plugin-api'

/** What an error says to a visitor: a key of the catalogue, its parameters, a code for support, and technical words that are shown on demand only. */
export interface ErrorWords {
  code: string | undefined
  params: MessageParams
  details: string | undefined
  /** Where the code is explained. */
  docs: string | undefined
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Reads anything that was thrown, without trusting it. */
export function wordsOf(error: unknown): ErrorWords {
  try {
    if (isLatchkeyError(error)) {
      const params = Object.fromEntries(
        Object.entries(error.context as Record<string, unknown>).filter(
          (entry): entry is [string, string | number] => isPlain(entry[1]),
        ),
      )
      return {
        code: error.code,
        params,
        details: error.details ?? error.message,
        docs: error.docsPath,
      }
    }
    return {
      code: undefined,
      params: {},
      details: error instanceof Error ? error.message : String(error),
      docs: undefined,
    }
  } catch {
    return { code: undefined, params: {}, details: undefined, docs: undefined }
  }
}
