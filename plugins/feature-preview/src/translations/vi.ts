import type { Catalogue } from '@latchkey/plugin-api'

export const vi: Catalogue = {
  'preview.title': 'Kiểm tra yêu cầu này',
  'preview.unknown': 'Yêu cầu không rõ',
  'preview.position': '{position} trên {total}',
  'preview.site': 'Bên yêu cầu',
  'preview.plugin': 'Một tính năng của trang web này',
  'preview.account': 'Tài khoản',
  'preview.wallet': 'Ví',
  'preview.network': 'Mạng',
  'preview.testnet': 'Mạng thử nghiệm',
  'preview.confirm': 'Xác nhận',
  'preview.decline': 'Từ chối',
  'preview.next': 'Ví của bạn sẽ hỏi bạn thêm một lần nữa.',
  'preview.accountChanged': 'Tài khoản hoặc mạng đã thay đổi nên yêu cầu đã bị đóng.',
  'preview.disconnected': 'Ví đã ngắt kết nối nên yêu cầu đã bị đóng.',
  'preview.withdrawn': 'Yêu cầu đã được rút lại.',
}
