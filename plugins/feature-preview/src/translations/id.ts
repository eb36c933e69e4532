import type { Catalogue } from '@latchkey/plugin-api'

export const id: Catalogue = {
  'preview.title': 'Periksa permintaan ini',
  'preview.unknown': 'Permintaan tak dikenal',
  'preview.position': '{position} dari {total}',
  'preview.site': 'Diminta oleh',
  'preview.plugin': 'Fitur situs ini',
  'preview.account': 'Akun',
  'preview.wallet': 'Dompet',
  'preview.network': 'Jaringan',
  'preview.testnet': 'Jaringan uji',
  'preview.confirm': 'Konfirmasi',
  'preview.decline': 'Tolak',
  'preview.next': 'Dompet Anda akan bertanya sekali lagi.',
  'preview.accountChanged': 'Akun atau jaringan berubah, jadi permintaan ditutup.',
  'preview.disconnected': 'Dompet diputuskan, jadi permintaan ditutup.',
  'preview.withdrawn': 'Permintaan ditarik kembali.',
}
