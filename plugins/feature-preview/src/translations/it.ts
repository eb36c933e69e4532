import type { Catalogue } from '@latchkey/plugin-api'

export const it: Catalogue = {
  'preview.title': 'Controlla questa richiesta',
  'preview.unknown': 'Richiesta sconosciuta',
  'preview.position': '{position} di {total}',
  'preview.site': 'Richiesto da',
  'preview.plugin': 'Una funzione di questo sito',
  'preview.account': 'Account',
  'preview.wallet': 'Wallet',
  'preview.network': 'Rete',
  'preview.testnet': 'Rete di test',
  'preview.confirm': 'Conferma',
  'preview.decline': 'Rifiuta',
  'preview.next': 'Il tuo wallet te lo chiede ancora una volta.',
  'preview.accountChanged':
    'L’account o la rete sono cambiati, quindi la richiesta è stata chiusa.',
  'preview.disconnected': 'Il wallet è stato disconnesso, quindi la richiesta è stata chiusa.',
  'preview.withdrawn': 'La richiesta è stata ritirata.',
}
