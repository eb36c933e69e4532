import type { Catalogue } from '@latchkey/plugin-api'

export const tr: Catalogue = {
  'embedded.emailTitle': 'E-posta ile giriş',
  'embedded.emailText':
    'Hiçbir şey kurmadan bir cüzdanınız olur. E-postada bir kod veya bağlantı vardır.',
  'embedded.emailLabel': 'E-posta adresi',
  'embedded.continue': 'E-posta ile devam et',
  'embedded.codeTitle': 'Kodu girin',
  'embedded.codeText': '{email} adresine altı haneli bir kod gönderdik.',
  'embedded.codeLabel': 'Altı haneli kod',
  'embedded.digit': '6 haneden {number}.',
  'embedded.checking': 'Kod denetleniyor…',
  'embedded.resend': 'Yeni e-posta gönder',
  'embedded.resendIn': '{seconds} sn sonra yeni e-posta',
  'embedded.deviceTitle': 'Bu cihazı onaylayın',
  'embedded.deviceHeadline': 'E-postadaki bağlantıyı açın',
  'embedded.deviceText':
    '{email} adresine bir bağlantı gönderdik. Sayfası, ardından buraya yazacağınız bir kod gösterir.',
  'embedded.waiting': '{count, plural, one {Bir istek bekliyor} other {# istek bekliyor}}',
  'embedded.frameTitle': 'Cüzdanınız',
  'embedded.securityTitle': 'Cüzdan ve güvenlik',
  'embedded.securityFailed': 'Cüzdanınızın sayfaları açılmadı',
  'embedded.codeWrong':
    'Bu kod yanlış veya süresi dolmuş. Yeniden yazın ya da başka bir e-posta isteyin.',
  'embedded.denied': 'Bu giriş, e-postadaki bağlantıdan durduruldu.',
  'embedded.over': 'Bu girişin süresi doldu. Başka bir e-posta isteyin.',
  'embedded.mailFailed': 'E-posta gönderilemedi. Tekrar deneyin.',
  'embedded.walletClosed':
    'Bu tarayıcıda cüzdanınız yok ve kurtarılamaz. Cüzdanın oluşturulduğu tarayıcıyı kullanın.',
  'embedded.unreachable': 'Cüzdanın sunucusuna ulaşılamıyor. Tekrar deneyin.',
  'embedded.tooMany':
    'Çok fazla deneme yapıldı. {minutes, plural, one {# dakika} other {# dakika}} sonra tekrar deneyin.',
  'embedded.alertLoad':
    'Ağ hatası: gömülü cüzdan yüklenemedi|Güvenli çerçevenin sunucusu yanıt vermedi.',
  'embedded.alertTimeout':
    'Gömülü cüzdan zamanında yanıt vermedi|Güvenli çerçeve bir isteği yanıtlamadı.',
  'errors.embedded.load_failed': 'E-posta ile giriş yüklenemedi',
  'errors.embedded.no_connector': 'Kimlik doğrulama bağlayıcısı bulunamadı',
  'errors.embedded.no_place': 'Bu sitenin cüzdan bağlantısı doğru kurulmamış. Siteye bildirin.',
  'errors.embedded.request_failed': 'Bir hata oluştu',
  'errors.embedded.timed_out': 'Bu çok uzun sürdü. Yeniden deneyin.',
  'errors.embedded.aborted': 'Bir şeyler ters gitti',
  'errors.embedded.invalid_email': 'Bu bir e-posta adresi değil.',
  'errors.embedded.too_soon': '{seconds} saniye sonra yeniden deneyin',
  'errors.embedded.signed_out': 'Kimse giriş yapmadı.',
}
