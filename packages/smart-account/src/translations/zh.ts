import type { Catalogue } from '@latchkey/plugin-api'

export const zh: Catalogue = {
  'errors.smart.bad_input': '智能账户无法执行此请求。',
  'errors.smart.limits_refused': '无法按要求限制此权限。未授予任何权限。',
  'errors.smart.bundler_failed': '网络目前不接受智能账户的操作。请稍后重试，或使用您的另一个账户。',
  'errors.smart.gas_beyond_bounds': '所要求的费用过高。未发送任何内容。',
  'errors.smart.paymaster_refused': '代付费用的一方提出了其他要求。未发送任何内容。',
  'errors.smart.node_failed': '目前无法查询网络。请重试。',
}
