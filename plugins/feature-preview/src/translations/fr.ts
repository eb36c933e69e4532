import type { Catalogue } from '@latchkey/plugin-api'

export const fr: Catalogue = {
  'preview.title': 'Vérifier la demande',
  'preview.unknown': 'Demande inconnue',
  'preview.position': '{position} sur {total}',
  'preview.site': 'Demandé par',
  'preview.plugin': 'Une fonction de ce site',
  'preview.account': 'Compte',
  'preview.wallet': 'Portefeuille',
  'preview.network': 'Réseau',
  'preview.testnet': 'Réseau de test',
  'preview.confirm': 'Confirmer',
  'preview.decline': 'Refuser',
  'preview.next': 'Votre portefeuille vous le demandera encore une fois.',
  'preview.accountChanged': 'Le compte ou le réseau a changé\u00a0: la demande a été retirée.',
  'preview.disconnected': 'Le portefeuille a été déconnecté\u00a0: la demande a été retirée.',
  'preview.withdrawn': 'La demande a été retirée.',
}
