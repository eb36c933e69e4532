import type { Catalogue } from '@latchkey/plugin-api'

export const nl: Catalogue = {
  'preview.title': 'Controleer dit verzoek',
  'preview.unknown': 'Onbekend verzoek',
  'preview.position': '{position} van {total}',
  'preview.site': 'Gevraagd door',
  'preview.plugin': 'Een functie van deze site',
  'preview.account': 'Account',
  'preview.wallet': 'Wallet',
  'preview.network': 'Netwerk',
  'preview.testnet': 'Testnetwerk',
  'preview.confirm': 'Bevestigen',
  'preview.decline': 'Weigeren',
  'preview.next': 'Je wallet vraagt het je nog een keer.',
  'preview.accountChanged': 'Het account of netwerk is veranderd, dus het verzoek is gesloten.',
  'preview.disconnected': 'De wallet is losgekoppeld, dus het verzoek is gesloten.',
  'preview.withdrawn': 'Het verzoek is ingetrokken.',
}
