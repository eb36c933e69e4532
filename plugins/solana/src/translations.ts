/** The texts in other languages than English, loaded when one of them is shown. */
export const translations = {
  ar: () => import('./translated.js').then(({ translated }) => translated.ar),
  de: () => import('./translated.js').then(({ translated }) => translated.de),
  es: () => import('./translated.js').then(({ translated }) => translated.es),
  fr: () => import('./translated.js').then(({ translated }) => translated.fr),
  ja: () => import('./translated.js').then(({ translated }) => translated.ja),
  ko: () => import('./translated.js').then(({ translated }) => translated.ko),
  pt: () => import('./translated.js').then(({ translated }) => translated.pt),
  tr: () => import('./translated.js').then(({ translated }) => translated.tr),
  zh: () => import('./translated.js').then(({ translated }) => translated.zh),
} as const
