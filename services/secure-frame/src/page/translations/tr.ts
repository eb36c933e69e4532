import type { Texts } from './en.js'

export const tr: Texts = {
  'approve.site': 'Web sitesi',
  'approve.name': 'Kendine verdiği ad',
  'approve.account': 'Hesap',
  'approve.network': 'Ağ',
  'approve.fee': 'En çok ağ ücreti',
  'approve.missing': 'Eksik',
  'approve.approve': 'Onayla',
  'approve.reject': 'Reddet',
  'approve.unreadable': 'Okunamayan istek',
  'approve.incomplete': 'Bu istek tamamen okunamadı. Yalnızca siteye güveniyorsanız onaylayın.',
  'approve.raw': 'İmzalanan her şey',
  'approve.wait': 'Düğme, kartın tamamı bir an görünür olduktan sonra çalışır.',
  'approve.scroll': 'Onaylamak için sona kadar kaydırın.',
  'approve.signing': 'İmzalanıyor…',
  'approve.window': 'Pencerede incele',
  'approve.windowWhy':
    'Bu tarayıcı, isteğin üstünün örtülüp örtülmediğini bilemez. Onu ayrı bir pencerede okuyun.',
  'approve.windowOpen': 'Açılan pencerede bitirin.',
  'approve.blocked': 'Pencere engellendi. İzin verip yeniden deneyin.',
  'approve.retry': 'Yeniden denetle',
  'approve.close': 'Kapat',
  'approve.outcome': 'Olacaklar',
  'approve.leaves': 'Hesabınızdan çıkan',
  'approve.arrives': 'Hesabınıza gelen',
  'approve.nothing': 'Ücret dışında hiçbir şey çıkmıyor veya gelmiyor.',
  'approve.partly': 'Bu ağ hareket eden her şeyi gösteremedi.',
  'approve.wouldFail': 'Bu başarısız olur. Ağ ücreti kaybedilir.',
  'approve.lacks': 'Hesapta bunun için yeterli bakiye yok.',
  'approve.changed': 'O zamandan beri bir şey değişti. Bir kez daha okuyun.',
  'approve.sameNumber':
    'Daha önce imzalanan bir işlem aynı numarayı taşıyor. İkisinden yalnızca biri gerçekleşir.',
  'approve.bothAccounts':
    'Burada hesabınızın adı geçmiyor. İmzanız her iki adresiniz için de geçerlidir: standart hesap ve akıllı hesap.',
  'node.network': 'Ağ yanıt vermiyor. Yeniden deneyin.',
  'node.network_busy': 'Ağ çok yoğun. Birazdan yeniden deneyin.',
  'node.transaction_replaced': 'Bu hesabın başka bir işlemi onun yerini aldı.',
  'node.transaction_underpriced':
    'Ücret çok düşük: ağ artık daha fazlasını istiyor veya yerinde başka bir işlem bekliyor.',
  'node.insufficient_funds': 'Hesapta tutar ve ağ ücreti için yeterli bakiye yok.',
  'node.transaction_expired': 'İşlem çok eski. Web sitesi yeniden istemeli.',
  'node.transaction_unknown':
    'İşlem imzalandı, ancak ağ onu alıp almadığını söylemedi. Yine de gerçekleşebilir.',
  'approve.notKept':
    'Bu tarayıcı şu anda hiçbir şey saklamıyor. Yeniden yüklemeden sonra bu işlemi bilmeyecek: iki kez göndermeyin.',
  'approve.payer': 'Ödeyen',
  'approve.payerAccount': 'Hesabınız',
  'node.bundler':
    'Şu anda bu ağda akıllı hesap işlemlerini kabul eden yok. Standart hesabınızı kullanın veya daha sonra yeniden deneyin.',
  'node.bundler_refused':
    'İşlem reddedildi. Hesabınızın başka bir işlemi yürütülene kadar yine de yürütülebilir.',
  'node.earlier_carried_out':
    'Bunun yerine hesabınızın daha önceki bir işlemi yürütüldü. Yeniden denemeden önce ona bakın.',
  'node.operation_pending':
    'İşlem gönderildi, ancak henüz hiçbir blokta değil. Yine de yürütülebilir.',
  'node.operation_failed': 'İşlem başarısız oldu. Ağ ücreti ödendi.',
  'node.operation_replaced': 'Hesabınızın başka bir işlemi onun yerini aldı.',
  'node.gas_beyond_bounds': 'İşlem izin verilenden daha pahalıya mal olurdu.',
  'node.paymaster_refused': 'İşlemleri ödeyen hizmet izin verilmeyen bir yanıt verdi.',
  'recovery.choose': 'Cüzdanınızı nasıl kurtaracağınızı seçin',
  'recovery.why': 'Bu tarayıcı cüzdanınızı unutursa onu yalnızca bu açar. Kimse sıfırlayamaz.',
  'recovery.passkey': 'Geçiş anahtarı kullan',
  'recovery.password': 'Parola kullan',
  'recovery.kit': 'Kurtarma kodu sakla',
  'recovery.newPassword': 'En az 10 karakterlik parola',
  'recovery.showPassword': 'Parolayı göster',
  'recovery.kitKeep': 'Bu kodu yalnızca sizin bulacağınız yerde saklayın. Bir kez gösterilir.',
  'recovery.kitKept': 'Sakladım',
  'recovery.open': 'Cüzdanınızı açın',
  'recovery.openWhy': 'Bu tarayıcıda cüzdanınız henüz yok.',
  'recovery.enterPassword': 'Parolanız',
  'recovery.enterKit': 'Kurtarma kodunuz',
  'recovery.continue': 'Devam et',
  'frame.working': 'Bir dakika…',
  'frame.offline': 'Çevrimdışısınız. Bağlanınca devam eder.',
  'frame.failed': 'Olmadı. Yeniden deneyin.',
  'approve.unused':
    'Bir sınırı değiştirdiniz. Onaylamadan önce “Bu sınırları kullan” düğmesine basın.',
  'node.grant_refused': 'Bu izin artık verilemez. Web sitesinin yeniden istemesi gerekir.',
  'approve.grantNotKept':
    'Bu tarayıcı şu anda hiçbir şey saklamıyor. Yeniden yüklemeden sonra bu cüzdan izni artık göstermez.',
}
