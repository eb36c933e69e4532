import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of descriptions and errors. */
export const english: Catalogue = {
  'errors.polkadot.wrong_chain': 'The node is of another network.',
  'polkadot.signMessage': 'Sign a message',
  'polkadot.signTransaction': 'Sign a transaction',
  'polkadot.message': 'Message',
  'polkadot.call': 'Call',
  'polkadot.data': 'Data',
  'polkadot.unreadable': 'This is no readable text',
}
