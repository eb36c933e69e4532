import type { Catalogue } from '@latchkey/plugin-api'
import type { locales } from './locales.js'

type Language = keyof typeof locales

/** For the kernel, which calls those that are shown: here for the button's sake, which says something before the modal is there. */
export const translations = (): Record<string, () => Promise<Catalogue>> =>
  Object.fromEntries(
    (['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh'] satisfies Language[]).map(
      (language) => [
        language,
        () => import('./locales.js').then(({ locales }) => locales[language]()),
      ],
    ),
  )
