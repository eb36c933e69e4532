import { isRefusal, type Refusal } from './perform.js'

const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : isRefusal(error) ? error.message : String(error)
/** An error of pairing, as text for the user. */
export const explain = (error: unknown): string => {
  const text = textOf(error)
  if (/pairing already exists/i.test(text))
    return 'This link was used before. Make a new code on the site.'
  if (/expired/i.test(text)) return 'This link has expired. Make a new code on the site.'
  return text
}
/** The error that a site receives. */
export const toRefusal = (error: unknown): Refusal =>
  isRefusal(error)
    ? { code: error.code, message: error.message }
    : { code: -32603, message: textOf(error) }
