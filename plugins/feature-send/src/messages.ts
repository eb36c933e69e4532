import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of the views and errors. */
export const english: Catalogue = {
  'send.otherFamily': 'This address is for {family}. You are sending on {network}.',
  'send.otherNetwork': 'This address is for {other}. You are sending on {network}.',
  'send.elsewhere': 'This address is for another network. You are sending on {network}.',
  'send.mistyped': 'A character in this address is wrong. Copy it again.',
  'send.noAddress': 'This is no address of {network}.',
  'send.noNames': 'Names cannot be looked up on {network}. Enter the address.',
  'send.nameUnknown': 'Nobody on this network has the name {name}.',
  'send.nameFailed': 'The name could not be looked up. Try again, or enter the address.',
  'send.notChecked': 'The address could not be checked. Try again.',
  'send.tooLong': 'This is too long to be an address.',
  'send.uriUnreadable': 'This payment link cannot be read. Enter the address.',
  'send.uriUnknown': 'Links of this kind cannot be paid here. Enter the address.',
  'send.uriCall': 'This link asks for something else than a payment.',
  'send.uriTransaction': 'This link has its own transaction made by a website. Only simple payments can be made here.',
  'send.uriDemands': 'The receiver needs something with this payment that cannot be added here ({parts}). Pay it from your wallet.',
}
