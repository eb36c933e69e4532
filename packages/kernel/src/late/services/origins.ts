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
 * Whether a pattern covers an origin: `https://example.com` covers itself, `https://*.example.com` one label more; scheme and port must be the same.
 * A `*` stands for exactly one whole label. `origin` is spelled as `URL.origin` spells it.
 */
export function originMatches(pattern: string, origin: string): boolean {
  if (pattern.length > LONGEST || origin.length > LONGEST) return false
  const lower = pattern.toLowerCase()
  if (!lower.includes('*')) return lower === origin
  const wanted = split(lower)
  const found = split(origin)
  return !!wanted && !!found && wanted.scheme === found.scheme && wanted.port === found.port && wanted.labels.length === found.labels.length
    && found.labels.every((label, index) => LABEL.test(label) && (wanted.labels[index] === '*' || wanted.labels[index] === label))
}
