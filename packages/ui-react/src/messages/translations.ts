import type { Catalogue } from '@latchkey/plugin-api'
import type { locales } from './locales.js'

type Language = keyof typeof locales

/**
 * The loaders of all languages but English, by language code. The kernel calls the loader of the
 * language that it shows. They are on the page at once, because a button shows texts before the modal
 * is loaded.
 */
export const translations = (): Record<string, () => Promise<Catalogue>> =>
  Object.fromEntries(
    (['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh'] satisfies Language[]).map(
      (language) => [
        language,
        () => import('./locales.js').then(({ locales }) => locales[language]()),
      ],
    ),
  )
