const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/**
 * A text as a literal of JavaScript that can stand in any of our files: `<` is escaped, because `</script>`
 * ends the script of a page and of a component, and so are control characters and half surrogates.
 */
export const literal = (text: string): string =>
  `'${text.replace(
    // eslint-disable-next-line no-control-regex -- control characters are what it escapes
    /[\\'<\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (found) => ESCAPES[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}'`

/** An attribute of HTML, with its quotes. */
export const attribute = (text: string): string =>
  `"${text.replace(/[&"<>]/g, (found) => `&#${found.charCodeAt(0)};`)}"`

/** A value as code: texts, numbers, booleans, lists and objects of these. */
export function code(value: unknown, indent = ''): string {
  if (typeof value === 'string') return literal(value)
  if (Array.isArray(value)) return `[${value.map((each) => code(each, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const lines = Object.entries(value).map(
    ([key, each]) => `${inner}${key}: ${code(each, inner)},\n`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}
