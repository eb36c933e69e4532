import type { Catalogue, MessageParams, MessagePort } from '@latchkey/plugin-api'
import { languageOf } from '@latchkey/plugin-api/languages'
import type { KernelCore } from '../core.js'
import { readonly, type State } from '../state/store.js'
import { own } from '../support/own.js'
import { toTag } from '../support/toTag.js'
import type { LateLoader } from './lateLoader.js'

/** Fills in parameters. Plurals need the late half. */
const fill = (text: string, params: MessageParams): string =>
  text.replace(/{\s*(\w+)\s*}/g, (whole, name: string) => String(own(params, name) ?? whole))

interface Needs extends Pick<KernelCore, 'options' | 'report'> {
  readonly half: Pick<LateLoader, 'now' | 'whenLoaded'>
}
/** The catalogues of one plugin, by locale. A function loads one when its locale is first wanted. */
type Catalogues = Record<string, Catalogue | (() => Promise<Catalogue>)>

/**
 * Texts in the visitor's language: the host's own texts first, then the catalogues of the locale, of
 * its language, and of English.
 */
export function createMessages(state: State, { options, report, half }: Needs): MessagePort {
  const locale = state.cell('')
  const revision = state.cell(0)
  const sources = state.list<Catalogues>()
  /** For de-CH: de-CH, de, en; for zh-TW: zh-TW, zh-Hant, en. */
  const fallbacks = (): string[] => [locale.get(), languageOf(locale.get()), 'en']
  const refresh = (): void => {
    locale.set(toTag(options.get().locale) ?? 'en')
    revision.set(revision.get() + 1)
    for (const catalogues of sources.get())
      for (const name of fallbacks()) {
        const load = own(catalogues, name)
        if (typeof load !== 'function') continue
        catalogues[name] = {}
        void (async () => load())()
          .then((loaded) => {
            catalogues[name] = loaded
            refresh()
          })
          .catch((error: unknown) => {
            catalogues[name] = load
            report(error, `messages: ${name}`)
          })
      }
  }
  refresh()
  options.subscribe(refresh)
  sources.subscribe(refresh)
  half.whenLoaded(refresh)
  return {
    locale: readonly(locale),
    revision: readonly(revision),
    // All of a plugin's catalogues come at once, because each change wakes every text on the page.
    add: (catalogues) => sources.push({ ...catalogues }),
    text(key, params = {}) {
      // In each locale the catalogue that was added last comes first.
      const latestFirst = [...sources.get()].reverse()
      const known = fallbacks().flatMap((name) => latestFirst.map((each) => own(each, name)))
      for (const texts of [options.get().texts, ...known]) {
        const text = typeof texts === 'function' ? undefined : own(texts, key)
        if (text !== undefined) return (half.now()?.format ?? fill)(text, params, locale.get())
      }
      return key
    },
  }
}
