/**
 * Tells whether a pattern covers an origin, for the requests of a page and for a server that lets
 * pages in.
 * @packageDocumentation
 */

/** The longest host name that DNS allows, with a scheme and a port. */
const MAX_ORIGIN_LENGTH = 300
const LABEL = /^[a-z\d_-]+$/

interface Parts {
  scheme: string
  labels: readonly string[]
  port: string
}

const split = (text: string): Parts | undefined => {
  const at = text.indexOf('://')
  if (at < 1) return undefined
  const [host = '', port = '', ...rest] = text.slice(at + 3).split(':')
  return rest.length ? undefined : { scheme: text.slice(0, at), labels: host.split('.'), port }
}

/**
 * Reads a pattern once, for many origins. `https://example.com` covers itself;
 * `https://*.example.com` covers names with one more label. A `*` stands for exactly one whole label,
 * and scheme and port must be the same. Pass the origin as `URL.origin` spells it. Labels are compared
 * one by one, so that the time grows with the length alone.
 * @example
 * const isOurs = compileOrigin('https://*.example.com')
 * isOurs('https://shop.example.com') // true
 */
export function compileOrigin(pattern: string): (origin: string) => boolean {
  const lower = pattern.toLowerCase()
  if (pattern.length > MAX_ORIGIN_LENGTH) return () => false
  if (!lower.includes('*')) return (origin) => origin === lower
  const wanted = split(lower)
  if (!wanted) return () => false
  return (origin) => {
    const found = origin.length > MAX_ORIGIN_LENGTH ? undefined : split(origin)
    return (
      !!found &&
      wanted.scheme === found.scheme &&
      wanted.port === found.port &&
      wanted.labels.length === found.labels.length &&
      found.labels.every(
        (label, index) =>
          LABEL.test(label) && (wanted.labels[index] === '*' || wanted.labels[index] === label),
      )
    )
  }
}

/** Whether a pattern covers an origin, by the rule of {@link compileOrigin}. */
export const originMatches = (pattern: string, origin: string): boolean =>
  compileOrigin(pattern)(origin)
