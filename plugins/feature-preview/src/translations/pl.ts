import type { Catalogue } from '@latchkey/plugin-api'

export const pl: Catalogue = {
  'preview.title': 'Sprawdź to żądanie',
  'preview.unknown': 'Nieznane żądanie',
  'preview.position': '{position} z {total}',
  'preview.site': 'Prosi',
  'preview.plugin': 'Funkcja tej witryny',
  'preview.account': 'Konto',
  'preview.wallet': 'Portfel',
  'preview.network': 'Sieć',
  'preview.testnet': 'Sieć testowa',
  'preview.confirm': 'Potwierdź',
  'preview.decline': 'Odrzuć',
  'preview.next': 'Twój portfel zapyta Cię jeszcze raz.',
  'preview.accountChanged': 'Konto lub sieć się zmieniły, więc żądanie zamknięto.',
  'preview.disconnected': 'Portfel rozłączono, więc żądanie zamknięto.',
  'preview.withdrawn': 'Żądanie wycofano.',
}
