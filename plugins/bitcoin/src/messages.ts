import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of errors. */
export const english: Catalogue = {
  'errors.bitcoin.address_required': 'Choose an address to switch to.',
  'errors.bitcoin.not_payment': 'Only payment addresses can be switched to.',
  'errors.bitcoin.message_not_text': 'Bitcoin wallets sign text only.',
  'errors.bitcoin.insufficient_funds': 'There is not enough to send this and pay the fee.',
  'errors.bitcoin.cannot_build': 'Send from within your wallet: this address cannot be sent from here.',
}
