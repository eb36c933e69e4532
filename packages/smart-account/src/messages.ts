import type { Catalogue } from '@latchkey/plugin-api'

/** The texts of this package's errors, for visitors. A plugin that shows them adds them to its own. */
export const messages = {
  'errors.smart.bad_input': 'This request cannot be carried out by a smart account.',
  'errors.smart.limits_refused': 'This permission cannot be limited as asked. Nothing was granted.',
  'errors.smart.bundler_failed':
    'The network does not take operations of smart accounts at the moment. Try again later, or use your other account.',
  'errors.smart.gas_beyond_bounds': 'The fee asked for is too high. Nothing was sent.',
  'errors.smart.paymaster_refused':
    'The fee was to be paid by somebody who asked for something else. Nothing was sent.',
  'errors.smart.node_failed': 'The network cannot be asked at the moment. Try again.',
} as const satisfies Catalogue

/** The same in other languages than English, each loaded when it is shown. */
export const translations = {
  ar: () => import('./translations/ar.js').then(({ ar }) => ar),
  de: () => import('./translations/de.js').then(({ de }) => de),
  es: () => import('./translations/es.js').then(({ es }) => es),
  fr: () => import('./translations/fr.js').then(({ fr }) => fr),
  hi: () => import('./translations/hi.js').then(({ hi }) => hi),
  id: () => import('./translations/id.js').then(({ id }) => id),
  it: () => import('./translations/it.js').then(({ it }) => it),
  ja: () => import('./translations/ja.js').then(({ ja }) => ja),
  ko: () => import('./translations/ko.js').then(({ ko }) => ko),
  nl: () => import('./translations/nl.js').then(({ nl }) => nl),
  pl: () => import('./translations/pl.js').then(({ pl }) => pl),
  pt: () => import('./translations/pt.js').then(({ pt }) => pt),
  ru: () => import('./translations/ru.js').then(({ ru }) => ru),
  th: () => import('./translations/th.js').then(({ th }) => th),
  tr: () => import('./translations/tr.js').then(({ tr }) => tr),
  uk: () => import('./translations/uk.js').then(({ uk }) => uk),
  vi: () => import('./translations/vi.js').then(({ vi }) => vi),
  zh: () => import('./translations/zh.js').then(({ zh }) => zh),
  'zh-Hant': () => import('./translations/zh-Hant.js').then(({ zhHant }) => zhHant),
} as const
