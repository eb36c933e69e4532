import type { Catalogue, MessagePort } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import { readonly, type State } from '../state/store.js'
import { format } from './format.js'

interface Source {
  locale: string
  texts: Catalogue | undefined
  load: (() => Promise<Catalogue>) | undefined
}

/** Texts in the visitor's language: the host's own first, then each catalogue of the locale, of its language, of English. */
export function createMessages(state: State, { options, report }: Pick<Inner, 'options' | 'report'>): MessagePort {
  const locale = state.cell('locale', '')
  const revision = state.cell('texts', 0)
  let sources: readonly Source[] = []
  // For de-Latn-CH: de-Latn-CH, de-Latn, de, en.
  const chain = (): string[] => {
    const parts = locale.get().split('-')
    return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('-')), 'en']
  }
  const changed = (): void => {
    locale.set(options.get().locale ?? 'en')
    revision.set(revision.get() + 1)
    for (const source of sources) {
      const { load } = source
      if (!load || !chain().includes(source.locale)) continue
      source.load = undefined
      new Promise<Catalogue>((resolve) => resolve(load())).then((texts) => {
        source.texts = texts
        changed()
      }).catch((error: unknown) => {
        source.load = load
        report(error, `messages: loading ${source.locale}`)
      })
    }
  }
  changed()
  options.subscribe(changed)
  return {
    locale: readonly(locale),
    revision: readonly(revision),
    add(catalogues) {
      const mine = Object.entries(catalogues).map(([name, texts]): Source => (typeof texts === 'function' ? { locale: name, texts: undefined, load: texts } : { locale: name, texts, load: undefined }))
      sources = [...mine, ...sources]
      changed()
      return () => {
        sources = sources.filter((source) => !mine.includes(source))
        changed()
      }
    },
    text(key, params = {}) {
      const catalogues = [options.get().texts, ...chain().flatMap((name) => sources.filter((source) => source.locale === name).map(({ texts }) => texts))]
      const text = catalogues.find((texts) => texts && Object.hasOwn(texts, key))?.[key]
      return text === undefined ? key : format(text, params, locale.get())
    },
  }
}
