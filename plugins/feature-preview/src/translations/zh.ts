import type { Catalogue } from '@latchkey/plugin-api'

export const zh: Catalogue = {
  'preview.title': '核对请求',
  'preview.unknown': '未知请求',
  'preview.position': '第 {position}/{total} 个',
  'preview.site': '请求方',
  'preview.plugin': '本网站的功能',
  'preview.account': '账户',
  'preview.wallet': '钱包',
  'preview.network': '网络',
  'preview.testnet': '测试网',
  'preview.confirm': '确认',
  'preview.decline': '拒绝',
  'preview.next': '您的钱包会再次询问您。',
  'preview.accountChanged': '账户或网络已更改，请求已撤下。',
  'preview.disconnected': '钱包已断开连接，请求已撤下。',
  'preview.withdrawn': '请求已撤回。',
}
