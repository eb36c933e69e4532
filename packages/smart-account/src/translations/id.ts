import type { Catalogue } from '@latchkey/plugin-api'

export const id: Catalogue = {
  'errors.smart.bad_input': 'Permintaan ini tidak dapat dijalankan oleh akun pintar.',
  'errors.smart.limits_refused':
    'Izin ini tidak dapat dibatasi seperti yang diminta. Tidak ada yang diberikan.',
  'errors.smart.bundler_failed':
    'Jaringan saat ini tidak menerima operasi akun pintar. Coba lagi nanti, atau gunakan akun Anda yang lain.',
  'errors.smart.gas_beyond_bounds': 'Biaya yang diminta terlalu tinggi. Tidak ada yang dikirim.',
  'errors.smart.paymaster_refused':
    'Biaya seharusnya dibayar oleh pihak yang meminta hal lain. Tidak ada yang dikirim.',
  'errors.smart.node_failed': 'Jaringan tidak dapat ditanyai saat ini. Coba lagi.',
}
