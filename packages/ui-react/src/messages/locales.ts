/** The languages that this package brings besides English, each a chunk of its own. */
export const locales = {
  ar: () => import('./ar.js').then(({ ar }) => ar),
  de: () => import('./de.js').then(({ de }) => de),
  es: () => import('./es.js').then(({ es }) => es),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  ko: () => import('./ko.js').then(({ ko }) => ko),
  pt: () => import('./pt.js').then(({ pt }) => pt),
  tr: () => import('./tr.js').then(({ tr }) => tr),
  zh: () => import('./zh.js').then(({ zh }) => zh),
} as const
