import type { GrantTexts } from './en.js'

export const tr: GrantTexts = {
  'grant.title': 'Web sitesine adınıza işlem yapma izni verin',
  'grant.endTitle': 'Bir web sitesinin sizin adınıza yapabildiklerini geri alın',
  'grant.atMost': 'Hesabınızdan en fazla çıkacak',
  'grant.number': 'İzin',
  'grant.who': 'İşlem yapabilecek olan',
  'grant.may': 'Yetkisi',
  'grant.total': 'Toplamda en fazla {amount} göndermek, herhangi birine.',
  'grant.period':
    'Her {period} süresinde en fazla {amount} göndermek, herhangi birine. İlk süre şu zamanda başlar: {start}. Artan miktar sonrakine aktarılmaz.',
  'grant.stream':
    'Önce {initial}, sonra her saniye {perSecond} daha ve toplamda en fazla {maximum} göndermek, herhangi birine. Başlangıç: {start}.',
  'grant.calls':
    'Bu sözleşmelerin her birinin bu işlevlerinden her birini coin göndermeden çağırmak.',
  'grant.callsWithCoins':
    'Bu sözleşmelerin her birinin bu işlevlerinden her birini her seferinde en fazla {amount} ile çağırmak.',
  'grant.token': 'Token sözleşmesi',
  'grant.tokenName': '{token}, kendine “{name}” diyor. Bu adı kimse doğrulamadı.',
  'grant.contract': 'Sözleşme',
  'grant.function': 'İşlev',
  'grant.often': 'Kaç kez',
  'grant.times': 'En fazla {count}×',
  'grant.anyTimes': 'Tutarların izin verdiği kadar',
  'grant.from': 'Şundan önce değil',
  'grant.until': 'Bitiş',
  'grant.says': 'Web sitesinin söylediği',
  'grant.alone':
    'Bunların tümü size yeniden sorulmadan yapılabilir. Bu izin, aynı sınırlar içinde başkalarına da devredilebilir.',
  'grant.notCounted': 'Bu sözleşmelerin kendiliğinden aldıkları bu tutara dahil değildir.',
  'grant.units': 'Bu token ondalık basamaklarını bildirmiyor. Tutar en küçük birimindedir.',
  'grant.danger': 'Tehlike',
  'grant.moves-tokens':
    'Bu işlev tokenlarınızı veya koleksiyon parçalarınızı istenen miktarda taşıyabilir.',
  'grant.approves-tokens': 'Bu işlev, başkasının tokenlarınızı harcamasına izin verebilir.',
  'grant.is-token':
    'Bu sözleşme bir token: işlevleri, ondan sahip olduklarınız hakkında karar verir.',
  'grant.runs-anything': 'Bu işlev, onu çağıranın seçtiği her şeyi çalıştırır.',
  'grant.changes-owner': 'Bu işlev bir sözleşmeyi veya üzerindeki hakları devredebilir.',
  'grant.no-contract':
    'Bu adreste şu anda sözleşme yok. Daha sonra herhangi biri oraya bir sözleşme koyabilir.',
  'grant.lower': 'Daha azına izin ver',
  'grant.amount': 'Toplamda en fazla tutar ({symbol})',
  'grant.count': 'En fazla kaç kez',
  'grant.end': 'En geç bitiş',
  'grant.use': 'Bu sınırları kullan',
  'grant.onlyLower':
    'Her sınır 0’dan büyük olmalı (bir çağrının tutarı 0 olabilir) ve istenenden yüksek olmamalı, bitiş de ileri bir zamanda olmalıdır.',
  'grant.by': 'İsteyen',
  'grant.unknown-function':
    'Bu işlevin ne yaptığı bilinmiyor. Hesabınızın orada sahip olduklarını taşıyabilir.',
  'grant.amountPeriod': 'Her {period} süresinde en fazla tutar ({symbol})',
  'grant.amountCall': 'Her çağrıda en fazla tutar ({symbol})',
}
