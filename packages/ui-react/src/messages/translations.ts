import type { Catalogue } from '@latchkey/plugin-api'
import { byLanguage } from '@latchkey/plugin-api/languages'

/**
 * The loaders of all languages but English, by language code. The kernel calls the loader of the
 * language that it shows. They are on the page at once, because a button shows texts before the modal
 * is loaded.
 */
export const translations = (): Record<string, () => Promise<Catalogue>> =>
  byLanguage((language) => import('./locales.js').then(({ locales }) => locales[language]()))
