import type { Catalogue } from '@latchkey/plugin-api'

export const zhHant: Catalogue = {
  'preview.title': '檢查此請求',
  'preview.unknown': '不明的請求',
  'preview.position': '{position} / {total}',
  'preview.site': '請求者',
  'preview.plugin': '此網站的功能',
  'preview.account': '帳戶',
  'preview.wallet': '錢包',
  'preview.network': '網路',
  'preview.testnet': '測試網路',
  'preview.confirm': '確認',
  'preview.decline': '拒絕',
  'preview.next': '您的錢包會再次詢問您。',
  'preview.accountChanged': '帳戶或網路已變更，因此已關閉請求。',
  'preview.disconnected': '錢包已中斷連線，因此已關閉請求。',
  'preview.withdrawn': '請求已撤回。',
}
