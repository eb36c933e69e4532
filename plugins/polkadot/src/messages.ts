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
  'polkadot.signIn': 'Sign in',
  'polkadot.send': 'Send',
  'polkadot.sendAll': 'Send everything',
  'polkadot.domain': 'Website',
  'polkadot.to': 'To',
  'polkadot.from': 'From',
  'polkadot.amount': 'Amount',
  'polkadot.tip': 'Tip',
  'polkadot.feeAsset': 'Fee paid in',
  'polkadot.chain': 'Network id',
  'polkadot.signer': 'Signer',
  'polkadot.handsOver': 'They will control this account',
  'polkadot.notShown': 'These are not shown',
  'polkadot.otherNetwork': 'This is for another network',
  'polkadot.otherAccount': 'This is another account than the one in use',
  'polkadot.otherDomain': 'This is for another website',
  'polkadot.hiddenCharacters': 'This text has characters that cannot be seen',
}
