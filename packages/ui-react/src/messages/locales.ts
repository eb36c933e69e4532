/** The languages of this package besides English, each in a chunk of its own. */
export const locales = {
  ar: () => import('./translations/ar.js').then(({ ar }) => ar),
  de: () => import('./translations/de.js').then(({ de }) => de),
  es: () => import('./translations/es.js').then(({ es }) => es),
  fr: () => import('./translations/fr.js').then(({ fr }) => fr),
  ja: () => import('./translations/ja.js').then(({ ja }) => ja),
  ko: () => import('./translations/ko.js').then(({ ko }) => ko),
  pt: () => import('./translations/pt.js').then(({ pt }) => pt),
  tr: () => import('./translations/tr.js').then(({ tr }) => tr),
  zh: () => import('./translations/zh.js').then(({ zh }) => zh),
} as const
