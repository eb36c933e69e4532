import type { Catalogue, MessagePort } from '@latchkey/plugin-api'
import { messageOf } from '../support/lazy.js'
import { readonly, type State } from '../state/store.js'
import type { ResolvedOptions } from '../types.js'
import { format } from './format.js'

interface Source {
  locale: string
  texts?: Catalogue
  load?: (() => Promise<Catalogue>) | undefined
}

/** Texts in the visitor's language: the host's own first, then each catalogue of the locale, of its language, of English. */
export function createMessages(state: State, options: { get(): ResolvedOptions; subscribe(listener: () => void): void }, report: (error: unknown, where: string) => void): MessagePort {
  const locale = state.cell('locale', options.get().locale ?? 'en')
  const revision = state.cell('texts', 0)
  let sources: readonly Source[] = []
  // de-CH-1996, de-CH, de, en
  const chain = (): string[] => {
    const parts = locale.get().split('-')
    return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('-')), 'en']
  }
  const changed = (): void => {
    revision.set(revision.get() + 1)
    const wanted = chain()
    for (const source of sources) {
      const { load } = source
      if (!load || !wanted.includes(source.locale)) continue
      source.load = undefined
      void new Promise<Catalogue>((resolve) => resolve(load())).then((texts) => {
        source.texts = texts
        changed()
      }).catch((error: unknown) => {
        source.load = load
        report(error, `messages: loading ${source.locale} (${messageOf(error)})`)
      })
    }
  }
  options.subscribe(() => {
    locale.set(options.get().locale ?? 'en')
    changed()
  })
  return {
    locale: readonly(locale),
    revision: readonly(revision),
    add(catalogues) {
      const mine = Object.entries(catalogues).map(([name, texts]): Source => (typeof texts === 'function' ? { locale: name, load: texts } : { locale: name, texts }))
      sources = [...mine, ...sources]
      changed()
      return () => {
        sources = sources.filter((source) => !mine.includes(source))
        changed()
      }
    },
    text(key, params = {}) {
      const own = options.get().texts
      const catalogues = [own, ...chain().flatMap((name) => sources.filter((source) => source.locale === name).map(({ texts }) => texts))]
      const text = catalogues.find((texts) => texts && Object.hasOwn(texts, key))?.[key]
      return text === undefined ? key : format(text, params, locale.get())
    },
  }
}
