import type { Catalogue } from '@latchkey/plugin-api'

export const ar: Catalogue = {
  'errors.smart.bad_input': 'لا يستطيع الحساب الذكي تنفيذ هذا الطلب.',
  'errors.smart.limits_refused': 'لا يمكن تقييد هذا الإذن كما طُلب. لم يُمنح شيء.',
  'errors.smart.bundler_failed':
    'لا تقبل الشبكة عمليات الحسابات الذكية حاليًا. حاول لاحقًا أو استخدم حسابك الآخر.',
  'errors.smart.gas_beyond_bounds': 'الرسوم المطلوبة مرتفعة جدًا. لم يُرسل شيء.',
  'errors.smart.paymaster_refused': 'طلب مَن كان سيدفع الرسوم شيئًا آخر. لم يُرسل شيء.',
  'errors.smart.node_failed': 'لا يمكن سؤال الشبكة حاليًا. حاول مرة أخرى.',
}
