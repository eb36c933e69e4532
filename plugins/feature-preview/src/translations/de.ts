import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'preview.title': 'Anfrage prüfen',
  'preview.unknown': 'Unbekannte Anfrage',
  'preview.position': '{position} von {total}',
  'preview.site': 'Angefragt von',
  'preview.plugin': 'Eine Funktion dieser Website',
  'preview.account': 'Konto',
  'preview.wallet': 'Wallet',
  'preview.network': 'Netzwerk',
  'preview.testnet': 'Testnetz',
  'preview.confirm': 'Bestätigen',
  'preview.decline': 'Ablehnen',
  'preview.next': 'Ihre Wallet fragt Sie noch einmal.',
  'preview.accountChanged':
    'Konto oder Netzwerk haben sich geändert, daher wurde die Anfrage zurückgezogen.',
  'preview.disconnected': 'Die Wallet wurde getrennt, daher wurde die Anfrage zurückgezogen.',
  'preview.withdrawn': 'Die Anfrage wurde zurückgezogen.',
}
