import type { Catalogue } from '@latchkey/plugin-api'

export const vi: Catalogue = {
  'errors.smart.bad_input': 'Tài khoản thông minh không thể thực hiện yêu cầu này.',
  'errors.smart.limits_refused': 'Không thể giới hạn quyền này như yêu cầu. Chưa cấp gì cả.',
  'errors.smart.bundler_failed':
    'Mạng hiện không nhận thao tác của tài khoản thông minh. Hãy thử lại sau, hoặc dùng tài khoản khác của bạn.',
  'errors.smart.gas_beyond_bounds': 'Phí được yêu cầu quá cao. Chưa gửi gì cả.',
  'errors.smart.paymaster_refused':
    'Phí lẽ ra do một bên trả, nhưng bên đó lại yêu cầu điều khác. Chưa gửi gì cả.',
  'errors.smart.node_failed': 'Hiện không thể truy vấn mạng. Hãy thử lại.',
}
