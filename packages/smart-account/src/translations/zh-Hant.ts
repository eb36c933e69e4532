import type { Catalogue } from '@latchkey/plugin-api'

export const zhHant: Catalogue = {
  'errors.smart.bad_input': '智慧帳戶無法執行此請求。',
  'errors.smart.limits_refused': '此權限無法依要求設限，未授予任何權限。',
  'errors.smart.bundler_failed': '網路目前不接受智慧帳戶的操作。請稍後再試，或使用您的其他帳戶。',
  'errors.smart.gas_beyond_bounds': '要求的手續費過高，未送出任何內容。',
  'errors.smart.paymaster_refused': '應支付手續費的一方提出了其他要求，未送出任何內容。',
  'errors.smart.node_failed': '目前無法查詢網路，請再試一次。',
}
