/**
 * The rule by which a pattern covers an origin, for a page's requests and for a server that lets pages in.
 * @packageDocumentation
 */

/** The longest host name that DNS allows, with a scheme and a port. */
const LONGEST = 300
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
 * Reads a pattern once, for many origins: `https://example.com` covers itself, `https://*.example.com` one label more; scheme and port must be the same.
 * A `*` stands for exactly one whole label. The origin is spelled as `URL.origin` spells it. Label by label, no regular expression over the whole: its time grows with the length alone.
 * @example const isOurs = compileOrigin('https://*.example.com'); isOurs('https://shop.example.com') // true
 */
export function compileOrigin(pattern: string): (origin: string) => boolean {
  const lower = pattern.toLowerCase()
  if (pattern.length > LONGEST) return () => false
  if (!lower.includes('*')) return (origin) => origin === lower
  const wanted = split(lower)
  if (!wanted) return () => false
  return (origin) => {
    const found = origin.length > LONGEST ? undefined : split(origin)
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

/** Whether a pattern covers an origin, for one look: {@link compileOrigin} says how. */
export const originMatches = (pattern: string, origin: string): boolean =>
  compileOrigin(pattern)(origin)
