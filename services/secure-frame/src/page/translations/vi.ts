import type { Texts } from './en.js'

export const vi: Texts = {
  'approve.site': 'Trang web',
  'approve.name': 'Tự xưng là',
  'approve.account': 'Tài khoản',
  'approve.network': 'Mạng',
  'approve.fee': 'Phí mạng tối đa',
  'approve.missing': 'Còn thiếu',
  'approve.approve': 'Chấp thuận',
  'approve.reject': 'Từ chối',
  'approve.unreadable': 'Yêu cầu không đọc được',
  'approve.incomplete':
    'Không đọc được toàn bộ yêu cầu này. Chỉ chấp thuận nếu bạn tin tưởng trang web.',
  'approve.raw': 'Mọi nội dung được ký',
  'approve.wait': 'Nút sẽ hoạt động khi toàn bộ thẻ đã hiển thị trong giây lát.',
  'approve.scroll': 'Hãy cuộn đến cuối để chấp thuận.',
  'approve.signing': 'Đang ký…',
  'approve.window': 'Xem trong cửa sổ',
  'approve.windowWhy':
    'Trình duyệt này không cho biết có gì che yêu cầu này hay không. Hãy đọc trong một cửa sổ riêng.',
  'approve.windowOpen': 'Hãy hoàn tất trong cửa sổ vừa mở.',
  'approve.blocked': 'Cửa sổ đã bị chặn. Hãy cho phép rồi thử lại.',
  'approve.retry': 'Kiểm tra lại',
  'approve.close': 'Đóng',
  'approve.outcome': 'Điều sẽ xảy ra',
  'approve.leaves': 'Rời khỏi tài khoản của bạn',
  'approve.arrives': 'Vào tài khoản của bạn',
  'approve.nothing': 'Ngoài phí ra, không có gì rời đi hay nhận về.',
  'approve.partly': 'Mạng này không thể hiển thị tất cả những gì sẽ di chuyển.',
  'approve.wouldFail': 'Việc này sẽ thất bại. Phí mạng sẽ bị mất.',
  'approve.lacks': 'Tài khoản không đủ cho việc này.',
  'approve.changed': 'Có điều gì đó đã thay đổi. Hãy đọc lại lần nữa.',
  'approve.sameNumber':
    'Một giao dịch đã ký trước đó có cùng số. Chỉ một trong hai được thực hiện.',
  'approve.bothAccounts':
    'Nội dung này không nêu tài khoản của bạn. Chữ ký của bạn có hiệu lực cho cả hai địa chỉ: tài khoản chuẩn và tài khoản thông minh.',
  'node.network': 'Mạng không trả lời. Hãy thử lại.',
  'node.network_busy': 'Mạng đang quá tải. Hãy thử lại sau giây lát.',
  'node.transaction_replaced': 'Một giao dịch khác của tài khoản này đã thay thế nó.',
  'node.transaction_underpriced':
    'Phí quá thấp: mạng hiện yêu cầu cao hơn, hoặc một giao dịch khác đang chờ ở vị trí đó.',
  'node.insufficient_funds': 'Tài khoản không đủ cho số tiền và phí mạng.',
  'node.transaction_expired': 'Giao dịch đã quá cũ. Trang web phải yêu cầu lại.',
  'node.transaction_unknown':
    'Giao dịch đã được ký nhưng mạng không cho biết đã nhận hay chưa. Giao dịch vẫn có thể được thực hiện.',
  'approve.notKept':
    'Trình duyệt này hiện không lưu gì. Sau khi tải lại, nó sẽ không biết thao tác này: đừng gửi hai lần.',
  'approve.payer': 'Người trả phí',
  'approve.payerAccount': 'Tài khoản của bạn',
  'node.bundler':
    'Hiện không ai nhận thao tác của tài khoản thông minh trên mạng này. Hãy dùng tài khoản chuẩn, hoặc thử lại sau.',
  'node.bundler_refused':
    'Thao tác đã bị từ chối. Nó vẫn có thể được thực hiện cho đến khi một thao tác khác của tài khoản bạn được thực hiện.',
  'node.earlier_carried_out':
    'Một thao tác trước đó của tài khoản bạn đã được thực hiện thay cho thao tác này. Hãy xem trước khi thử lại.',
  'node.operation_pending':
    'Thao tác đã được gửi nhưng chưa nằm trong khối nào. Nó vẫn có thể được thực hiện.',
  'node.operation_failed': 'Thao tác đã thất bại. Phí mạng đã được trả.',
  'node.operation_replaced': 'Một thao tác khác của tài khoản bạn đã thay thế nó.',
  'node.gas_beyond_bounds': 'Thao tác này sẽ tốn nhiều hơn mức cho phép.',
  'node.paymaster_refused': 'Dịch vụ trả phí cho thao tác đã đưa ra câu trả lời không được phép.',
  'recovery.choose': 'Chọn cách khôi phục ví',
  'recovery.why':
    'Nếu trình duyệt này quên ví của bạn, chỉ cách này mở lại được ví. Không ai có thể đặt lại.',
  'recovery.passkey': 'Dùng khóa truy cập',
  'recovery.password': 'Dùng mật khẩu',
  'recovery.kit': 'Giữ bộ khôi phục',
  'recovery.newPassword': 'Mật khẩu từ 10 ký tự trở lên',
  'recovery.showPassword': 'Hiện mật khẩu',
  'recovery.kitKeep': 'Hãy giữ bộ này ở nơi chỉ bạn tìm thấy. Nó chỉ hiển thị một lần.',
  'recovery.kitKept': 'Tôi đã lưu giữ',
  'recovery.open': 'Mở ví của bạn',
  'recovery.openWhy': 'Trình duyệt này chưa có ví của bạn.',
  'recovery.enterPassword': 'Mật khẩu của bạn',
  'recovery.enterKit': 'Bộ khôi phục của bạn',
  'recovery.continue': 'Tiếp tục',
  'frame.working': 'Chờ một chút…',
  'frame.offline': 'Bạn đang ngoại tuyến. Việc này sẽ tiếp tục khi bạn có mạng trở lại.',
  'frame.failed': 'Không thành công. Hãy thử lại.',
  'approve.unused':
    'Bạn đã thay đổi một giới hạn. Hãy nhấn “Dùng các giới hạn này” trước khi chấp thuận.',
  'node.grant_refused': 'Không thể cấp quyền này nữa. Trang web phải yêu cầu lại.',
  'approve.grantNotKept':
    'Trình duyệt này hiện không lưu gì. Sau khi tải lại, ví này sẽ không còn liệt kê quyền này.',
}
