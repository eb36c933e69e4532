import type { Catalogue } from '@latchkey/plugin-api'

export const tr: Catalogue = {
  'preview.title': 'İsteği kontrol edin',
  'preview.unknown': 'Bilinmeyen istek',
  'preview.position': '{position} / {total}',
  'preview.site': 'İsteyen',
  'preview.plugin': 'Bu sitenin bir özelliği',
  'preview.account': 'Hesap',
  'preview.wallet': 'Cüzdan',
  'preview.network': 'Ağ',
  'preview.testnet': 'Test ağı',
  'preview.confirm': 'Onayla',
  'preview.decline': 'Reddet',
  'preview.next': 'Cüzdanınız size bir kez daha soracak.',
  'preview.accountChanged': 'Hesap veya ağ değişti, bu yüzden istek geri çekildi.',
  'preview.disconnected': 'Cüzdanın bağlantısı kesildi, bu yüzden istek geri çekildi.',
  'preview.withdrawn': 'İstek geri çekildi.',
}
