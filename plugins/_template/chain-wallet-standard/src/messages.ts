import type { Catalogue } from '@latchkey/plugin-api'

/**
 * English texts by `plugin.camelCase` key. A host may override them. Register another language as a
 * loader: `{ de: () => import('./de.js').then(({ german }) => german) }`.
 */
export const english: Catalogue = {
  'sample-chain.sayHello': 'Sign a hello',
  'sample-chain.hello': 'Hello from {site}',
  'sample-chain.signed': 'Signed: {signature}',
  'errors.sample-chain.message_not_text': 'This message is no text, and cannot be signed here.',
}
