import type { Catalogue } from '@latchkey/plugin-api'

export const tr: Catalogue = {
  'errors.smart.bad_input': 'Akıllı hesap bu isteği yerine getiremez.',
  'errors.smart.limits_refused':
    'Bu izin istendiği gibi sınırlandırılamıyor. Hiçbir şey verilmedi.',
  'errors.smart.bundler_failed':
    'Ağ şu anda akıllı hesapların işlemlerini kabul etmiyor. Daha sonra yeniden deneyin veya diğer hesabınızı kullanın.',
  'errors.smart.gas_beyond_bounds': 'İstenen ücret çok yüksek. Hiçbir şey gönderilmedi.',
  'errors.smart.paymaster_refused':
    'Ücreti ödeyecek olan başka bir şey istedi. Hiçbir şey gönderilmedi.',
  'errors.smart.node_failed': 'Ağa şu anda sorulamıyor. Yeniden deneyin.',
}
