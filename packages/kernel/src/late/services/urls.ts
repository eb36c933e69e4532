import type { Connector } from '@latchkey/plugin-api'

const parse = (text: unknown): URL | undefined => {
  try {
    return typeof text === 'string' ? new URL(text) : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an absolute http or https link. */
export const isHttpUrl = (text: unknown): text is string =>
  /^https?:\/\//i.test(String(text)) && parse(text) !== undefined

/** Whether a value is an absolute https link. */
export const isHttpsUrl = (text: unknown): text is string =>
  isHttpUrl(text) && /^https:/i.test(text)

/** Whether a value may be the source of an `<img>`: an image as a data URL, or an https link. */
export const isImageUrl = (text: unknown): text is string =>
  typeof text === 'string' && (/^data:image\//i.test(text) || isHttpsUrl(text))

/**
 * The icon of a connector, if it may be drawn. The icon of a wallet that announces itself must be a
 * data URL: an https link would make the page ask a host that no option names.
 */
export const iconOf = ({ kind, icon }: Pick<Connector, 'kind' | 'icon'>): string | undefined =>
  isImageUrl(icon) && !((kind === 'announced' || kind === 'injected') && isHttpsUrl(icon))
    ? icon
    : undefined

export { isDeepLink } from '@latchkey/plugin-api/links'
