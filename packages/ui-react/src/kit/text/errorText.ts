import { isLatchkeyError, type MessageParams } from '@latchkey/plugin-api'

/**
 * The parts of an error that a visitor may see: a message key, its parameters, a code for support,
 * and technical details that are shown on demand.
 */
export interface ErrorWords {
  code: string | undefined
  params: MessageParams
  details: string | undefined
  /** Address of the page that explains the code. */
  docs: string | undefined
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Reads any thrown value. It is untrusted: each of its members may throw. */
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
