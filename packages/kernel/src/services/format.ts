import type { MessageParams } from '@latchkey/plugin-api'

const INNER = '(?:[^{}]|\\{[^{}]*\\})*'

/** Fills `{name}` and `{count, plural, one {# row} other {# rows}}`. A parameter that is not given stays as it is written; what is filled in is never read again. */
export function format(text: string, params: MessageParams, locale: string): string {
  return text.replace(new RegExp(`\\{\\s*(\\w+)\\s*(?:,\\s*plural\\s*,((?:[^{}]|\\{${INNER}\\})*))?\\}`, 'g'), (whole, name: string, branches?: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || branches === undefined) return String(value ?? whole)
    const count = Number(value)
    const found = Object.fromEntries([...branches.matchAll(new RegExp(`([=\\w]+)\\s*\\{(${INNER})\\}`, 'g'))].map(([, form, branch]) => [form, branch]))
    const branch = found[`=${count}`] ?? found[new Intl.PluralRules(locale).select(count)] ?? found['other'] ?? ''
    return format(branch.replaceAll('#', () => count.toLocaleString(locale)), params, locale)
  })
}
