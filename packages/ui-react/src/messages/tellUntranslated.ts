import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { languageOf, languages } from '@latchkey/plugin-api/languages'
import { en } from './en.js'

/**
 * Warns in the log, once for each locale, that no texts exist for it. The key `ui.details` stands
 * for all of them, because no site has a reason to change its English text.
 */
export function tellUntranslated({ messages, log }: KernelPorts): Dispose {
  const known = ['en', ...languages] as readonly string[]
  const told = new Set<string>()
  const check = (): void => {
    const locale = messages.locale.get()
    if (
      told.has(locale) ||
      known.includes(languageOf(locale)) ||
      messages.text('ui.details') !== en['ui.details']
    )
      return
    told.add(locale)
    log.warn(
      `Nobody has texts for the locale "${locale}": English is shown. Give them with kernel.setLocale('${locale}', texts), or choose one of ${known.join(', ')}.`,
    )
  }
  check()
  return messages.locale.subscribe(check)
}
