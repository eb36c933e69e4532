import type { Catalogue } from '@latchkey/plugin-api'

export const ko: Catalogue = {
  'preview.title': '요청 확인',
  'preview.unknown': '알 수 없는 요청',
  'preview.position': '{position} / {total}',
  'preview.site': '요청한 곳',
  'preview.plugin': '이 사이트의 기능',
  'preview.account': '계정',
  'preview.wallet': '지갑',
  'preview.network': '네트워크',
  'preview.testnet': '테스트넷',
  'preview.confirm': '확인',
  'preview.decline': '거부',
  'preview.next': '지갑에서 한 번 더 묻습니다.',
  'preview.accountChanged': '계정이나 네트워크가 바뀌어 요청을 거두었습니다.',
  'preview.disconnected': '지갑 연결이 끊겨 요청을 거두었습니다.',
  'preview.withdrawn': '요청이 취소되었습니다.',
}
