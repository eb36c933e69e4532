import type { Catalogue } from '@latchkey/plugin-api'

export const ar: Catalogue = {
  'activity.entryTitle': 'المعاملة',
  'activity.list': 'المعاملات',
  'activity.failed': 'تعذّر جلب المعاملات',
  'activity.failedTitle': 'تعذّر تحميل النشاط',
  'activity.retryIn': 'طلبات كثيرة جدًا. يمكن إعادة المحاولة بعد {seconds} ث.',
  'activity.offline': 'أنت غير متصل',
  'activity.offlineText': 'سيظهر النشاط عند عودة الاتصال.',
  'activity.asOf': 'حتى الساعة {time}',
  'activity.empty': 'لا شيء بعد',
  'activity.emptyText': 'يظهر هنا ما ترسله وتستلمه على {network}.',
  'activity.noBackend': 'لا يعرض هذا الموقع النشاط السابق.',
  'activity.noPending': 'لا شيء قيد التنفيذ',
  'activity.explorer': 'العرض على {explorer}',
  'activity.fresh':
    '{count, plural, zero {# جديدة} ' +
    'one {# جديدة} ' +
    'two {# جديدتان} ' +
    'few {# جديدة} ' +
    'many {# جديدة} ' +
    'other {# جديدة}}',
  'activity.undone':
    '{count, plural, zero {سحبت الشبكة # معاملة. لم تعد معروضة.} ' +
    'one {سحبت الشبكة معاملة. لم تعد معروضة.} ' +
    'two {سحبت الشبكة معاملتين. لم تعودا معروضتين.} ' +
    'few {سحبت الشبكة # معاملات. لم تعد معروضة.} ' +
    'many {سحبت الشبكة # معاملة. لم تعد معروضة.} ' +
    'other {سحبت الشبكة # معاملة. لم تعد معروضة.}}',
  'activity.understood': 'فهمت',
  'activity.hidden':
    '{count, plural, zero {# مخفية} ' +
    'one {# مخفية} ' +
    'two {# مخفيتان} ' +
    'few {# مخفية} ' +
    'many {# مخفية} ' +
    'other {# مخفية}}',
  'activity.hide': 'إخفاء الرسائل المزعجة',
  'activity.more': 'تحميل المزيد',
  'activity.loadingMore': 'جارٍ تحميل المزيد…',
  'activity.found':
    '{count, plural, zero {لا تُعرض معاملات} ' +
    'one {تُعرض معاملة واحدة} ' +
    'two {تُعرض معاملتان} ' +
    'few {تُعرض # معاملات} ' +
    'many {تُعرض # معاملة} ' +
    'other {تُعرض # معاملة}}',
  'activity.sent': 'مُرسَل',
  'activity.received': 'مُستلَم',
  'activity.swapped': 'مبادلة',
  'activity.moved': 'إرسال إلى نفسك',
  'activity.minted': 'سك',
  'activity.burned': 'حرق',
  'activity.approved': 'موافقة',
  'activity.deployed': 'إنشاء عقد',
  'activity.executed': 'استخدام عقد',
  'activity.statusPending': 'قيد التنفيذ',
  'activity.statusSuccess': 'مؤكدة',
  'activity.statusFailed': 'فشلت',
  'activity.statusReplaced': 'استُبدلت',
  'activity.statusDropped': 'أُسقطت',
  'activity.failedText': 'ألغت الشبكة المعاملة. لم يُنقل شيء، لكن الرسوم دُفعت.',
  'activity.replacedText': 'حلّت معاملة أخرى لك محلها.',
  'activity.droppedText': 'تخلّت الشبكة عنها. لم يُنقل شيء ولم تُدفع رسوم.',
  'activity.and':
    '{count, plural, zero {و# أخرى} ' +
    'one {و# أخرى} ' +
    'two {و# أخريان} ' +
    'few {و# أخرى} ' +
    'many {و# أخرى} ' +
    'other {و# أخرى}}',
  'activity.now': 'الآن',
  'activity.minutes':
    '{count, plural, zero {# د} one {# د} two {# د} few {# د} many {# د} other {# د}}',
  'activity.hours':
    '{count, plural, zero {# س} one {# س} two {# س} few {# س} many {# س} other {# س}}',
  'activity.days':
    '{count, plural, zero {# يوم} ' +
    'one {يوم} ' +
    'two {يومان} ' +
    'few {# أيام} ' +
    'many {# يومًا} ' +
    'other {# يوم}}',
  'activity.suspicious': 'مشبوهة',
  'activity.suspiciousText': 'قد تكون هذه المعاملة لخداعك. لا تنسخ عنوانها.',
  'activity.zeroValue': 'لا تنقل شيئًا، وقد أرسلها شخص آخر.',
  'activity.lookalike': 'العنوان يشبه فقط عنوانًا تعرفه:',
  'activity.spelling': 'يُكتب الرمز مثل {listed} بحروف أخرى.',
  'activity.link': 'يحتوي اسم الرمز على رابط. لا تفتحه.',
  'activity.dust': 'لا تساوي شيئًا تقريبًا.',
  'activity.showAnyway': 'العرض على أي حال',
  'activity.copyAddress': 'نسخ العنوان',
  'activity.copyHash': 'نسخ التجزئة',
  'activity.out': 'أرسلت',
  'activity.in': 'استلمت',
  'activity.counterparty': 'الطرف الآخر',
  'activity.when': 'الوقت',
  'activity.fee': 'رسوم الشبكة',
  'activity.hash': 'التجزئة',
  'activity.gone': 'لم تعد هذه المعاملة موجودة',
  'activity.goneText': 'ربما سحبتها الشبكة.',
  'errors.activity.account_missing': 'وصّل محفظة لرؤية نشاطها.',
}
