import type { Catalogue } from '@latchkey/plugin-api'

export const ja: Catalogue = {
  'errors.smart.bad_input': 'スマートアカウントではこのリクエストを実行できません。',
  'errors.smart.limits_refused': 'この許可を要求どおりに制限できません。何も許可されていません。',
  'errors.smart.bundler_failed':
    'ネットワークは現在スマートアカウントの操作を受け付けていません。後でもう一度試すか、別のアカウントを使用してください。',
  'errors.smart.gas_beyond_bounds': '要求された手数料が高すぎます。何も送信されていません。',
  'errors.smart.paymaster_refused':
    '手数料を支払うはずの相手が別のことを要求しました。何も送信されていません。',
  'errors.smart.node_failed': '現在ネットワークに問い合わせできません。もう一度お試しください。',
}
