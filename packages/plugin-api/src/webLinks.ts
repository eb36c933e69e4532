/**
 * Whether a text is an http or https address. Others, such as `javascript:`, must not be opened.
 */
export function isWebLink(text: string | undefined): text is string {
  if (text === undefined) return false
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}
