/** No answer of ours is nested deeper. */
const DEEPEST = 64

/**
 * JSON from outside: what `JSON.parse` accepts, except nesting beyond 64, duplicate keys and `__proto__`.
 * @throws SyntaxError, TypeError
 */
export function parseJson(source: string): unknown {
  // First, so that what is looked through is well-formed: every text in it ends.
  const value: unknown = JSON.parse(source)
  // One entry a level: the keys of an object so far, or `undefined` for a list.
  const levels: (Set<unknown> | undefined)[] = []
  for (const [token, text = '', colon] of source.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') levels.push(token === '{' ? new Set() : undefined)
    else if (!text) levels.pop()
    const keys = levels.at(-1)
    const key: unknown = colon && keys ? JSON.parse(text) : undefined
    if (levels.length > DEEPEST || key === '__proto__' || (key !== undefined && keys?.has(key)))
      throw new TypeError('nested too deeply, or a key that is not accepted')
    if (key !== undefined) keys?.add(key)
  }
  return value
}
