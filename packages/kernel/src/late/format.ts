import type { MessageParams } from '@latchkey/plugin-api'
import { own } from '../support/own.js'

const INNER = '(?:[^{}]|{[^{}]*})*'

/**
 * Fills in `{name}` and `{count, plural, one {# row} other {# rows}}`. A placeholder without a
 * parameter stays as it is; placeholders inside of a parameter's value are not filled in.
 */
export function format(text: string, params: MessageParams, locale: string): string {
  return text.replace(
    RegExp(`{\\s*(\\w+)\\s*(?:,\\s*plural\\s*,((?:[^{}]|{${INNER}})*))?}`, 'g'),
    (whole, name: string, branches?: string) => {
      const value = own(params, name)
      if (value === undefined || branches === undefined) return String(value ?? whole)
      const count = Number(value)
      const forms = Object.fromEntries(
        [...branches.matchAll(RegExp(`([=\\w]+)\\s*{(${INNER})}`, 'g'))].map(([, form, branch]) => [
          form,
          branch,
        ]),
      )
      const branch =
        forms[`=${count}`] ??
        forms[new Intl.PluralRules(locale).select(count)] ??
        forms['other'] ??
        ''
      return format(
        branch.replaceAll('#', () => count.toLocaleString(locale, { numberingSystem: 'latn' })),
        params,
        locale,
      )
    },
  )
}
