import type { Catalogue } from '@latchkey/plugin-api'

export const ja: Catalogue = {
  'preview.title': 'リクエストの確認',
  'preview.unknown': '不明なリクエスト',
  'preview.position': '{position} / {total}',
  'preview.site': '要求元',
  'preview.plugin': 'このサイトの機能',
  'preview.account': 'アカウント',
  'preview.wallet': 'ウォレット',
  'preview.network': 'ネットワーク',
  'preview.testnet': 'テストネット',
  'preview.confirm': '確認',
  'preview.decline': '拒否',
  'preview.next': 'このあとウォレットでもう一度確認されます。',
  'preview.accountChanged':
    'アカウントまたはネットワークが変わったため、リクエストを取り下げました。',
  'preview.disconnected': 'ウォレットの接続が切れたため、リクエストを取り下げました。',
  'preview.withdrawn': 'リクエストは取り下げられました。',
}
