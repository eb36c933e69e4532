/** The texts in other languages than English, each loaded when it is shown. */
export const translations = {
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
