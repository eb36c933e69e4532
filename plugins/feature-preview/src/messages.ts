import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of the preview. */
export const english: Catalogue = {
  'preview.title': 'Check this request',
  'preview.unknown': 'Unknown request',
  'preview.position': '{position} of {total}',
  'preview.site': 'Asked by',
  'preview.plugin': 'A feature of this site',
  'preview.account': 'Account',
  'preview.wallet': 'Wallet',
  'preview.network': 'Network',
  'preview.testnet': 'Testnet',
  'preview.confirm': 'Confirm',
  'preview.decline': 'Reject',
  'preview.next': 'Your wallet asks you once more.',
  'preview.accountChanged': 'The account or network changed, so the request was put away.',
  'preview.disconnected': 'The wallet was disconnected, so the request was put away.',
  'preview.withdrawn': 'The request was withdrawn.',
}
