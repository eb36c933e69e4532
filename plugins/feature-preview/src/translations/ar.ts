import type { Catalogue } from '@latchkey/plugin-api'

export const ar: Catalogue = {
  'preview.title': 'تحقق من الطلب',
  'preview.unknown': 'طلب غير معروف',
  'preview.position': 'طلب {position} من {total}',
  'preview.site': 'الجهة الطالبة',
  'preview.plugin': 'ميزة من هذا الموقع',
  'preview.account': 'الحساب',
  'preview.wallet': 'المحفظة',
  'preview.network': 'الشبكة',
  'preview.testnet': 'شبكة اختبار',
  'preview.confirm': 'تأكيد',
  'preview.decline': 'رفض',
  'preview.next': 'ستسألك محفظتك مرة أخرى.',
  'preview.accountChanged': 'تغيّر الحساب أو الشبكة، لذا سُحب الطلب.',
  'preview.disconnected': 'انقطع اتصال المحفظة، لذا سُحب الطلب.',
  'preview.withdrawn': 'سُحب الطلب.',
}
