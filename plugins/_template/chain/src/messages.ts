import type { Catalogue } from '@latchkey/plugin-api'

/** Texts by `plugin.camelCase`; a host overrides them, another language is a loader: `{ de: () => import('./de.js')... }`. */
export const english: Catalogue = {
  'sample-chain.sayHello': 'Sign a hello',
  'sample-chain.hello': 'Hello from {site}',
  'sample-chain.signed': 'Signed: {signature}',
  'errors.sample-chain.message_not_text': 'This message is no text, and cannot be signed here.',
}
