import type { Catalogue, MessageParams, MessagePort } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import { readonly, type State } from '../state/store.js'
import { own } from '../support/own.js'
import { toTag } from '../support/toTag.js'

/** Fills in parameters. The late half brings plurals. */
const fill = (text: string, params: MessageParams): string =>
  text.replace(/{\s*(\w+)\s*}/g, (whole, name: string) => String(own(params, name) ?? whole))

interface Source {
  locale: string
  texts: Catalogue | (() => Promise<Catalogue>)
}

/** Texts in the visitor's language: the host's own first, then each catalogue of the locale, of its language, of English. */
export function createMessages(
  state: State,
  { options, report, half }: Pick<Inner, 'options' | 'report' | 'half'>,
): MessagePort {
  const locale = state.cell('')
  const revision = state.cell(0)
  const sources = state.list<Source>()
  // For de-CH: de-CH, de, en. Chinese in traditional characters never falls back to simplified ones.
  const chain = (tag = locale.get()): string[] => [
    tag,
    tag.match(/zh-(Hant|TW|HK|MO)|\w+/)![0],
    'en',
  ]
  const changed = (): void => {
    locale.set(toTag(options.get().locale) ?? 'en')
    revision.set(revision.get() + 1)
    for (const source of sources.get()) {
      const { texts, locale: name } = source
      if (typeof texts !== 'function' || !chain().includes(name)) continue
      source.texts = {}
      void (async () => texts())()
        .then((loaded) => {
          source.texts = loaded
          changed()
        })
        .catch((error: unknown) => {
          source.texts = texts
          report(error, `messages: ${name}`)
        })
    }
  }
  changed()
  options.subscribe(changed)
  sources.subscribe(changed)
  half.whenLoaded(changed)
  return {
    locale: readonly(locale),
    revision: readonly(revision),
    add(catalogues) {
      const stops = Object.entries(catalogues).map(([name, texts]) =>
        sources.push({ locale: name, texts }),
      )
      return () => stops.forEach((stop) => stop())
    },
    text(key, params = {}) {
      // The latest first, in each locale.
      const known = chain().flatMap((name) =>
        sources
          .get()
          .filter((source) => source.locale === name)
          .reverse(),
      )
      for (const { texts } of [options.get(), ...known]) {
        const text = typeof texts === 'function' ? undefined : own(texts, key)
        if (text !== undefined) return (half.now()?.format ?? fill)(text, params, locale.get())
      }
      return key
    },
  }
}
