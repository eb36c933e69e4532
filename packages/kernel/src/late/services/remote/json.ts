/** No answer of ours is nested deeper. */
const DEEPEST = 64

/** Index of the quote that ends the text starting at `start`. */
function endOfText(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at
  }
  return source.length
}

/** @throws TypeError for nesting, a key given twice, or `__proto__`, before anything is built from it */
function checkStructure(source: string): void {
  // One entry a level: the keys of an object so far, or `undefined` for a list.
  const levels: (Set<string> | undefined)[] = []
  for (let at = 0; at < source.length; at++) {
    const letter = source[at]
    if (letter === '{' || letter === '[') {
      if (levels.push(letter === '{' ? new Set() : undefined) > DEEPEST) throw new TypeError('nested too deeply')
    } else if (letter === '}' || letter === ']') levels.pop()
    else if (letter === '"') {
      const end = endOfText(source, at)
      let next = end + 1
      while (' \t\r\n'.includes(source[next] ?? '.')) next++
      const keys = levels.at(-1)
      if (keys && source[next] === ':') {
        const key = JSON.parse(source.slice(at, end + 1)) as string
        if (key === '__proto__' || keys.has(key)) throw new TypeError(`key "${key.slice(0, 40)}" is not accepted here`)
        keys.add(key)
      }
      at = end
    }
  }
}

/**
 * JSON from outside: what `JSON.parse` accepts, except nesting beyond 64, duplicate keys and `__proto__`.
 * @throws SyntaxError, TypeError
 */
export function parseJson(source: string): unknown {
  checkStructure(source)
  return JSON.parse(source) as unknown
}
