import type { MessageParams } from '@latchkey/plugin-api'

/** Index of the brace that closes the one at `start`. */
function closing(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

/** The branch of `one {...} other {...}` that fits the number, an exact `=0 {...}` first. */
function plural(branches: string, count: number, locale: string): string {
  const found = new Map<string, string>()
  for (let at = branches.indexOf('{'), from = 0; at >= 0; at = branches.indexOf('{', from)) {
    const end = closing(branches, at)
    if (end < 0) break
    found.set(branches.slice(from, at).trim(), branches.slice(at + 1, end))
    from = end + 1
  }
  const branch = found.get(`=${count}`) ?? found.get(new Intl.PluralRules(locale).select(count)) ?? found.get('other') ?? ''
  return branch.replaceAll('#', () => new Intl.NumberFormat(locale).format(count))
}

/** Fills `{name}` and `{count, plural, one {# row} other {# rows}}`. A parameter that is not given stays as it is written; what is filled in is never read again. */
export function format(text: string, params: MessageParams, locale: string): string {
  const open = text.indexOf('{')
  const end = open < 0 ? -1 : closing(text, open)
  if (end < 0) return text
  const [name = '', kind, ...rest] = text.slice(open + 1, end).split(',')
  const value = Object.hasOwn(params, name.trim()) ? params[name.trim()] : undefined
  const filled = value === undefined ? text.slice(open, end + 1)
    : kind?.trim() === 'plural' ? format(plural(rest.join(','), Number(value), locale), params, locale)
    : String(value)
  return text.slice(0, open) + filled + format(text.slice(end + 1), params, locale)
}
