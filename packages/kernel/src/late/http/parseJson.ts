/** Levels of nesting; no service that is used here nests deeper. */
const MAX_DEPTH = 64

/**
 * Parses JSON from a server. Nesting beyond 64 levels, duplicate keys and `__proto__` are refused.
 * @throws SyntaxError, TypeError
 */
export function parseJson(source: string): unknown {
  // Parsed first, so that the source below is known to be well-formed.
  const value: unknown = JSON.parse(source)
  // One entry for each level: the keys of an object so far, or `undefined` for a list.
  const levels: (Set<unknown> | undefined)[] = []
  for (const [token, text = '', colon] of source.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') levels.push(token === '{' ? new Set() : undefined)
    else if (!text) levels.pop()
    const keys = levels.at(-1)
    const key: unknown = colon && keys ? JSON.parse(text) : undefined
    if (levels.length > MAX_DEPTH || key === '__proto__' || (key !== undefined && keys?.has(key)))
      throw new TypeError('nested too deeply, or a key that is not accepted')
    if (key !== undefined) keys?.add(key)
  }
  return value
}
