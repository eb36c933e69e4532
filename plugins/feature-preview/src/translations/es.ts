import type { Catalogue } from '@latchkey/plugin-api'

export const es: Catalogue = {
  'preview.title': 'Revise la solicitud',
  'preview.unknown': 'Solicitud desconocida',
  'preview.position': '{position} de {total}',
  'preview.site': 'Lo pide',
  'preview.plugin': 'Una función de este sitio',
  'preview.account': 'Cuenta',
  'preview.wallet': 'Billetera',
  'preview.network': 'Red',
  'preview.testnet': 'Red de prueba',
  'preview.confirm': 'Confirmar',
  'preview.decline': 'Rechazar',
  'preview.next': 'Su billetera se lo preguntará otra vez.',
  'preview.accountChanged': 'La cuenta o la red cambió, así que se retiró la solicitud.',
  'preview.disconnected': 'La billetera se desconectó, así que se retiró la solicitud.',
  'preview.withdrawn': 'Se retiró la solicitud.',
}
