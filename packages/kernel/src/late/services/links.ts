const parse = (text: unknown): URL | undefined => {
  try {
    return typeof text === 'string' ? new URL(text) : undefined
  } catch {
    return undefined
  }
}

/** Whether it is an absolute http or https link. */
export const isHttpUrl = (text: unknown): text is string => /^https?:\/\//i.test(String(text)) && parse(text) !== undefined

/** Whether it is an absolute https link. */
export const isHttpsUrl = (text: unknown): text is string => isHttpUrl(text) && /^https:/i.test(text)

/** Whether an `<img>` may be pointed at it: an image as a data URL, or https. */
export const isImageUrl = (text: unknown): text is string => typeof text === 'string' && (/^data:image\//i.test(text) || isHttpsUrl(text))

export { isDeepLink } from '@latchkey/plugin-api/links'
